// One small game: its tree with a strategy on it, or with CFR as it learns; infoset by infoset.
import { html, useMemo, useState } from "../html.js";
import { post, useGet } from "../api.js";
import { Link, navigate, setQuery } from "../route.js";
import { Choice, Field, Loading, Notice, Panel, useTitle } from "../ui/parts.js";
import { Trust } from "../ui/trust.js";
import { CardsView } from "./games/cards_view.js";
import { Decision, Worked } from "./games/detail.js";
import { HistoryTree } from "./games/history_tree.js";
import { LearnControls } from "./games/learn.js";
import { MatrixView } from "./games/matrix.js";
import { Parameters } from "./games/parameters.js";
import { PublicTree } from "./games/public_tree.js";
import { LearningTable, StrategyTable } from "./games/tables.js";
import { expectations, far, lessonOf } from "./games/words.js";
import Games from "./games.js";
import { Leaks } from "./leaks/leaks.js";
import { ofNames, ofPolicy } from "./leaks/node.js";
import { Who } from "./leaks/who.js";
import { useMeasured } from "../model/measured.js";

// Which forms a game can be drawn in, the clearest first.
function formsOf(tree) {
  const forms = [];
  if (tree.cards !== null && tree.cards > 12) forms.push(["cards", "Cards"]);
  if (tree.matrix) forms.push(["matrix", "Matrix"]);
  if (tree.histories) forms.push(["histories", "All histories"]);
  if (tree.public) forms.push(["public", "Public tree"]);
  const small = tree.histories && tree.histories.length <= 120;
  if (!small && tree.public) forms.reverse();
  return forms;
}

// How far a policy can be trusted, as where spots are browsed.
function PolicyTrust({ id }) {
  const { data } = useGet(`/policies/${encodeURIComponent(id)}`);
  const { known, ask } = useMeasured(useMemo(() => (data ? [data] : null), [data]));
  return html`<${Trust} measured=${data ? known(data) : null} onMeasure=${data ? ask(data) : null} />`;
}

const label = (text, options, value, onChange) => html`<${Field} label=${text}>
  ${tied => html`<select ...${tied} value=${value} onChange=${event => onChange(event.target.value)}>${options.map(([name, told]) => html`<option key=${name} value=${name}>${told}</option>`)}</select>`}
<//>`;

