// Progress by day, as a chart and a table, and the questions that come again.
import { html } from "../../html.js";
import { href, Link } from "../../route.js";
import { count, counted } from "../../ui/numbers.js";
import { Panel } from "../../ui/parts.js";
import { classOf } from "./address.js";

export const lostOf = (score) => (score.lost_pot_percent === null ? "–" : `${score.lost_pot_percent.toFixed(2)}%`);

// One score in a line of figures.
export function Score({ score }) {
  return html`<div class="train-figures">
    ${[["Lost by decision", lostOf(score), ""], ["Right", score.right, "good"], ["Near", score.near, "warn"], ["Wrong", score.wrong, "bad"]].map(
      ([name, value, tone]) => html`<div key=${name}><div class="small muted">${name}</div><div class=${"train-figure " + tone}>${value}</div></div>`,
    )}
  </div>
  <p class="small muted">Lost: percent of the pot at the decision, on average over ${counted(score.decisions, "decision")}. ${score.unsure ? `${count(score.unsure)} within the solution's own error ${score.unsure === 1 ? "does" : "do"} not count.` : ""}</p>`;
}

export const againAt = (one) => ({ repeat: "1", spot: one.spot, line: one.line, hand: one.hand });

export function Progress({ progress: { days, kept, closed, today } }) {
  const due = kept.filter((one) => one.due <= today);
  return html`<${Panel} title="Mistakes to repeat">
      <p>${kept.length + closed === 0 ? "None. What you answer wrong comes again on the same day, and after 1, 3, 7 and 21 days more." : `${due.length} due today, ${kept.length - due.length} later.`}${closed > 0 ? ` In spots that are not open now: ${closed}.` : ""}</p>
      ${due.length > 0 && html`<div><${Link} class="button primary" to="/train" query=${againAt(due[0])}>Repeat ${due.length === 1 ? "it" : `all ${due.length}`}<//></div>`}
      ${kept.length > 0 &&
      html`<details><summary>All of them</summary>
        <div class="table train-kept" tabindex="0" role="region" aria-label="Questions to repeat">
          <table><thead><tr><th scope="col">Hand</th><th scope="col" class="text">Spot</th><th scope="col" class="text">Line</th><th scope="col">Due</th></tr></thead>
            <tbody>${kept.map((one) => html`<tr key=${one.spot + one.line + one.hand}><td>${one.due <= today ? html`<a href=${href("/train", againAt(one))}>${classOf(one.hand)}</a>` : classOf(one.hand)}</td><td class="text">${one.title}</td><td class="text">${one.line || "start"}</td><td>${one.due}</td></tr>`)}</tbody></table>
        </div></details>`}
    <//>
    <${Panel} title="Progress">
      ${days.length === 0 ? html`<p class="muted">No answers yet.</p>` : html`<${Days} days=${days} />`}
    <//>`;
}

const WIDTH = 320;
const HEIGHT = 96;
const SHOWN = 60;

// A bar for each of the last days with answers: percent of the pot lost by decision. The table has all of it.
function Days({ days }) {
  const shown = days.slice(-SHOWN);
  const most = Math.max(...shown.map((day) => day.lost_pot_percent ?? 0), 1e-9);
  const step = WIDTH / Math.max(shown.length, 7);
  const last = shown[shown.length - 1];
  return html`<div class="stack tight">
    <svg class="train-chart" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Percent of the pot lost by decision, day by day; on ${last.day} ${lostOf(last)}`}>
      ${shown.map((day, k) => {
        const height = ((HEIGHT - 6) * (day.lost_pot_percent ?? 0)) / most;
        return html`<rect key=${day.day} x=${k * step + step * 0.1} width=${step * 0.8} y=${HEIGHT - height} height=${height}><title>${day.day}: ${lostOf(day)}</title></rect>`;
      })}
    </svg>
    <p class="small muted">Percent of the pot lost by decision: each bar a day, the highest ${most.toFixed(2)}%.</p>
    <div class="table train-days" tabindex="0" role="region" aria-label="Progress by day">
      <table>
        <thead><tr><th scope="col">Day</th><th scope="col">Decisions</th><th scope="col">Right</th><th scope="col">Near</th><th scope="col">Wrong</th><th scope="col">Lost</th></tr></thead>
        <tbody>${[...days].reverse().map((day) => html`<tr key=${day.day}><td>${day.day}</td><td>${count(day.decisions)}</td><td>${day.right}</td><td>${day.near}</td><td>${day.wrong}</td><td>${lostOf(day)}</td></tr>`)}</tbody>
      </table>
    </div>
  </div>`;
}
