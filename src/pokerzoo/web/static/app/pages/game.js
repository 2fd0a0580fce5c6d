// One small game: its tree with a strategy on it, or with CFR as it learns; infoset by infoset.
import { post, useGet } from "../api.js";
import { html, useMemo, useState } from "../html.js";
import { Trust, useMeasured } from "../ui/solution.js";
import { Link, navigate, setQuery } from "../route.js";
import { Choice, Field, Loading, Notice, Panel, Select, Wrong, useTitle } from "../ui/parts.js";
import Games from "./games.js";
import { CardsView, MatrixView } from "./games/forms.js";
import { Decision, LearningTable, StrategyTable, Worked } from "./games/infosets.js";
import { HistoryTree } from "./games/history_tree.js";
import { LearnControls } from "./games/learn.js";
import { Parameters } from "./games/parameters.js";
import { PublicTree } from "./games/public_tree.js";
import { expectations, far, lessonOf } from "./games/words.js";
import { Leaks, Who } from "./leaks/leaks.js";
import { ofNames, ofPolicy } from "./leaks/node.js";

const MANY = 120; // histories: of more the public tree is clearer

// Which forms a game can be drawn in, the clearest first.
function formsOf({ cards, matrix, histories, public: boxes }) {
  const forms = [
    cards !== null && cards > 12 && ["cards", "Cards"],
    matrix && ["matrix", "Matrix"],
    histories && ["histories", "All histories"],
    boxes && ["public", "Public tree"],
  ].filter(Boolean);
  return boxes && !(histories?.length <= MANY) ? forms.reverse() : forms;
}

// How far a policy can be trusted, as where spots are browsed.
function PolicyTrust({ id }) {
  const { data } = useGet(`/policies/${encodeURIComponent(id)}`);
  const { known, ask } = useMeasured(useMemo(() => (data ? [data] : null), [data]));
  return html`<${Trust} measured=${data ? known(data) : null} onMeasure=${data ? ask(data) : null} />`;
}

function Solve({ tree }) {
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const solve = () => {
    setBusy(true);
    post("/tasks", { game: tree.game, params: tree.params, until: 0.001, iterations: 100000 })
      .then(made => navigate(`/solves/${made.id}`))
      .catch(failure => (setError(failure), setBusy(false)));
  };
  return html`<button class="button" onClick=${solve} disabled=${busy} title="Solve to 0.001 chips and keep the policy in the library">Solve and keep</button><${Wrong} error=${error} />`;
}

// Kuhn's equilibria are a family: one for each p from 0 to 1/3.
const Family = ({ p }) =>
  html`<${Field} label=${`p = ${p.toFixed(3)}`} hint="J is bet with p, K with 3p; Q calls with p + 1/3">
    ${tied => html`<input type="range" min="0" max="60" step="1" ...${tied} value=${Math.round(p * 180)} onInput=${event => setQuery({ of: `kuhn:${(Number(event.target.value) / 180).toFixed(6)}` }, { replace: true })} />`}
  <//>`;

// `numbers` of a strategy, or the `frame` of CFR as it learns.
function Drawing({ tree, form, shares, numbers, frame, focus, onFocus, next }) {
  const leaks = numbers?.leaks;
  if (form === "matrix")
    return html`<${MatrixView} tree=${tree} shares=${shares} values=${numbers?.values} focus=${focus} onFocus=${onFocus} />`;
  if (form === "cards") {
    const { cards } = tree;
    const { player } = tree.infosets[focus];
    const of = lists => lists.slice(player * cards, (player + 1) * cards).map(row => row[1]);
    const bets = numbers?.curve?.bet ?? [];
    const lines = frame
      ? [
          { label: "average strategy", values: of(frame.average) },
          { label: "next strategy", values: of(frame.strategy) },
        ]
      : bets.map((values, p) => ({ label: bets.length === 1 ? "every player" : `player ${p}`, values }));
    return (
      lines.length > 0 &&
      html`<${CardsView} cards=${cards} lines=${lines} card=${focus % cards} onCard=${c => onFocus(player * cards + c)} />`
    );
  }
  const caption = `Tree of ${tree.game} with ${frame ? "a strategy that CFR has learned" : "strategies"}`;
  const shown = { tree, shares, leaks, focus, onFocus, caption };
  const first =
    form === "histories" ? "Dashed lines join histories that the player to move cannot tell apart: one infoset. " : "";
  const ends = `At the ends: net chips of ${tree.players === 2 ? "player 0" : "the players"}${form === "public" ? ", ± where cards are compared" : ""}. `;
  const marks = leaks?.some(lost => lost > 1e-9)
    ? `Orange ${form === "public" ? "beside a hand" : "around a decision"}: what it loses. `
    : "";
  const open = line => onFocus(tree.infosets.findIndex(row => row.line === line));
  const reach = frame ? (next ? null : frame.arrives) : numbers?.reach;
  return html`${form === "histories" ? html`<${HistoryTree} ...${shown} />` : html`<${PublicTree} ...${shown} reach=${reach} opened=${tree.infosets[focus].line} onOpen=${open} />`}
    <p class="muted small">${first}${ends}${marks}Arrow keys walk through the tree.</p>`;
}