function Solve({ tree }) {
  const [error, setError] = useState(null);
  const [busy, setBusy] = useState(false);
  const solve = async () => {
    setBusy(true);
    try {
      const made = await post("/tasks", { game: tree.game, params: tree.params, until: 0.001, iterations: 100000 });
      navigate(`/solves/${made.id}`);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return html`<button class="button" onClick=${solve} disabled=${busy} title="Solve to 0.001 chips and keep the policy in the library">Solve and keep</button>${error && html`<${Notice} kind="bad">${error.message}<//>`}`;
}

// Kuhn's equilibria are a family: one for each p from 0 to 1/3.
function Family({ p }) {
  const hint = `J is bet with p, K with 3p; Q calls with p + 1/3`;
  return html`<${Field} label=${`p = ${p.toFixed(3)}`} hint=${hint}>
    ${tied => html`<input type="range" min="0" max="60" step="1" ...${tied} value=${Math.round(p * 180)} onInput=${event => setQuery({ of: `kuhn:${(Number(event.target.value) / 180).toFixed(6)}` }, { replace: true })} />`}
  <//>`;
}

function Drawing({ tree, form, shares, numbers, focus, onFocus, frame, learns, next }) {
  const caption = learns ? `Tree of ${tree.game} with a strategy that CFR has learned` : `Tree of ${tree.game} with strategies`;
  const opened = tree.public && focus !== null ? tree.infosets[focus].line : null;
  if (form === "cards") {
    const [player, card] = [tree.infosets[focus].player, focus % tree.cards];
    const of = (lists, p) => lists.slice(p * tree.cards, (p + 1) * tree.cards).map(row => row[1]);
    const alike = numbers?.curve?.bet.length === 1;
    const lines =
      learns && frame
        ? [
            { label: "average strategy", values: of(frame.average, player), name: "p0" },
            { label: "next strategy", values: of(frame.strategy, player), name: "p1" },
          ]
        : (numbers?.curve?.bet ?? []).map((values, p) => ({ label: alike ? "every player" : `player ${p}`, values }));
    return lines.length
      ? html`<${CardsView} cards=${tree.cards} lines=${lines} card=${card} onCard=${c => onFocus(player * tree.cards + c)} />`
      : null;
  }
  if (form === "matrix")
    return html`<${MatrixView} tree=${tree} shares=${shares} values=${learns ? null : numbers?.values} focus=${focus} onFocus=${onFocus} />`;
  if (form === "histories")
    return html`<${HistoryTree} tree=${tree} shares=${shares} leaks=${learns ? null : numbers?.leaks} focus=${focus} onFocus=${onFocus} caption=${caption} />`;
  const open = line => onFocus(tree.infosets.findIndex(row => row.line === line));
  return html`<${PublicTree} tree=${tree} shares=${shares} leaks=${learns ? null : numbers?.leaks} reach=${learns ? (next ? null : frame?.arrives) : numbers?.reach} focus=${focus} onFocus=${onFocus} opened=${opened} onOpen=${open} caption=${caption} />`;
}

function Legend({ tree, form, leaks }) {
  if (form === "cards" || form === "matrix") return null;
  return html`<p class="muted small">${form === "histories" ? "Dashed lines join histories that the player to move cannot tell apart: one infoset. " : ""}At the ends: net chips of ${tree.players === 2 ? "player 0" : "the players"}${form === "public" ? ", ± where cards are compared" : ""}. ${leaks?.some(lost => lost > 1e-9) ? (form === "histories" ? "Orange around a decision: what it loses. " : "Orange beside a hand: what it loses. ") : ""}Arrow keys walk through the tree.</p>`;
}

function Shown({ info, tree, query, policy, title }) {
  const learns = query.learn === "1" && !policy;
  const forms = formsOf(tree);
  const form = forms.some(([name]) => name === query.view) ? query.view : forms[0]?.[0];
  const of = query.of ?? Object.keys(tree.strategies)[0];
  const strategy = useGet(learns ? null : `/games/${tree.game}/strategy`, {
    params: query.params,
    ...(policy ? { policy } : { of }),
  });
  const lesson = lessonOf(query, query.variant);
  const learning = useGet(learns ? `/games/${tree.game}/learning` : null, lesson);
  const compared = useGet(learns && query.with ? `/games/${tree.game}/learning` : null, { ...lesson, variant: query.with });
  const variants = useGet(learns ? "/variants" : null);
  const numbers = strategy.data;
  const frame = learning.data;
  const other = query.with ? compared.data : null;
  const found = tree.infosets.findIndex(row => row.key === query.at);
  const bets = (learns ? frame?.average : numbers?.strategy)?.findIndex(row => row[1] >= 0.5);
  const focus = found >= 0 ? found : form === "cards" ? Math.max(0, bets ?? 0) : 0;
  const setFocus = infoset => setQuery({ at: tree.infosets[infoset].key }, { replace: true });
  const shares = learns ? frame?.[query.show === "next" ? "strategy" : "average"] : numbers?.strategy;
  const failed = learns ? null : strategy.error;
  const ready = learns
    ? frame && frame.average.length === tree.infosets.length
    : numbers && numbers.strategy.length === tree.infosets.length;
  // Nothing is drawn before all of it can be, so that nothing moves; later the old numbers stay until new ones are there.
  const error = learns ? (learning.error ?? compared.error) : strategy.error;
  if (!(learns ? frame && variants.data : numbers) && !error) return html`<${Loading} />`;
  if (learns && !variants.data) return html`<${Loading} error=${variants.error} />`;
  return html`<div class="stack game-page">
    ${learns && html`<${LearnControls} tree=${tree} query=${query} variants=${variants.data} frame=${frame} other=${other} error=${error} loading=${learning.loading} />`}
    ${
      !learns &&
      html`<${Panel} title=${policy ? title : "Strategy"} actions=${html`
        ${!policy && html`<${Solve} tree=${tree} />`}
        ${policy && html`<${Link} class="button" to="/play" query=${{ policy }}>Play against it<//>`}`}>
      <div class="strategy-line">
      ${
        !policy &&
        html`<div class="learn-options">${label("On the tree", Object.entries(tree.strategies), of.startsWith("kuhn:") ? "kuhn:0.2" : of, value => setQuery({ of: value }))}
        ${of.startsWith("kuhn:") && html`<${Family} p=${Number(of.slice(5))} />`}</div>`
      }
      ${failed ? html`<${Notice} kind="bad">${failed.message}<//>` : html`<p aria-live="polite" class="headline">${numbers ? html`${policy ? "" : `${numbers.about}. `}${expectations(numbers.expects)} chips a hand${policy ? "" : html`; exploitability <b>${far(Math.max(0, numbers.exploitability < 1e-9 ? 0 : numbers.exploitability))}</b>`}.` : " "}</p>`}
      </div>
      ${policy && html`<${PolicyTrust} id=${policy} />`}
      ${numbers?.notes.map(note => html`<${Notice} key=${note}>${note}<//>`)}
    <//>`
    }
    <div class="game-columns">
      <${Panel} title=${form === "cards" ? "Probability of a bet" : form === "matrix" ? "Payoffs" : "Tree"} actions=${html`
          ${
            learns &&
            html`<${Choice} label="Which strategy" value=${query.show ?? "average"} options=${[
              ["average", "Average"],
              ["next", "Next"],
            ]} onChange=${value => setQuery({ show: value === "average" ? null : value })} />`
          }
          ${forms.length > 1 && html`<${Choice} label="Form" value=${form} options=${forms} onChange=${value => setQuery({ view: value })} />`}`}>
        ${form && ready ? html`<${Drawing} ...${{ tree, form, shares, numbers, focus, onFocus: setFocus, frame, learns, next: query.show === "next" }} /><${Legend} tree=${tree} form=${form} leaks=${learns ? null : numbers?.leaks} />` : form ? html`<div class="loading" aria-busy=${failed ? "false" : "true"}>${failed ? "" : "Working it out"}</div>` : html`<p class="muted">${tree.not_drawn} The table has every infoset.</p>`}
      <//>
      <section class="panel detail" aria-label="Infoset">
        ${ready ? (learns ? html`<${Worked} tree=${tree} frame=${frame} other=${other?.average.length === tree.infosets.length ? other : null} focus=${focus} />` : html`<${Decision} tree=${tree} numbers=${numbers} focus=${focus} />`) : html`<div class="loading">${failed ? "" : " "}</div>`}
      </section>
    </div>
    ${ready && html`<${Panel} title="Infosets">${learns ? html`<${LearningTable} tree=${tree} frame=${frame} focus=${focus} onFocus=${setFocus} />` : html`<${StrategyTable} tree=${tree} numbers=${numbers} focus=${focus} onFocus=${setFocus} />`}<//>`}
    ${!policy && html`<${Panel} title="The game"><p>${info.rules}</p><${Parameters} info=${info} params=${query.params} made=${tree.params} onChange=${params => setQuery({ params, at: null, of: null, view: null })} /><//>`}
  </div>`;
}

// `params`: as in the address, or those of the policy.
function Head({ info, tab, policy, params }) {
  const query = { params: params === "{}" ? null : params };
  /** @type {[string, any]} */
  const own = policy ? [`/games/${info.name}/${policy}`, {}] : ["/games/" + info.name, query];
  const link = (name, to, given, text) =>
    html`<${Link} class="button" to=${to} query=${given} aria-current=${tab === name ? "true" : undefined}>${text}<//>`;
  return html`<div class="row between">
    <div class="row"><h1>${info.title}</h1>${policy && html`<span class="muted">with a policy of the library</span>`}</div>
    <nav class="choice" aria-label="What to look at">
      ${link("strategies", ...own, "Strategies")} ${link("leaks", own[0], { ...own[1], leaks: 1 }, "Leaks")} ${link("learn", "/games/" + info.name, { ...query, learn: 1 }, "Watch CFR learn")}
    </nav>
  </div>`;
}

export default function Game({ parts, query }) {
  if (!parts.length) return html`<${Games} />`;
  return html`<${OneGame} name=${parts[0]} policy=${parts[1] ?? null} query=${query} />`;
}

// Of a policy, or of who is named in the address.
function GameLeaks({ name, policy, query }) {
  const source = policy ? ofPolicy(policy) : query.who ? ofNames(name, query) : null;
  return html`${!policy && html`<p class="leak-lead">Where does a strategy lose? Ask about a baseline, an agent or a policy.</p><${Who} game=${name} query=${query} />`}
    ${source && html`<${Leaks} key=${source.path()} source=${source} query=${query} />`}`;
}

function OneGame({ name, policy, query }) {
  const info = useGet(`/games/${name}`);
  const opened = useGet(policy ? `/policies/${policy}` : null);
  const params = policy ? (opened.data ? JSON.stringify(opened.data.params) : null) : (query.params ?? "{}");
  const tab = query.leaks === "1" ? "leaks" : query.learn === "1" && !policy ? "learn" : "strategies";
  const tree = useGet(params === null || tab === "leaks" ? null : `/games/${name}/tree`, { params });
  useTitle(info.data?.title);
  const failed = info.error ?? opened.error;
  if (failed)
    return html`<div class="stack"><h1>Small games</h1><${Notice} kind="bad">${failed.message}<//><p><${Link} to="/games">All small games<//></p></div>`;
  if (!info.data) return html`<${Loading} />`;
  const wrong = tree.error && html`<${Notice} kind="bad">${tree.error.message}<//>`;
  return html`<div class="stack">
    <${Head} info=${info.data} tab=${tab} policy=${policy} params=${params} />
    ${tab === "leaks" && html`<${GameLeaks} name=${name} policy=${policy} query=${query} />`}
    ${wrong}
    ${wrong && html`<${Panel} title="The game"><${Parameters} info=${info.data} params=${query.params} error=${tree.error} onChange=${changed => setQuery({ params: changed })} /><//>`}
    ${tab !== "leaks" && !wrong && (tree.data && tree.data.game === name ? html`<${Shown} key=${JSON.stringify(tree.data.params)} info=${info.data} tree=${tree.data} query=${{ ...query, params: params === "{}" ? undefined : params }} policy=${policy} title=${opened.data?.title} />` : html`<${Loading} />`)}
  </div>`;
}
