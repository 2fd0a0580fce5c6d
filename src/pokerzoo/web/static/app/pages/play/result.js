// The result so far: chips with their interval and as a curve, and what mistakes cost.
import { html } from "../../html.js";
import { bet, chips, counted } from "../../model/numbers.js";
import { Chart, ticksOf } from "../../ui/chart.js";
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
    <${Won} won=${result.won} />
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

// Sums of chips by hand. All that it says stands in the table below it, too.
function Won({ won }) {
  const points = sums(won).map((total, k) => [k, total]);
  const values = points.map(([, total]) => total);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const about = won.length ? `Chips so far, hand by hand: from ${chips(low)} to ${chips(high)}` : "No hand is over yet";
  const axis = { from: low, to: high > low ? high : low + 1, shown: bet };
  return html`<${Chart} label=${about} series=${[{ name: "chips", points, colour: "var(--accent)" }]} x=${{ from: 0, to: Math.max(1, won.length), ticks: [], shown: String }} y=${{ ...axis, ticks: ticksOf(axis, 3) }} height=${120} />`;
}

const sums = numbers => {
  let total = 0;
  return [0, ...numbers.map(number => (total += number))];
};