const SHOW = Object.entries({ average: "Average", next: "Next" });

function Shown({ info, tree, query, policy, title }) {
  const learns = query.learn === "1" && !policy;
  const forms = formsOf(tree);
  const form = forms.some(([name]) => name === query.view) ? query.view : forms[0]?.[0];
  const of = query.of ?? Object.keys(tree.strategies)[0];
  const path = `/games/${tree.game}`;
  const strategy = useGet(learns ? null : `${path}/strategy`, { params: query.params, ...(policy ? { policy } : { of }) });
  const lesson = lessonOf(query, query.variant);
  const learning = useGet(learns ? `${path}/learning` : null, lesson);
  const compared = useGet(learns && query.with ? `${path}/learning` : null, { ...lesson, variant: query.with });
  const variants = useGet(learns ? "/variants" : null);
  const numbers = learns ? null : strategy.data;
  const frame = learns ? learning.data : null;
  const other = query.with ? compared.data : null;
  const shares = learns ? frame?.[query.show === "next" ? "strategy" : "average"] : numbers?.strategy;
  const error = learns ? (learning.error ?? compared.error ?? variants.error) : strategy.error;
  // Nothing is drawn before all of it can be, so that nothing moves; later the old numbers stay until new ones are there.
  if (!(learns ? frame : numbers) && !error) return html`<${Loading} />`;
  if (learns && !variants.data) return html`<${Loading} error=${error} />`;
  const count = tree.infosets.length;
  const ready = shares?.length === count;
  const found = tree.infosets.findIndex(row => row.key === query.at);
  const bets = (frame?.average ?? numbers?.strategy)?.findIndex(row => row[1] >= 0.5);
  const focus = found >= 0 ? found : form === "cards" ? Math.max(0, bets ?? 0) : 0;
  const onFocus = infoset => setQuery({ at: tree.infosets[infoset].key }, { replace: true });
  const seen = { tree, numbers, frame, focus, onFocus };
  const choices = html`${learns && html`<${Choice} label="Which strategy" value=${query.show ?? "average"} options=${SHOW} onChange=${value => setQuery({ show: value === "average" ? null : value })} />`}
    ${forms.length > 1 && html`<${Choice} label="Form" value=${form} options=${forms} onChange=${value => setQuery({ view: value })} />`}`;
  const drawing = form && ready && html`<${Drawing} ...${seen} form=${form} shares=${shares} next=${query.show === "next"} />`;
  return html`<div class="stack game-page">
    ${
      learns
        ? html`<${LearnControls} tree=${tree} query=${query} variants=${variants.data} frame=${frame} other=${other} error=${error} loading=${learning.loading} />`
        : html`<${Strategy} tree=${tree} numbers=${numbers} of=${of} policy=${policy} title=${title} error=${error} />`
    }
    <div class="split">
      <${Panel} title=${{ cards: "Probability of a bet", matrix: "Payoffs" }[form] ?? "Tree"} actions=${choices}>
        ${drawing || html`<p class="muted">${form ? "" : `${tree.not_drawn} The table has every infoset.`}</p>`}
      <//>
      <section class="panel stack tight detail" aria-label="Infoset">
        ${ready && (learns ? html`<${Worked} ...${seen} other=${other?.average.length === count ? other : null} />` : html`<${Decision} ...${seen} />`)}
      </section>
    </div>
    ${ready && html`<${Panel} title="Infosets"><${learns ? LearningTable : StrategyTable} ...${seen} /><//>`}
    ${!policy && html`<${Panel} title="The game"><p>${info.rules}</p><${Parameters} info=${info} params=${query.params} made=${tree.params} onChange=${params => setQuery({ params, at: null, of: null, view: null })} /><//>`}
  </div>`;
}

// Which strategy is on the tree, and what it is worth.
function Strategy({ tree, numbers, of, policy, title, error }) {
  const family = of.startsWith("kuhn:");
  const told = numbers && html`${policy ? "" : `${numbers.about}. `}${expectations(numbers.expects)} chips a hand`;
  const exploitable =
    numbers && !policy && html`; exploitability <b>${far(numbers.exploitability < 1e-9 ? 0 : numbers.exploitability)}</b>`;
  const actions = policy
    ? html`<${Link} class="button" to="/play" query=${{ policy }}>Play against it<//>`
    : html`<${Solve} tree=${tree} />`;
  return html`<${Panel} title=${policy ? title : "Strategy"} actions=${actions}>
    <div class="columns">
      ${!policy && html`<${Select} label="On the tree" value=${family ? "kuhn:0.2" : of} options=${Object.entries(tree.strategies)} onChange=${value => setQuery({ of: value })} />`}
      ${!policy && family && html`<${Family} p=${Number(of.slice(5))} />`}
      ${error ? html`<${Wrong} error=${error} />` : html`<p aria-live="polite">${told}${exploitable}${told && "."}</p>`}
    </div>
    ${policy && html`<${PolicyTrust} id=${policy} />`}
    ${numbers?.notes.map(note => html`<${Notice} key=${note}>${note}<//>`)}
  <//>`;
}

