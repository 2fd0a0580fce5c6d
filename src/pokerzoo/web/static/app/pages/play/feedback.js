// What the coach says of decisions: the mix of the coach's policy as bars, what each action is worth, and what the choice lost.
import { html } from "../../html.js";
import { chips, percent } from "../../ui/numbers.js";
import { Panel } from "../../ui/parts.js";
import { kindOf } from "../../ui/words.js";

const VERDICTS = { best: ["Best", "good"], fine: ["Fine", "good"], inaccuracy: ["Inaccuracy", "warn"], mistake: ["Mistake", "bad"], unsure: ["Too close to say", ""], unknown: ["Not known", ""] };

export const Verdict = ({ name }) => html`<span class=${"play-verdict " + VERDICTS[name][1]}>${VERDICTS[name][0]}</span>`;

// `latest`: only the last decision is of interest, the hand goes on.
export function Feedback({ decisions, waits, latest = false }) {
  const shown = latest ? decisions.slice(-1) : decisions;
  return html`<${Panel} title="Coach">
    <div class="play-feedback stack">
      ${shown.length === 0 && html`<p class="muted">${waits}</p>`}
      ${shown.map((one, k) => html`<${Decision} key=${k} decision=${one} number=${decisions.length > 1 ? decisions.length - shown.length + k + 1 : null} />`)}
      ${shown.length > 0 && html`<${Meaning} />`}
    </div>
  <//>`;
}

export const Meaning = () => html`<p class="small muted">EV: chips you expect at the end of the hand if all play the coach's policy from here on, as your opponent may not.</p>`;

export function Decision({ decision, number = null }) {
  const { options, lost, lost_pot_percent: share, verdict, infoset, error } = decision;
  return html`<div class="stack tight">
    <div class="row">
      ${number !== null && html`<span class="muted small">Decision ${number}</span>`}
      <${Verdict} name=${verdict} />
      <span>${told(verdict, lost, share, error)}</span>
    </div>
    <table class="play-options">
      <caption class="sr-only">Actions at ${infoset}: how often the coach's policy takes them, and what they are worth in chips</caption>
      <thead><tr><th scope="col">action</th><th scope="col" class="text">coach's policy</th><th scope="col">EV</th></tr></thead>
      <tbody>
        ${options.map(
          (one) => html`<tr key=${one.id} class=${one.chosen ? "chosen" : ""}>
            <th scope="row">${one.name}${one.chosen && html` <span class="play-mark">you</span>`}</th>
            <td class="text"><div class="play-bar-row"><div class="play-bar"><div class=${"play-fill " + kindOf(one.name)} style=${{ width: `${100 * one.probability}%` }}></div></div><span class="number">${percent(one.probability, 0)}</span></div></td>
            <td>${chips(one.ev, { signed: true })}${one.best ? html` <span class="play-star" title="no action is worth more"><span aria-hidden="true">★</span><span class="sr-only">best</span></span>` : html` <span class="play-star" aria-hidden="true"></span>`}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function told(verdict, lost, share, error) {
  if (verdict === "unknown") return "The coach's policy never leads here, so it does not say what others hold.";
  if (verdict === "unsure") return `The coach's own EVs may be off by more than what this choice seems to lose (±${chips(error)} chips).`;
  if (verdict === "best") return "Nothing lost.";
  if (lost < 0.005) return "Next to nothing lost.";
  return `Lost ${chips(lost)} chips${share === null ? "" : `, ${share.toFixed(share < 10 ? 1 : 0)}% of the pot`}.`;
}
