// Set up a game: a spot, or one from the blinds on. Its parameters are fields as the game describes them; its tree and what
// solving it takes; solve. The address holds all of it.
import { useGet, usePost } from "../api.js";
import { html, useRef } from "../html.js";
import { cardsIn } from "../model/cards.js";
import { nameOf, sentParams, streetsIn, untilOf } from "../model/setup.js";
import { BoardPicker } from "../ui/card_grid.js";
import { ParameterFields, SizeTables, WhoseSizes } from "../ui/parameters.js";
import { Loading, Panel } from "../ui/parts.js";
import { RangeEditor } from "../ui/range_editor.js";
import { SolvePanel } from "../ui/solve_panel.js";
import { TreeList } from "../ui/tree_list.js";
import { Head, Told, useDraft } from "./setup/parts.js";

const CHECK_PAUSE = 250;
const SPECIAL = ["board", "ranges", "sizes", "lines", "sizes_at"]; // kinds with parts of the page of their own
const RULES = "Rules of sizes";
// Parameters that say something only together with others.
const SHOWN = {
  showdown: ({ last_street: last }) => last === "flop" || last === "turn",
  flops: ({ last_street: last, deck }, game) => (game === "fhp" ? deck !== "royal" : last !== undefined && last !== "preflop"),
  no_flop_no_drop: ({ rake_rate: rate }) => Boolean(rate),
  bet: ({ limit }, game) => game === "fhp" || limit === "fixed-limit",
};
const WORDS = {
  holdem: "Rake as a share of the pot: 5% or 0.05. What is empty is as in grey.",
  preflop_holdem: "The small blind has the button. It acts first before the flop, and last after it.",
  fhp: "Betting before the flop and on it; then hands are shown with three public cards.",
};
const SIZES = {
  holdem: "33% of the pot, 100c chips, e geometric, a all-in; raises also 2.5x the bet. Donk bets: “none” for no such bets.",
  preflop_holdem:
    "Raises: 2.5x the bet, 3bb to three big blinds, 60% of the pot, a all-in. The blinds are the first bet before the flop.",
};

export default function Setup({ query }) {
  const [draft, change, info] = useDraft(query);
  return info
    ? html`<${Form} key=${draft.game} draft=${draft} change=${change} info=${info} />`
    : html`<h1 class="sr-only">Set up</h1><${Loading} />`;
}

