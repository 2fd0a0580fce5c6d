// Set up a game from the blinds on: blinds, stacks, streets with betting, sizes; what solving it takes; solve.
import { html, useRef, useState } from "../../html.js";
import { useGet } from "../../api.js";
import { BLIND_SEATS, blindFieldsOf, readBlinds, streetsTo, withBlindPreset, writeBlinds } from "../../model/blind_address.js";
import { Choice, Panel } from "../../ui/parts.js";
import { SizeTables } from "../../ui/size_table.js";
import { SolvePanel } from "../../ui/solve_panel.js";
import { TreeList } from "../../ui/tree_list.js";
import { usePost } from "../../use_post.js";
import { Head, Numbers, PhoneSteps, Told, useDraft, WhoseSizes } from "./parts.js";
import { RakeChoice, bigBlindOf } from "./rakes.js";

const CHECK_PAUSE = 250;
const PARTS = [
  ["game", "Game"],
  ["sizes", "Sizes"],
  ["tree", "Tree"],
  ["solve", "Solve"],
];
const GAMES = [
  ["preflop_holdem", "No-limit"],
  ["fhp", "Fixed bets to the flop"],
];
const CHIPS = {
  preflop_holdem: [
    ["blinds", "Blinds", "0.5/1"],
    ["stack", "Stack", "chips"],
    ["ante", "Ante", "0", "Chips that each player antes."],
    ["rake-rate", "Rake", "5%"],
    ["rake-cap", "Rake cap", "none"],
  ],
  fhp: [
    ["blinds", "Blinds", "50/100"],
    ["bet", "Bet and raise", "100"],
    ["raise-cap", "Bets a street", "4", "The most bets and raises on a street; before the flop the big blind is one."],
  ],
};
const LAST_STREETS = [
  ["preflop", "Preflop"],
  ["flop", "Flop"],
  ["turn", "Turn"],
  ["river", "River"],
];
const FLOPS = [
  ["all", "All 1,755"],
  ["flops:25", "25 for all"],
  ["flops:100", "100 for all"],
  ["flops:300", "300 for all"],
];
const SHOWDOWNS = [
  ["run_out", "All cards come"],
  ["at_once", "Hands are shown"],
];
const RULES = [
  [
    "raise-cap",
    "Bets a street",
    "no cap",
    "The most bets and raises on a street, all-in ones included; before the flop the big blind is one.",
  ],
  ["chip", "Round to", "0.1", "Bets are rounded to multiples of this."],
  ["add-allin-threshold", "Add all-in up to", "1.5", "All-in is added where it is at most so many times the pot."],
  [
    "force-allin-threshold",
    "Force all-in below",
    "0.15",
    "A size is all-in where it would leave at most so many times the pot.",
  ],
  ["merging-threshold", "Merge sizes within", "0.1", "Of two sizes this close the smaller is dropped."],
];

