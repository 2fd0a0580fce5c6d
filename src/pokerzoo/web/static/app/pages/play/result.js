// The result so far: chips with their interval and as a curve, and what mistakes cost.
import { html } from "../../html.js";
import { chips, counted } from "../../model/numbers.js";
import { Panel } from "../../ui/parts.js";
import { tone } from "./steps.js";

const PLURALS = { unsure: "too close to say", best: "best", fine: "fine", inaccuracy: "inaccuracies", mistake: "mistakes" };
const HAND = { digits: 3, signed: true };

export function Result({ table }) {
  const { result, coach, feedback } = table;
  const blind = table.big_blind;
  const { hands, lost, verdicts } = result;
  const kinds = ["best", "fine", "unsure", "inaccuracy", "mistake"].filter(name => verdicts[name]);
  return html`<${Panel} title="Result">
    <div class="play-figures">
      <div><div class="small muted">Chips</div><div class=${"play-figure " + tone(result.chips.total)}>${chips(result.chips.total, { signed: true })}</div></div>
      ${blind !== null && html`<${InBlinds} chips=${result.chips} blind=${blind} />`}
      ${blind === null && html`<div><div class="small muted">Lost by choices</div><div class="play-figure">${lost === null ? "–" : chips(lost)}</div></div>`}
    </div>
    <${Chart} won=${result.won} />
    <table>
      <caption>${blind === null ? "Chips a hand" : "Thousandths of the big blind a hand (mbb)"} after ${counted(hands, "hand")}, with an interval that holds whenever you stop (95%)</caption>
      <thead><tr><th scope="col">mean</th><th scope="col">from</th><th scope="col">to</th></tr></thead>
      <tbody>
        <tr>${["mean", "low", "high"].map(what => html`<td key=${what}>${aHand(result.chips[what], blind)}</td>`)}</tr>
      </tbody>
    </table>
    ${coach && feedback !== "off" && html`<p class="small">${kinds.length ? kinds.map(name => `${verdicts[name]} ${verdicts[name] === 1 && name !== "unsure" ? name : PLURALS[name]}`).join(" · ") : "No decision yet."}</p>`}
  <//>`;
}

const mbb = (amount, blind) => (amount === null || amount === undefined ? amount : (1000 * amount) / blind);
const aHand = (amount, blind) =>
  blind === null ? chips(amount, HAND) : chips(mbb(amount, blind), { digits: 0, signed: true });

const InBlinds = ({ chips: { total, mean }, blind }) => html`
  <div><div class="small muted">Big blinds</div><div class=${"play-figure " + tone(total)}>${chips(total / blind, { signed: true })}</div></div>
  <div><div class="small muted">mbb a hand</div><div class=${"play-figure " + tone(mean)}>${aHand(mean, blind)}</div></div>`;

const WIDTH = 320;
const HEIGHT = 96;

// Sums of chips by hand. All that it says stands in the table below it, too.
function Chart({ won }) {
  const line = sums(won);
  const low = Math.min(...line);
  const high = Math.max(...line);
  const y = value => (high === low ? HEIGHT / 2 : HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8));
  const path = line.map((value, k) => `${((k / (line.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const about = won.length ? `Chips so far, hand by hand: from ${chips(low)} to ${chips(high)}` : "No hand is over yet";
  return html`<figure class="play-chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${about}>
      <line class="zero" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)} />
      ${won.length > 0 && html`<polyline points=${path} />`}
    </svg>
  </figure>`;
}

const sums = numbers => {
  let total = 0;
  return [0, ...numbers.map(number => (total += number))];
};