function Form({ draft, change, info }) {
  const { game, params, solving } = draft;
  const { parameters: infos, seats } = info;
  const { data: presets } = useGet("/presets");
  const known = useRef(streetsIn(game, params) ?? ["flop", "turn", "river"]);
  const streets = (known.current = streetsIn(game, params) ?? known.current);
  const sent = sentParams(game, params, streets);
  const { data: checked, error, loading } = usePost(`/games/${game}/check`, { params: sent }, CHECK_PAUSE);
  const whole = useRef(null); // the last parameters without faults
  if (checked?.params && !loading) whole.current = sent;

  const faults = checked?.faults ?? [];
  const faultAt = field => faults.find(fault => fault.field === field);
  const faultOf = name => faults.find(fault => fault.field === name || fault.field?.startsWith(name + "."));
  const put = patch => change(old => ({ params: { ...old.params, ...patch } }));
  const set = (name, value) => put({ [name]: value });
  const start = ({ game: to, params: own }) =>
    change(old => ({ game: to, params: own, solving: to === old.game ? old.solving : { ...old.solving, until: untilOf(to) } }));
  const of = kind => infos.filter(one => one.kind === kind);
  const plain = infos.filter(one => !SPECIAL.includes(one.kind) && (SHOWN[one.name]?.(params, game) ?? true));
  const cards = plain.filter(one => one.heading === "Streets and cards");
  const rules = plain.filter(one => one.heading === RULES || (one.heading === "Bet sizes" && game === "holdem"));
  const main = plain.filter(one => !cards.includes(one) && !rules.includes(one));
  const [sizes, lines] = [of("sizes"), [...of("lines"), ...of("sizes_at")]];
  const dead = cardsIn(params.board ?? "");
  const isSpot = of("board").length > 0;
  const kept = value => (Object.keys(value).length ? value : undefined);
  const fields = list =>
    html`<div class="fields"><${ParameterFields} infos=${list} params=${params} made=${checked?.params} faultAt=${faultOf} onChange=${set} /></div>`;
  const told = (list, words = null) =>
    html`<${Told} infos=${infos} seats=${seats} faults=${faults.filter(fault => list.some(one => fault.field?.split(".")[0] === one.name))}>${words}<//>`;

  const chips = html`${fields(main)} ${told(main, WORDS[game])}`;
  const sizeTables =
    sizes.length > 0 &&
    html`<${SizeTables} infos=${sizes} params=${params} seats=${seats} streets=${streets} faultAt=${faultAt} told="sizes-told" onChange=${put} />
      <div id="sizes-told">${told(sizes, SIZES[game])}</div>`;
  const ruled =
    rules.length > 0 &&
    html`<details><summary>${RULES}</summary>${fields(rules)} ${told(rules, "Thresholds in pots; empty: as in grey.")}</details>`;
  const whose = sizes.length > 0 && html`<${WhoseSizes} infos=${sizes} params=${params} streets=${streets} onChange=${put} />`;
  const ranges = seats.map((_, k) => params.ranges?.[k] ?? "");
  const editor = (name, k) =>
    html`<${RangeEditor} key=${name} name=${name} text=${ranges[k]} fault=${faultAt(`ranges.${k}`)} dead=${dead} presets=${presets?.ranges ?? []} onText=${text => put({ ranges: ranges.with(k, text) })} />`;

  const spot =
    () => html`<${Panel} title="Board"><${BoardPicker} board=${params.board ?? ""} fault=${faultAt("board")} onChange=${board => put({ board })} /><//>
    <${Panel} title="Chips and sizes" actions=${whose}>${chips} ${sizeTables} ${ruled}<//>
    <${Panel} title="Ranges" class="panel stack whole">
      <div class="columns">${seats.map(editor)}</div>
      <p class="small muted">Drag to paint; what has the weight already is taken out. Keys: arrows move, <kbd>Space</kbd> paints, <kbd>Shift</kbd> with arrows paints on, <kbd>1</kbd>–<kbd>9</kbd> paint 10% to 90%, <kbd>0</kbd> takes out.</p>
    <//>`;
  const blinds = () => html`<div class="stack">
      <${Panel} title="Game">${chips}<//>
      ${cards.length > 0 && html`<${Panel} title="Streets and cards">${fields(cards)} ${told(cards, endWords(game, params))}<//>`}
    </div>
    ${(sizeTables || ruled) && html`<${Panel} title="Sizes" actions=${whose}>${sizeTables} ${ruled}<//>`}`;
  return html`<div class="setup">
    <${Head} presets=${presets} draft=${draft} onStart=${start} />
    <div class="setup-main">
      ${isSpot ? spot() : blinds()}
      <${Panel} title="Betting tree" class="panel stack whole">
        <${TreeList} tree=${{ address: `/games/${game}/betting`, seats }} fields=${whole.current && { params: whole.current }}
          removed=${params.removed ?? []} onRemoved=${of("lines").length ? removed => put({ removed: kept(removed) }) : null}
          sizesAt=${params.sizes_at ?? {}} onSizesAt=${of("sizes_at").length ? at => put({ sizes_at: kept(at) }) : null} />
        ${told(lines)}
      <//>
    </div>
    <div class="setup-rail"><${SolvePanel} game=${game} named=${field => nameOf(field, infos, seats)} checked=${checked} stale=${loading} error=${error} solving=${solving} onSolving=${next => change({ solving: next })} /></div>
  </div>`;
}

function endWords(game, { last_street: last = "preflop", showdown }) {
  if (game !== "preflop_holdem") return WORDS[game];
  if (last === "river") return "All four streets are bet. For all flops that is far too large to solve.";
  const told = last === "preflop" ? "No bets after the flop" : `No bets after the ${last}`;
  return showdown === "at_once"
    ? `${told}: the best five cards there win.`
    : `${told}: the other cards come, and hands are settled over all of them.`;
}
