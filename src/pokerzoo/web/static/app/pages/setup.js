// Set up a game: a spot, or one from the blinds on. Its parameters are fields as the game describes them; its tree and what
// solving it takes; solve. The address holds all of it.
import { html, useRef, useState } from "../html.js";
import { useGet, usePost } from "../api.js";
import { cardsIn } from "../model/cards.js";
import { nameOf, sentParams, streetsIn, untilOf } from "../model/setup.js";
import { BoardPicker } from "../ui/board_picker.js";
import { ParameterFields } from "../ui/parameters.js";
import { Choice, Loading, Panel } from "../ui/parts.js";
import { RangeEditor } from "../ui/range_editor.js";
import { SizeTables, WhoseSizes } from "../ui/size_table.js";
import { SolvePanel } from "../ui/solve_panel.js";
import { TreeList } from "../ui/tree_list.js";
import { Head, PhoneSteps, Told, useDraft } from "./setup/parts.js";
import { RakeChoice, bigBlindOf } from "./setup/rakes.js";

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
  const [step, setStep] = useState("board");
  const [shown, setShown] = useState(0);
  const { data: presets } = useGet("/presets");
  const known = useRef(streetsIn(game, params) ?? ["flop", "turn", "river"]);
  const streets = (known.current = streetsIn(game, params) ?? known.current);
  const sent = sentParams(game, params, streets);
  const { data: checked, error, waiting } = usePost(`/games/${game}/check`, { params: sent }, CHECK_PAUSE);
  const whole = useRef(null); // the last parameters without faults
  if (checked?.params && !waiting) whole.current = sent;

  const faults = checked?.faults ?? [];
  const faultAt = field => faults.find(fault => fault.field === field);
  const faultOf = name => faults.find(fault => fault.field === name || fault.field?.startsWith(name + "."));
  const faultsOf = list => faults.filter(fault => list.some(one => fault.field?.split(".")[0] === one.name));
  const put = patch => change(old => ({ params: { ...old.params, ...patch } }));
  const set = (name, value) => put({ [name]: value === "" ? undefined : value });
  const plain = infos.filter(one => !SPECIAL.includes(one.kind) && (SHOWN[one.name]?.(params, game) ?? true));
  const under = (...headings) => plain.filter(one => headings.includes(one.heading));
  const of = kind => infos.filter(one => one.kind === kind);
  const cards = under("Streets and cards");
  const rules = plain.filter(one => one.heading === RULES || (one.heading === "Bet sizes" && game === "holdem"));
  const main = plain.filter(one => !cards.includes(one) && !rules.includes(one));
  const sizes = of("sizes");
  const dead = cardsIn(params.board ?? "");
  const about = { infos, seats };
  const fields = list =>
    html`<${ParameterFields} infos=${list} params=${params} made=${checked?.params} faultAt=${faultOf} onChange=${set} />`;
  const isSpot = of("board").length > 0;
  const parts = [
    isSpot ? ["board", "Board"] : ["board", "Game"],
    ...(isSpot
      ? [
          ["sizes", "Chips and sizes"],
          ["ranges", "Ranges"],
        ]
      : sizes.length
        ? [["sizes", "Sizes"]]
        : []),
    ["tree", "Tree"],
    ["solve", "Solve"],
  ];
  const sizeTables =
    sizes.length > 0 &&
    html`<${SizeTables} infos=${sizes} params=${params} seats=${seats} streets=${streets} faultAt=${faultAt} told="sizes-told" onChange=${put} />
      <div id="sizes-told"><${Told} ...${about} faults=${faultsOf(sizes)}>${SIZES[game]}<//></div>`;
  const whose = sizes.length > 0 && html`<${WhoseSizes} infos=${sizes} params=${params} streets=${streets} onChange=${put} />`;
  const chips = html`<div class="four">${fields(main)}</div>
    <${Told} ...${about} faults=${faultsOf(main)}>${WORDS[game]}<//>
    ${infos.some(one => one.name === "rake_rate") && html`<details><summary>Rakes by name</summary><${RakeChoice} rate=${params.rake_rate} cap=${params.rake_cap} blind=${bigBlindOf(params)} onChange=${(rate, cap) => put({ rake_rate: rate || undefined, rake_cap: cap || undefined })} /></details>`}`;
  const ruled =
    rules.length > 0 &&
    html`<details><summary>${RULES}</summary><div class="three">${fields(rules)}</div><${Told} ...${about} faults=${faultsOf(rules)}>Thresholds in pots; empty: as in grey.<//></details>`;

  return html`<div class="setup" data-step=${step}>
    <${Head} presets=${presets} draft=${draft} onStart=${start => change(old => ({ ...start, solving: start.game === old.game ? old.solving : { ...old.solving, until: untilOf(start.game) } }))} />
    <${PhoneSteps} parts=${parts} at=${step} onChange=${setStep} />
    <div class="setup-main">
      ${
        isSpot
          ? html`<${Panel} title="Board" class="panel stack" data-part="board"><${BoardPicker} board=${params.board ?? ""} fault=${faultAt("board")} onChange=${board => put({ board })} /><//>
            <${Panel} title="Chips and sizes" class="panel stack" data-part="sizes" actions=${whose}>${chips} ${sizeTables} ${ruled}<//>
            <${Panel} title="Ranges" class="panel stack setup-ranges" data-part="ranges" actions=${html`<div class="range-tabs"><${Choice} label="Whose range" value=${shown} options=${seats.map((name, k) => [k, name])} onChange=${setShown} /></div>`}>
              <${Ranges} seats=${seats} params=${params} shown=${shown} faultAt=${faultAt} dead=${dead} presets=${presets} onChange=${put} />
            <//>`
          : html`<${Panel} title="Game" class="panel stack" data-part="board">${chips}<//>
            ${cards.length > 0 && html`<${Panel} title="Streets and cards" class="panel stack" data-part="board">${fields(cards)}<${Told} ...${about} faults=${faultsOf(cards)}>${endWords(game, params)}<//><//>`}
            ${(sizeTables || ruled) && html`<${Panel} title="Sizes" class="panel stack setup-sizes" data-part="sizes" actions=${whose}>${sizeTables} ${ruled}<//>`}`
      }
      <${Panel} title="Betting tree" class="panel stack setup-tree" data-part="tree">
        <${TreeList} tree=${{ address: `/games/${game}/betting`, seats }} fields=${whole.current && { params: whole.current }} removed=${params.removed ?? []} onRemoved=${of("lines").length ? removed => put({ removed: removed.length ? removed : undefined }) : null} sizesAt=${params.sizes_at ?? {}} onSizesAt=${of("sizes_at").length ? at => put({ sizes_at: Object.keys(at).length ? at : undefined }) : null} />
        ${faultsOf([...of("lines"), ...of("sizes_at")]).length > 0 && html`<${Told} ...${about} faults=${faultsOf([...of("lines"), ...of("sizes_at")])} />`}
      <//>
    </div>
    <div class="setup-rail" data-part="solve"><${SolvePanel} game=${game} named=${field => nameOf(field, infos, seats)} checked=${checked} stale=${waiting} error=${error} solving=${solving} onSolving=${next => change({ solving: next })} /></div>
  </div>`;
}

