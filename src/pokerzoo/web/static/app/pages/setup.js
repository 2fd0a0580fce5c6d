// Set up a spot: board, ranges, chips, sizes; its tree and what solving it takes; solve. The address holds all of it.
import { html, useRef, useState } from "../html.js";
import { useGet } from "../api.js";
import { cardsIn, streetsOf } from "../model/cards.js";
import { fieldsOf, readAddress, withPreset, writeAddress } from "../model/setup_address.js";
import { BoardPicker } from "../ui/board_picker.js";
import { Choice, Panel } from "../ui/parts.js";
import { RangeEditor } from "../ui/range_editor.js";
import { SizeTables } from "../ui/size_table.js";
import { SolvePanel } from "../ui/solve_panel.js";
import { SEATS } from "../model/words.js";
import { TreeList } from "../ui/tree_list.js";
import { usePost } from "../use_post.js";
import { BlindSetup } from "./setup/blinds.js";
import { RakeChoice } from "./setup/rakes.js";
import { Head, Numbers, PhoneSteps, Told, useDraft, WhoseSizes } from "./setup/parts.js";

const CHECK_PAUSE = 250;
const TREE = { address: "/games/holdem/betting", seats: SEATS };
const PARTS = [
  ["board", "Board"],
  ["sizes", "Chips and sizes"],
  ["ranges", "Ranges"],
  ["tree", "Tree"],
  ["solve", "Solve"],
];
const CHIPS = [
  ["pot", "Pot", "50"],
  ["stack", "Stack behind", "100"],
  ["rake-rate", "Rake", "5%"],
  ["rake-cap", "Rake cap", "none"],
];
const RULES = [
  ["add-allin-threshold", "Add all-in up to", "1.5", "All-in is added where it is at most so many times the pot."],
  [
    "force-allin-threshold",
    "Force all-in below",
    "0.15",
    "A size is all-in where it would leave at most so many times the pot.",
  ],
  ["merging-threshold", "Merge sizes within", "0.1", "Of two sizes this close the smaller is dropped."],
  ["raise-cap", "Bets a street", "no cap", "The most bets and raises on a street, all-in ones included."],
  ["min-bet", "Smallest bet", "1", "Also the smallest raise beyond the call."],
  ["chip", "Round to", "1", "Bets are rounded to multiples of this."],
];

export default function Setup({ query }) {
  return query.game ? html`<${BlindSetup} query=${query} />` : html`<${SpotSetup} query=${query} />`;
}

function SpotSetup({ query }) {
  const [draft, change] = useDraft(query, readAddress, writeAddress);
  const [shown, setShown] = useState(0);
  const [step, setStep] = useState("board");
  const { data: presets } = useGet("/presets");
  const dead = cardsIn(draft.board);
  const known = useRef(["flop", "turn", "river"]);
  const streets = streetsOf(dead) ?? known.current;
  known.current = streets;
  const fields = { params: fieldsOf(draft, streets) };
  const { data: checked, error, waiting } = usePost("/games/holdem/check", fields, CHECK_PAUSE);
  const whole = useRef(null);
  if (checked?.params && !waiting) whole.current = fields;

  const faults = checked?.faults ?? [];
  const faultAt = field => faults.find(fault => fault.field === field);
  const faultsOf = (...names) =>
    faults.filter(fault => names.some(name => fault.field === name || fault.field?.startsWith(name + ".")));
  const number = (key, text) => change(old => ({ numbers: { ...old.numbers, [key]: text } }));
  const rake = (rate, cap) => change(old => ({ numbers: { ...old.numbers, "rake-rate": rate, "rake-cap": cap } }));
  const range = player => text =>
    change(old => ({ ranges: old.ranges.map((other, place) => (place === player ? text : other)) }));

  return html`<div class="setup" data-step=${step}>
    <${Head} presets=${presets} begins="spot" onSpot=${params => change(old => withPreset(old, params))} />
    <${PhoneSteps} parts=${PARTS} at=${step} onChange=${setStep} />
    <div class="setup-main">
      <${Panel} title="Board" class="panel stack" data-part="board">
        <${BoardPicker} board=${draft.board} fault=${faultAt("board")} onChange=${board => change({ board })} />
      <//>
      <${Panel} title="Chips and sizes" class="panel stack" data-part="sizes" actions=${html`<${WhoseSizes} byPlayer=${draft.byPlayer} onChange=${change} />`}>
        <div class="four"><${Numbers} rows=${CHIPS} numbers=${draft.numbers} faultAt=${faultAt} onChange=${number} /></div>
        <${Told} faults=${faultsOf("pot", "stack", "rake_rate", "rake_cap")}>Rake as a share of the pot: 5% or 0.05.<//>
        <details>
          <summary>Rakes by name</summary>
          <${RakeChoice} rate=${draft.numbers["rake-rate"]} cap=${draft.numbers["rake-cap"]} blind=${null} onChange=${rake} />
        </details>
        <${SizeTables} draft=${draft} seats=${SEATS} streets=${streets} faultAt=${faultAt} told="sizes-told" onChange=${change} />
        <div id="sizes-told"><${Told} seats=${SEATS} faults=${faultsOf("bet_sizes", "raise_sizes", "donk_sizes")}>33% of the pot, 100c chips, e geometric, a all-in; raises also 2.5x the bet. Donk bets: “none” for no such bets.<//></div>
        <details>
          <summary>Rules of sizes</summary>
          <div class="three"><${Numbers} rows=${RULES} numbers=${draft.numbers} faultAt=${faultAt} onChange=${number} /></div>
          <${Told} faults=${faultsOf("add_allin_threshold", "force_allin_threshold", "merging_threshold", "raise_cap", "min_bet", "chip")}>Thresholds in pots; empty: as in grey.<//>
        </details>
      <//>
      <${Panel} title="Ranges" class="panel stack setup-ranges" data-part="ranges" actions=${html`<div class="range-tabs"><${Choice} label="Whose range" value=${shown} options=${SEATS.map((name, k) => [k, name])} onChange=${setShown} /></div>`}>
        <div class="range-pair" data-shown=${shown}>
          ${SEATS.map((name, player) => html`<${RangeEditor} key=${name} name=${name} text=${draft.ranges[player]} fault=${faultAt(`ranges.${player}`)} dead=${dead} presets=${presets?.ranges ?? []} onText=${range(player)} />`)}
        </div>
        <p class="small muted">Drag to paint; what has the weight already is taken out. Keys: arrows move, <kbd>Space</kbd> paints, <kbd>Shift</kbd> with arrows paints on, <kbd>1</kbd>–<kbd>9</kbd> paint 10% to 90%, <kbd>0</kbd> takes out.</p>
      <//>
      <${Panel} title="Betting tree" class="panel stack setup-tree" data-part="tree">
        <${TreeList} tree=${TREE} fields=${whole.current} removed=${draft.removed} onRemoved=${removed => change({ removed })} sizesAt=${draft.sizesAt} onSizesAt=${sizesAt => change({ sizesAt })} />
        ${faultsOf("removed", "sizes_at", "max_nodes").length > 0 && html`<${Told} faults=${faultsOf("removed", "sizes_at", "max_nodes")} />`}
      <//>
    </div>
    <div class="setup-rail" data-part="solve"><${SolvePanel} checked=${checked} stale=${waiting} error=${error} solving=${draft.solving} onSolving=${solving => change({ solving })} /></div>
  </div>`;
}
