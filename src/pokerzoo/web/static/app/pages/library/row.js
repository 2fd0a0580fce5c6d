// One policy in the library: what game it plays, how good it is, and where one can go from here.
import { readEvs } from "../../model/evs.js";
import { html } from "../../html.js";
import { Link } from "../../route.js";
import { DASH, chips, counted, day, distance, when } from "../../model/numbers.js";
import { Cards, Menu } from "../../ui/parts.js";
import { RangeThumb } from "../../ui/range_thumb.js";
import { gainText, largestGain, markOf } from "../../ui/trust.js";

const SOURCES = { file: "opened from a file", upload: "sent here", solve: "solved here" };
const SEATS = ["out of position", "in position"];

export const address = policy => (policy.kind === "spot" ? `/browse/${policy.id}` : `/games/${policy.game}/${policy.id}`);

const size = text => (text.trim() === "a" ? "all-in" : text.trim());

// `title`: what it has already is left out.
export function inWords({ summary }, title = "") {
  if (summary.facts.length) return summary.facts.join(", ");
  if (!summary.board.length) return `${summary.name}, ${summary.players} players, ${counted(summary.infosets, "infoset")}`;
  const sizes = summary.bet_sizes ? `, bets ${summary.bet_sizes.split(",").map(size).join(", ")}` : "";
  const facts = [`pot ${summary.pot}`, `stacks ${summary.stack}`].filter(
    fact => !title.includes(fact) && !title.includes(fact.replace("stacks", "stack")),
  );
  return [...facts, sizes.slice(2)].filter(Boolean).join(", ");
}

function HowMade({ metadata: { variant, iterations }, source, saved }) {
  const made = variant
    ? `${/cfr/.test(variant) ? variant.toUpperCase() : variant}, ${counted(iterations, "iteration")} · `
    : "";
  return html`${made}${SOURCES[source]}${saved !== null && html`${source === "file" ? " of " : ", "}<time datetime=${new Date(1000 * saved).toISOString()} title=${when(saved)}>${day(saved)}</time>`}`;
}

const Tree = () =>
  html`<svg class="tree-thumb" viewBox="0 0 56 56" aria-hidden="true">
    <path d="M28 8 14 28M28 8 42 28M14 28 7 48M14 28 21 48M42 28 35 48M42 28 49 48" />
    ${[
      [28, 8],
      [14, 28],
      [42, 28],
      [7, 48],
      [21, 48],
      [35, 48],
      [49, 48],
    ].map(([x, y]) => html`<circle cx=${x} cy=${y} r="4" />`)}
  </svg>`;

function Thumb({ summary }) {
  if (!summary.ranges.length) return html`<div class="thumb"><${Tree} /></div>`;
  return html`<div class="thumb">
    ${summary.ranges.map((range, seat) => html`<${RangeThumb} grid=${range.grid} label=${`Range ${SEATS[seat]}: ${range.combos.toFixed(0)} combos`} />`)}
  </div>`;
}

function Distance({ policy, measured, onMeasure }) {
  if (!measured)
    return onMeasure
      ? html`<button class="button small" onClick=${onMeasure}>Measure<span class="sr-only"> ${policy.title}</span></button>`
      : "\u2009";
  if (measured.exploitability === null) return html`<span class="muted">not known</span>`;
  const { exploitability_pot_percent: percent, exploitability_mbb: mbb, grade } = measured;
  const rough =
    measured.players?.length > 2
      ? `The mean of the players' gains; the largest is ${gainText(largestGain(measured.players))}`
      : { rough: "rough", far: "far from an equilibrium" }[grade];
  const mark = text => html`<span class=${markOf(grade)} title=${rough}>${text}</span>`;
  if (mbb != null) return html`${mark(distance(mbb))} <span class="muted">mbb</span>`;
  if (percent == null) return html`${mark(distance(measured.exploitability))} <span class="muted">chips</span>`;
  return html`${mark(`${distance(percent)}%`)} <span class="muted">of pot</span>`;
}

function Quality({ policy, measured, onMeasure }) {
  const { summary } = policy;
  const spot = policy.kind === "spot";
  const blind = summary.big_blind;
  const known = measured?.players?.length > 0;
  const here = spot && summary.pot !== null && readEvs({}, { big_blind: null }).from === "here"; // as Browse tells EVs
  const inBlinds =
    known && blind ? `${chips((1000 * measured.players[0].expected_chips) / blind, { signed: true, digits: 1 })} mbb` : null;
  const asks =
    measured &&
    onMeasure &&
    html`<button class="button small" onClick=${onMeasure}>Measure<span class="sr-only"> the EV of ${policy.title}</span></button>`;
  const value = inBlinds
    ? inBlinds
    : known
      ? chips(measured.players[0].expected_chips + (here ? summary.pot / 2 : 0), { signed: !here, digits: spot ? 2 : 4 })
      : measured?.players
        ? DASH
        : asks || "\u2009";
  return html`<dl class="quality">
    <div><dt title=${here ? "From here on: its part of the pot; a fold is worth 0" : undefined}>${blind ? "EV of the big blind" : spot ? "EV out of position" : "value of player 0"}</dt><dd>${value}</dd></div>
    <div><dt>exploitable for</dt><dd><${Distance} policy=${policy} measured=${measured} onMeasure=${onMeasure} /></dd></div>
  </dl>`;
}

export function PolicyRow({ policy, measured, onMeasure, others, onLabel, onRemove, onCompare }) {
  const { title, id, summary } = policy;
  const look = policy.kind === "spot" ? "Browse" : "Tree";
  return html`<li class="policy">
    <${Thumb} summary=${summary} />
    <div class="about">
      <h2><${Link} to=${address(policy)}>${title}<//>${policy.metadata.locked ? html` <span class="tag">locked</span>` : null}</h2>
      <div class="game">${summary.facts.length > 0 && html`<span>${summary.name},</span>`}${summary.board.length > 0 && html`<span>${summary.name}</span>${!title.replaceAll(" ", "").includes(summary.board.join("")) && html`<span class="board"><${Cards} names=${summary.board} /></span>`}`}<span>${inWords(policy, title)}</span></div>
      <div class="muted small"><${HowMade} ...${policy} /></div>
      ${policy.note && html`<p class="note small">${policy.note}</p>`}
    </div>
    <${Quality} policy=${policy} measured=${measured} onMeasure=${onMeasure} />
    <div class="row doors">
      <${Link} class="button small" to=${address(policy)} aria-label=${`${look} ${title}`}>${look}<//>
      <${Link} class="button small" to="/play" query=${{ policy: id }} aria-label=${`Play against ${title}`}>Play<//>
      <${Link} class="button small" to=${address(policy)} query=${{ leaks: 1 }} aria-label=${`Leaks of ${title}`}>Leaks<//>
      <${Menu} label="More" name=${`More for ${title}`}>
        <a href=${`/api/policies/${id}/file`} download>Download</a>
        ${others > 0 && html`<button onClick=${onCompare}>Compare with …</button>`}
        <button onClick=${onLabel}>Name and note …</button>
        <button onClick=${onRemove}>Remove …</button>
      <//>
    </div>
  </li>`;
}
