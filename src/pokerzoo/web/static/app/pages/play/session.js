// The result so far: chips with their interval and as a curve, and what mistakes cost.
import { useGet } from "../../api.js";
import { html, useEffect } from "../../html.js";
import { Link } from "../../route.js";
import { bet, chips, counted } from "../../model/numbers.js";
import { Verdict } from "./feedback.js";
import { tone } from "./steps.js";
import { Chart, ticksOf } from "../../ui/chart.js";
import { Cards, Loading, Panel } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";

const PLURALS = { best: "best", fine: "fine", unsure: "too close to say", inaccuracy: "inaccuracies", mistake: "mistakes" };

export function Result({ table }) {
  const { result, coach, feedback, big_blind: blind } = table;
  const { hands, lost, verdicts, won, chips: sum } = result;
  const aHand = amount =>
    blind === null
      ? chips(amount, { digits: 3, signed: true })
      : chips(amount == null ? amount : (1000 * amount) / blind, { digits: 0, signed: true });
  const figures =
    blind === null
      ? [["Lost by choices", lost === null ? "–" : chips(lost)]]
      : [
          ["Big blinds", chips(sum.total / blind, { signed: true })],
          ["mbb a hand", aHand(sum.mean)],
        ];
  const kinds = Object.keys(PLURALS).filter(name => verdicts[name]);
  const counts = kinds.map(name => `${verdicts[name]} ${verdicts[name] === 1 && name !== "unsure" ? name : PLURALS[name]}`);
  const unit = blind === null ? "Chips a hand" : "Thousandths of the big blind a hand (mbb)";
  const columns = ["mean", "low", "high"].map((what, k) => ({ head: ["mean", "from", "to"][k], cell: () => aHand(sum[what]) }));
  return html`<${Panel} title="Result">
    <dl class="figures">
      ${[["Chips", chips(sum.total, { signed: true })], ...figures].map(([name, value], k) => html`<div key=${name}><dt>${name}</dt><dd class=${k === 0 ? tone(sum.total) : ""}>${value}</dd></div>`)}
    </dl>
    <${Won} won=${won} />
    <${Table} kind="" caption=${`${unit} after ${counted(hands, "hand")}, with an interval that holds whenever you stop (95%)`} captioned=${true} columns=${columns} rows=${[result]} />
    ${coach && feedback !== "off" && html`<p class="small">${counts.join(" · ") || "No decision yet."}</p>`}
  <//>`;
}

// Sums of chips by hand. All that it says stands in the table below it, too.
function Won({ won }) {
  let total = 0;
  const sums = [0, ...won.map(amount => (total += amount))];
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const about = won.length ? `Chips so far, hand by hand: from ${chips(low)} to ${chips(high)}` : "No hand is over yet";
  const axis = { from: low, to: high > low ? high : low + 1, shown: bet };
  return html`<${Chart} label=${about} series=${[{ name: "chips", points: sums.map((sum, k) => [k, sum]) }]} x=${{ from: 0, to: Math.max(1, won.length), ticks: [], shown: String }} y=${{ ...axis, ticks: ticksOf(axis, 3) }} height=${120} />`;
}

export function HandList({ id, hands, current }) {
  const { data, error, reload } = useGet(`/play/${encodeURIComponent(id)}/hands`);
  useEffect(() => reload(), [hands]);
  const item = one =>
    html`<li key=${one.number}>
      <${Link} class="row" to=${`/play/${id}`} query=${{ hand: one.number }} aria-current=${one.number === current ? "true" : undefined}>
        <span class="muted">${one.number}</span>
        <span class="spacer"><${Cards} names=${one.cards.split(" ").filter(Boolean)} /><span class="small muted">${one.line}</span></span>
        ${one.verdict !== "unknown" && html`<${Verdict} name=${one.verdict} />`}
        <strong class=${"number " + tone(one.won)}>${chips(one.won, { signed: true })}</strong>
      <//>
    </li>`;
  return html`<${Panel} title="Hands">
    ${!data && html`<${Loading} error=${error} />`}
    ${data?.length === 0 && html`<p class="muted">None is over yet.</p>`}
    ${data?.length > 0 && html`<ul class="list play-hands" tabindex="0" aria-label="Hands that are over">${data.map(item)}</ul>`}
  <//>`;
}
