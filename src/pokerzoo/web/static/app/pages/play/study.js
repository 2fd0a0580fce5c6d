// "Study this hand": a street of a whole hand that is over, taken into the set-up of a spot.
import { get } from "../../api.js";
import { html, useState } from "../../html.js";
import { STREETS } from "../../model/cards.js";
import { ofHand } from "../../model/setup.js";
import { navigate } from "../../route.js";
import { Panel, Wrong } from "../../ui/parts.js";

// The streets on which something was decided, by the steps of the hand.
function streetsOf(steps) {
  const boards = k => steps.slice(0, k).filter(({ kind }) => kind === "board").length;
  const acted = steps.map(({ kind }, k) => (kind === "action" ? boards(k) - 1 : -1));
  return STREETS.filter((_, street) => acted.includes(street));
}

export function Study({ id, hand }) {
  const [error, setError] = useState(null);
  const streets = streetsOf(hand.steps);
  const study = street =>
    get(`/play/${encodeURIComponent(id)}/hands/${hand.number}/spot`, { street })
      .then(({ params }) => navigate("/setup", ofHand({}, params)))
      .catch(setError);
  return html`<${Panel} title="Study this hand">
    <p class=${streets.length ? "" : "muted"}>${streets.length ? "Set up its spot, with the ranges and sizes that the set-up starts with." : "Nothing was decided after the flop."}</p>
    <div class="row">${streets.map(name => html`<button key=${name} type="button" class="button small" onClick=${() => study(name)}>From the ${name}</button>`)}</div>
    <${Wrong} error=${error} />
  <//>`;
}
