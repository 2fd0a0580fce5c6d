// An answer as the solution judges it: what it loses, how often the solution takes each action, and what each is worth.
import { html, useState } from "../../html.js";
import { post } from "../../api.js";
import { Link, navigate } from "../../route.js";
import { EvChoice, evHead, evText, evWords, readEvs, withEvs } from "../../browse/evs.js";
import { chips, percent } from "../../ui/numbers.js";
import { Notice } from "../../ui/parts.js";
import { UNITS, Verdict } from "../play/feedback.js";
import { classOf } from "./address.js";

// `data` is the question as it was sent; EVs are in the unit that was chosen last, as on the page to browse.
export function Judged({ data, answer, query }) {
  const { question } = data;
  const { verdict, lost_pot_percent: share, options, token } = answer;
  const spot = { ...data, evs: readEvs(query, data) };
  const put = [question.paid];
  const { action_ev: evs, ev_lost: lost } = withEvs({ player: 0, action_ev: options.map((one) => one.ev), ev_lost: options.map((one) => one.lost) }, spot, put);
  const error = withEvs({ ev_lost: answer.error }, spot, put).ev_lost;
  return html`<section class="panel stack" aria-label="The answer">
    <div class="row" role="status"><${Verdict} name=${verdict} /><span>${lostWords(verdict, lost[options.findIndex((one) => one.token === token)], share, error, spot.evs.unit)}</span></div>
    <table class="play-options">
      <caption class="sr-only">Actions with this hand: how often the solution takes them, what they are worth, and what they lose</caption>
      <thead><tr><th scope="col">Action</th><th scope="col" class="text">Solution</th><th scope="col">${evHead(spot)}</th><th scope="col">Lost</th></tr></thead>
      <tbody>
        ${options.map((one, k) => {
          const { name, colour } = question.actions[k];
          return html`<tr key=${one.token} class=${one.token === token ? "chosen" : ""}>
            <th scope="row">${name}${one.token === token && html` <span class="play-mark">you</span>`}</th>
            <td class="text"><div class="play-bar-row"><div class="play-bar"><div class="play-fill" style=${{ width: `${100 * one.frequency}%`, background: colour }}></div></div><span class="number">${percent(one.frequency, 0)}</span></div></td>
            <td>${evText(spot, evs[k])}</td>
            <td>${one.verdict === "best" ? html`<span class="play-star" title="no action is worth more"><span aria-hidden="true">★</span><span class="sr-only">best</span></span>` : chips(lost[k])}</td>
          </tr>`;
        })}
      </tbody>
    </table>
    <div class="row between"><p class="small muted">${evWords(spot)}, if both play the solution from then on.</p><${EvChoice} spot=${spot} /></div>
    <${Browse} question=${question} />
  </section>`;
}

// A link to the node; of a sweep's spot the policy is opened first.
function Browse({ question: { spot, line, hand } }) {
  const [error, setError] = useState(null);
  const [kind, id, key] = spot.split(":");
  const query = { line, hand: classOf(hand) };
  const to = (policy) => `/browse/${encodeURIComponent(policy)}`;
  if (kind === "policy") return html`<p><${Link} to=${to(id)} query=${query}>This node in Browse<//></p>`;
  const open = () => post(`/sweeps/${encodeURIComponent(id)}/policies/${encodeURIComponent(key)}`).then((entry) => navigate(to(entry.id), query)).catch(setError);
  return html`<div><button type="button" class="button small" onClick=${open}>This node in Browse</button>${error && html`<${Notice} kind="bad">${error.message}<//>`}</div>`;
}

const lostWords = (verdict, lost, share, error, unit) =>
  verdict === "unsure" ? `The solution's own EVs may be off by more than what this seems to lose (±${chips(error)}${UNITS[unit]}).`
  : verdict === "best" ? "Nothing lost."
  : `Lost ${lost < 0.005 ? "less than 0.01" : chips(lost)}${UNITS[unit]}, ${share < 0.05 ? "less than 0.1" : share.toFixed(share < 10 ? 1 : 0)}% of the pot here.`;
