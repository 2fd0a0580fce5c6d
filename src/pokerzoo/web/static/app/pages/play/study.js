// "Study this hand": a street of a whole hand that is over, taken into the set-up of a spot.
import { html, useState } from "../../html.js";
import { get } from "../../api.js";
import { STREETS } from "../../model/cards.js";
import { navigate } from "../../route.js";
import { ofHand } from "../../model/setup.js";
import { Notice, Panel } from "../../ui/parts.js";
import { capital } from "../../model/words.js";

// The streets on which something was decided, by the steps of the hand.
function streetsOf(steps) {
  const found = new Set();
  let street = -1;
  for (const { kind } of steps) {
    if (kind === "board") street += 1;
    else if (kind === "action" && street >= 0) found.add(STREETS[street]);
  }
  return STREETS.filter(name => found.has(name));
}

export function Study({ id, hand }) {
  const [error, setError] = useState(null);
  const streets = streetsOf(hand.steps);
  const study = async street => {
    try {
      const { params } = await get(`/play/${encodeURIComponent(id)}/hands/${hand.number}/spot`, { street });
      navigate("/setup", ofHand({}, params));
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<${Panel} title="Study this hand">
    ${
      streets.length === 0
        ? html`<p class="muted">Nothing was decided after the flop.</p>`
        : html`<p>Set up its spot, with the ranges and sizes that the set-up starts with.</p>
          <div class="row">${streets.map(name => html`<button key=${name} type="button" class="button small" onClick=${() => study(name)}>From the ${name}</button>`)}</div>`
    }
    ${error && html`<${Notice} kind="bad">${capital(error.message)}<//>`}
  <//>`;
}
