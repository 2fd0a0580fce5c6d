// The result so far: chips and AIVAT's estimate with their intervals, what mistakes cost, and both as curves.
import { html } from "../../html.js";
import { chips, counted } from "../../ui/numbers.js";
import { Panel } from "../../ui/parts.js";
import { tone } from "./steps.js";

const PLURALS = { unsure: "too close to say", best: "best", fine: "fine", inaccuracy: "inaccuracies", mistake: "mistakes" };
const HAND = { digits: 3, signed: true };

export function Result({ table }) {
  const { result, coach, feedback } = table;
  const blind = table.big_blind;
  const { hands, aivat, lost, verdicts, aivat_note: note } = result;
  const kinds = ["best", "fine", "unsure", "inaccuracy", "mistake"].filter((name) => verdicts[name]);
  return html`<${Panel} title="Result">
    <div class="play-figures">
      <div><div class="small muted">Chips</div><div class=${"play-figure " + tone(result.chips.total)}>${chips(result.chips.total, { signed: true })}</div></div>
      ${blind !== null && html`<${InBlinds} chips=${result.chips} blind=${blind} />`}
      ${blind === null && html`<div><div class="small muted">AIVAT</div><div class="play-figure">${aivat ? chips(aivat.total, { signed: true }) : "–"}</div></div>
      <div><div class="small muted">Lost by choices</div><div class="play-figure">${lost === null ? "–" : chips(lost)}</div></div>`}
    </div>
    <${Chart} won=${result.won} estimates=${blind === null ? result.estimates : null} />
    <table>
      <caption>${blind === null ? "Chips a hand" : "Thousandths of the big blind a hand (mbb)"} after ${counted(hands, "hand")}, with an interval that holds whenever you stop (95%)</caption>
      <thead><tr><th scope="col">by</th><th scope="col">mean</th><th scope="col">from</th><th scope="col">to</th></tr></thead>
      <tbody>
        ${[["won", result.chips], ...(blind === null ? [["AIVAT", aivat]] : [])].map(
          ([name, one]) => html`<tr key=${name}><th scope="row">${name}</th>${["mean", "low", "high"].map((what) => html`<td key=${what}>${aHand(one?.[what], blind)}</td>`)}</tr>`,
        )}
      </tbody>
    </table>
    ${blind === null && html`<p class="small muted">${note || "AIVAT: your result with the luck of the cards and of the opponents' choices taken out."}</p>`}
    ${coach && feedback !== "off" && html`<p class="small">${kinds.length ? kinds.map((name) => `${verdicts[name]} ${verdicts[name] === 1 && name !== "unsure" ? name : PLURALS[name]}`).join(" · ") : "No decision yet."}</p>`}
  <//>`;
}

const mbb = (amount, blind) => (amount === null || amount === undefined ? amount : (1000 * amount) / blind);
const aHand = (amount, blind) => (blind === null ? chips(amount, HAND) : chips(mbb(amount, blind), { digits: 0, signed: true }));

const InBlinds = ({ chips: { total, mean }, blind }) => html`
  <div><div class="small muted">Big blinds</div><div class=${"play-figure " + tone(total)}>${chips(total / blind, { signed: true })}</div></div>
  <div><div class="small muted">mbb a hand</div><div class=${"play-figure " + tone(mean)}>${aHand(mean, blind)}</div></div>`;

const WIDTH = 320;
const HEIGHT = 96;

// Sums of chips by hand. All that it says stands in the table below it, too.
function Chart({ won, estimates }) {
  const lines = [["estimates", sums(estimates ?? [])], ["won", sums(won)]].filter(([, line]) => line.length > 1);
  const all = lines.flatMap(([, line]) => line);
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const y = (value) => (high === low ? HEIGHT / 2 : HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8));
  const path = (line) => line.map((value, k) => `${((k / (line.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const about = lines.length ? `Chips so far, hand by hand: from ${chips(low)} to ${chips(high)}` : "No hand is over yet";
  return html`<figure class="play-chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${about}>
      <line class="zero" x1="0" x2=${WIDTH} y1=${y(0)} y2=${y(0)} />
      ${lines.map(([name, line]) => html`<polyline key=${name} class=${name} points=${path(line)} />`)}
    </svg>
    <figcaption class="small muted"><span class="play-line won"></span>chips${estimates !== null && html` <span class="play-line estimates"></span>AIVAT`}</figcaption>
  </figure>`;
}

const sums = (numbers) => {
  let total = 0;
  return [0, ...numbers.map((number) => (total += number))];
};