// `params`: as in the address, or those of the policy.
function Head({ info, tab, policy, params }) {
  const query = { params: params === "{}" ? null : params };
  const game = "/games/" + info.name;
  const own = policy ? `${game}/${policy}` : game;
  const kept = policy ? {} : query;
  const link = (name, to, asked, text) =>
    html`<${Link} class="button" to=${to} query=${asked} aria-current=${tab === name ? "true" : undefined}>${text}<//>`;
  return html`<div class="row between">
    <div class="row"><h1>${info.title}</h1>${policy && html`<span class="muted">with a policy of the library</span>`}</div>
    <nav class="choice" aria-label="What to look at">
      ${link("strategies", own, kept, "Strategies")} ${link("leaks", own, { ...kept, leaks: 1 }, "Leaks")} ${link("learn", game, { ...query, learn: 1 }, "Watch CFR learn")}
    </nav>
  </div>`;
}

// Of a policy, or of who is named in the address.
function GameLeaks({ name, policy, query }) {
  const source = policy ? ofPolicy(policy) : query.who ? ofNames(name, query) : null;
  return html`${!policy && html`<p class="lead">Where does a strategy lose? Ask about a baseline, an agent or a policy.</p><${Who} game=${name} query=${query} />`}
    ${source && html`<${Leaks} key=${source.path()} source=${source} query=${query} />`}`;
}

function OneGame({ name, policy, query }) {
  const { data: info, error } = useGet(`/games/${name}`);
  const opened = useGet(policy ? `/policies/${policy}` : null);
  const params = policy ? (opened.data ? JSON.stringify(opened.data.params) : null) : (query.params ?? "{}");
  const tab = query.leaks === "1" ? "leaks" : query.learn === "1" && !policy ? "learn" : "strategies";
  const tree = useGet(params === null || tab === "leaks" ? null : `/games/${name}/tree`, { params });
  useTitle(info?.title);
  const failed = error ?? opened.error;
  if (failed)
    return html`<div class="stack"><h1>Small games</h1><${Wrong} error=${failed} /><p><${Link} to="/games">All small games<//></p></div>`;
  if (!info) return html`<${Loading} />`;
  const shown = () => {
    if (tab === "leaks") return html`<${GameLeaks} name=${name} policy=${policy} query=${query} />`;
    if (tree.error)
      return html`<${Panel} title="The game"><${Wrong} error=${tree.error} infos=${info.parameters} /><${Parameters} info=${info} params=${query.params} error=${tree.error} onChange=${changed => setQuery({ params: changed })} /><//>`;
    if (tree.data?.game !== name) return html`<${Loading} />`;
    return html`<${Shown} key=${JSON.stringify(tree.data.params)} info=${info} tree=${tree.data} query=${{ ...query, params: params === "{}" ? undefined : params }} policy=${policy} title=${opened.data?.title} />`;
  };
  return html`<div class="stack"><${Head} info=${info} tab=${tab} policy=${policy} params=${params} /> ${shown()}</div>`;
}

export default function Game({ parts, query }) {
  return parts.length ? html`<${OneGame} name=${parts[0]} policy=${parts[1] ?? null} query=${query} />` : html`<${Games} />`;
}