function Ranges({ seats, params, shown, faultAt, dead, presets, onChange }) {
  const ranges = params.ranges ?? [];
  const range = player => text => onChange({ ranges: seats.map((_, k) => (k === player ? text : (ranges[k] ?? ""))) });
  return html`<div class="range-pair" data-shown=${shown}>
      ${seats.map((name, k) => html`<${RangeEditor} key=${name} name=${name} text=${ranges[k] ?? ""} fault=${faultAt(`ranges.${k}`)} dead=${dead} presets=${presets?.ranges ?? []} onText=${range(k)} />`)}
    </div>
    <p class="small muted">Drag to paint; what has the weight already is taken out. Keys: arrows move, <kbd>Space</kbd> paints, <kbd>Shift</kbd> with arrows paints on, <kbd>1</kbd>–<kbd>9</kbd> paint 10% to 90%, <kbd>0</kbd> takes out.</p>`;
}

function endWords(game, { last_street: last = "preflop", showdown }) {
  if (game !== "preflop_holdem") return WORDS[game];
  if (last === "river") return "All four streets are bet. For all flops that is far too large to solve.";
  const told = last === "preflop" ? "No bets after the flop" : `No bets after the ${last}`;
  return showdown === "at_once"
    ? `${told}: the best five cards there win.`
    : `${told}: the other cards come, and hands are settled over all of them.`;
}