export function BlindSetup({ query }) {
  const [draft, change] = useDraft(query, readBlinds, writeBlinds);
  const { data: presets } = useGet("/presets");
  const { game, texts } = draft;
  const fields = { params: blindFieldsOf(draft) };
  const { data: checked, error, waiting } = usePost(`/games/${game}/check`, fields, CHECK_PAUSE);
  const wide = useRef(matchMedia("(min-width: 78rem)").matches).current; // there sizes stand beside two panels
  const shown = useRef(null);
  if (checked) shown.current = checked;
  const whole = useRef(null);
  if (checked?.params && !waiting) whole.current = { game, fields };
  const faults = checked?.faults ?? [];
  const faultAt = field =>
    faults.find(fault => fault.field === field || (field === "blinds" && fault.field?.startsWith("blinds.")));
  const faultsOf = (...names) =>
    faults.filter(fault => names.some(name => fault.field === name || fault.field?.startsWith(name + ".")));
  const text = (key, value) => change(old => ({ texts: { ...old.texts, [key]: value } }));
  const rake = (rate, cap) => change(old => ({ texts: { ...old.texts, "rake-rate": rate, "rake-cap": cap } }));
  const choose = name => change(old => ({ ...readBlinds({ game: name }), solving: old.solving }));
  const lastStreet = name =>
    change(old => ({
      texts: {
        ...old.texts,
        "last-street": name,
        showdown: name === "flop" || name === "turn" ? old.texts.showdown : "run_out",
        flops: name === "preflop" ? "all" : old.texts.flops,
      },
    }));
  const [step, setStep] = useState("game");
  const limited = game === "preflop_holdem";
  const atOnce = texts["last-street"] === "flop" || texts["last-street"] === "turn";
  const known = FLOPS.some(([name]) => name === texts.flops);
  const flops = html`<div class="row"><span class="small">Flops:</span><${Choice} label="Flops that are dealt" value=${texts.flops} options=${known ? FLOPS : [...FLOPS, [texts.flops, texts.flops]]} onChange=${name => text("flops", name)} /></div>`;
  return html`<div class="setup" data-step=${step}>
    <${Head} presets=${presets} begins="blinds" onBlinds=${(game, params) => change(old => withBlindPreset(old, game, params))} />
    <${PhoneSteps} parts=${limited ? PARTS : PARTS.filter(([name]) => name !== "sizes")} at=${step} onChange=${setStep} />
    <div class="setup-main">
      <${Panel} title="Game" class="panel stack" data-part="game">
        <div class="row"><${Choice} label="Which game" value=${game} options=${GAMES} onChange=${choose} /></div>
        <div class="three"><${Numbers} rows=${CHIPS[game]} numbers=${texts} faultAt=${faultAt} onChange=${text} /></div>
        <${Told} faults=${faultsOf("blinds", "stack", "ante", "bet", "rake_rate", "rake_cap", ...(limited ? [] : ["raise_cap"]))}>The small blind has the button. It acts first before the flop, and last after it.<//>
        ${limited && html`<details><summary>Rakes by name</summary><${RakeChoice} rate=${texts["rake-rate"]} cap=${texts["rake-cap"]} blind=${bigBlindOf(texts.blinds)} onChange=${rake} /></details>`}
      <//>
      <${Panel} title=${limited ? "The last street with bets" : "Cards"} class="panel stack" data-part="game">
        ${
          limited
            ? html`<div class="row"><${Choice} label="The last street with bets" value=${texts["last-street"]} options=${LAST_STREETS} onChange=${lastStreet} /></div>
              ${atOnce && html`<div class="row"><span class="small">Then:</span><${Choice} label="After the last bets" value=${texts.showdown} options=${SHOWDOWNS} onChange=${name => text("showdown", name)} /></div>`}
              ${texts["last-street"] !== "preflop" && flops}
              <${Told} faults=${faultsOf("last_street", "showdown", "flops")}>${endWords(texts)}<//>`
            : html`<div class="row"><${Choice} label="Deck" value=${texts.deck} options=${[
                ["standard", "52 cards"],
                ["royal", "20 cards"],
              ]} onChange=${name => change(old => ({ texts: { ...old.texts, deck: name, flops: "all" } }))} /></div>
              ${texts.deck === "standard" && flops}
              <${Told} faults=${faultsOf("flops")}>Betting before the flop and on it; then hands are shown with three public cards.<//>`
        }
      <//>
      ${
        limited &&
        html`<${Panel} title="Sizes" class="panel stack setup-sizes" data-part="sizes" actions=${html`<${WhoseSizes} byPlayer=${draft.byPlayer} onChange=${change} />`}>
        <${SizeTables} draft=${draft} seats=${BLIND_SEATS} streets=${streetsTo(texts["last-street"])} faultAt=${faultAt} told="sizes-told" onChange=${change} />
        <div id="sizes-told"><${Told} seats=${BLIND_SEATS} faults=${faultsOf("bet_sizes", "raise_sizes", "donk_sizes")}>Raises: 2.5x the bet, 3bb to three big blinds, 60% of the pot, a all-in. The blinds are the first bet before the flop.<//></div>
        <details open=${wide}>
          <summary>Rules of sizes</summary>
          <div class="three"><${Numbers} rows=${RULES} numbers=${texts} faultAt=${faultAt} onChange=${text} /></div>
          <${Told} faults=${faultsOf("add_allin_threshold", "force_allin_threshold", "merging_threshold", "raise_cap", "chip")}>Thresholds in pots; empty: as in grey.<//>
        </details>
      <//>`
      }
      <${Panel} title="Betting tree" class="panel stack setup-tree" data-part="tree">
        <${TreeList} tree=${{ address: `/games/${game}/betting`, seats: BLIND_SEATS }} fields=${whole.current?.game === game ? whole.current.fields : null} removed=${draft.removed} onRemoved=${limited ? removed => change({ removed }) : null} />
        ${faultsOf("removed", "max_nodes").length > 0 && html`<${Told} faults=${faultsOf("removed", "max_nodes")} />`}
      <//>
    </div>
    <div class="setup-rail" data-part="solve"><${SolvePanel} game=${game} seats=${BLIND_SEATS} checked=${shown.current && waiting ? shown.current : checked} stale=${waiting} error=${error} solving=${draft.solving} onSolving=${solving => change({ solving })} /></div>
  </div>`;
}

function endWords({ "last-street": last, showdown }) {
  if (last === "river") return "All four streets are bet. For all flops that is far too large to solve.";
  const told = last === "preflop" ? "No bets after the flop" : `No bets after the ${last}`;
  return showdown === "at_once"
    ? `${told}: the best five cards there win.`
    : `${told}: the other cards come, and hands are settled over all of them.`;
}
