// The choice of how amounts are told: EVs from here on or net; chips, big blinds or percent of the pot.
import { html, useState } from "../html.js";
import { FROM, UNITS, chooseEvs } from "../model/evs.js";
import { Choice } from "./parts.js";

const MEANING =
  "From here on: what a player gets from this node on, a fold is worth 0. Net: chips at the end of the hand less what was put in, the player's part of the starting pot included.";

// `bigBlind`: of the game; null where it has none, or many spots stand together: then it is asked for, and held by the address.
export function EvChoice({ evs: { from, unit, blind }, bigBlind = null }) {
  const [asks, setAsks] = useState(false);
  const units = bigBlind === null ? UNITS : UNITS.filter(([name]) => name !== "chips").concat([UNITS[0]]);
  const change = name => {
    setAsks(name === "bb" && !blind);
    if (name !== "bb" || blind) chooseEvs({ unit: name }, { unit: name });
  };
  const set = event => {
    event.preventDefault();
    setAsks(false);
    chooseEvs({ unit: "bb" }, { unit: "bb", bb: String(new FormData(event.target).get("bb")) });
  };
  return html`<div class="row">
    <span class="muted small" title=${MEANING}>EV</span>
    <${Choice} label="EVs are" value=${from} options=${FROM} onChange=${name => chooseEvs({ from: name }, { ev: name })} />
    <${Choice} label="Amounts in" value=${asks ? "bb" : unit} options=${units} onChange=${change} />
    ${asks && html`<form class="row" onSubmit=${set}><label class="small">Chips of a big blind <input type="number" name="bb" min="0.0001" step="any" required autofocus /></label><button class="button small">Set</button></form>`}
  </div>`;
}
