// One policy in the library: what game it plays, how good it is, and where one can go from here.
import { readEvs } from "../../model/evs.js";
import { far, gainText, largestGain, markOf } from "../../model/exploitability.js";
import { html } from "../../html.js";
import { chips, counted, day, when } from "../../model/numbers.js";
import { Link } from "../../route.js";
import { Cards, Menu } from "../../ui/parts.js";

const SOURCES = { file: "opened from a file", upload: "sent here", solve: "solved here" };
const SEATS = ["out of position", "in position"];
const SPACE = "\u2009"; // keeps the room of a number

const address = policy => (policy.kind === "spot" ? `/browse/${policy.id}` : `/games/${policy.game}/${policy.id}`);
const size = text => (text.trim() === "a" ? "all-in" : text.trim());

// What is not in the title already.
function inWords({ summary, title }) {
  if (summary.facts.length) return summary.facts.join(", ");
  if (!summary.board.length) return `${summary.name}, ${summary.players} players, ${counted(summary.infosets, "infoset")}`;
  const facts = [`pot ${summary.pot}`, `stacks ${summary.stack}`].filter(
    fact => !title.includes(fact.replace("stacks", "stack")),
  );
  return [...facts, summary.bet_sizes && `bets ${summary.bet_sizes.split(",").map(size).join(", ")}`]
    .filter(Boolean)
    .join(", ");
}

function HowMade({ metadata: { variant, iterations }, source, saved }) {
  const made = variant && `${variant.replace(/[a-z]*cfr/, name => name.toUpperCase())}, ${counted(iterations, "iteration")} · `;
  return html`${made}${SOURCES[source]}${saved !== null && html`${source === "file" ? " of " : ", "}<time datetime=${new Date(1000 * saved).toISOString()} title=${when(saved)}>${day(saved)}</time>`}`;
}

// A range as a small picture: how much of each hand class is held. It tells ranges apart at a glance; no cell is named.
const Thumb = ({ grid, label }) =>
  html`<svg class="range-thumb" viewBox="-0.5 -0.5 13.9 13.9" role="img" aria-label=${label}>
    ${grid.map((share, at) => share > 0 && html`<rect key=${at} x=${at % 13} y=${Math.floor(at / 13)} width="0.9" height="0.9" opacity=${0.25 + 0.75 * share} />`)}
  </svg>`;

function Distance({ measured }) {
  if (measured.exploitability === null) return html`<span class="muted">not known</span>`;
  const { grade, players } = measured;
  const about =
    players?.length > 2
      ? `The mean of the players' gains; the largest is ${gainText(largestGain(players))}`
      : { rough: "rough", far: "far from an equilibrium" }[grade];
  const [number, unit] = far(measured).replace("%", "% of pot").split(/ (.*)/);
  return html`<span class=${markOf(grade)} title=${about}>${number}</span> <span class="muted">${unit}</span>`;
}

function Quality({ policy, measured, onMeasure }) {
  const { summary, title } = policy;
  const spot = policy.kind === "spot";
  const blind = summary.big_blind;
  const here = spot && summary.pot !== null && readEvs({}, { big_blind: null }).from === "here"; // as Browse tells EVs
  const first = measured?.players?.[0]?.expected_chips;
  const button = what =>
    html`<button class="button small" onClick=${onMeasure}>Measure<span class="sr-only"> ${what}${title}</span></button>`;
  const value = () => {
    if (first === undefined) return measured?.players ? "–" : measured && onMeasure ? button("the EV of ") : SPACE;
    if (blind) return `${chips((1000 * first) / blind, { signed: true, digits: 1 })} mbb`;
    return chips(first + (here ? summary.pot / 2 : 0), { signed: !here, digits: spot ? 2 : 4 });
  };
  const name = blind ? "EV of the big blind" : spot ? "EV out of position" : "value of player 0";
  const far = measured ? html`<${Distance} measured=${measured} />` : onMeasure ? button("") : SPACE;
  return html`<dl class="quality">
    <div><dt title=${here ? "From here on: its part of the pot; a fold is worth 0" : undefined}>${name}</dt><dd>${value()}</dd></div>
    <div><dt>exploitable for</dt><dd>${far}</dd></div>
  </dl>`;
}

export function PolicyRow({ policy, measured, onMeasure, compared, onAsk }) {
  const { title, id, summary, note, metadata } = policy;
  const look = policy.kind === "spot" ? "Browse" : "Tree";
  const to = address(policy);
  const door = (text, name, path, query) =>
    html`<${Link} class="button small" to=${path} query=${query} aria-label=${`${name} ${title}`}>${text}<//>`;
  const board = !title.replaceAll(" ", "").includes(summary.board.join("")) && html` <${Cards} names=${summary.board} />`;
  const named = summary.facts.length > 0 || summary.board.length > 0;
  return html`<li class="policy">
    <div class="row">${summary.ranges.map((range, seat) => html`<${Thumb} grid=${range.grid} label=${`Range ${SEATS[seat]}: ${range.combos.toFixed(0)} combos`} />`)}</div>
    <div class="stack tight">
      <h2><${Link} to=${to}>${title}<//>${metadata.locked ? html` <span class="badge">locked</span>` : null}</h2>
      <div>${named && `${summary.name}, `}${board}${inWords(policy)}</div>
      <div class="muted small"><${HowMade} ...${policy} /></div>
      ${note && html`<p class="note small">${note}</p>`}
    </div>
    <${Quality} policy=${policy} measured=${measured} onMeasure=${onMeasure} />
    <div class="row">
      ${door(look, look, to)} ${door("Play", "Play against", "/play", { policy: id })} ${door("Leaks", "Leaks of", to, { leaks: 1 })}
      <${Menu} label="More" name=${`More for ${title}`}>
        <a href=${`/api/policies/${id}/file`} download>Download</a>
        ${compared && html`<${Link} to=${to} query=${{ tab: "compare" }}>Compare …<//>`}
        <button onClick=${() => onAsk("label")}>Name and note …</button>
        <button onClick=${() => onAsk("remove")}>Remove …</button>
      <//>
    </div>
  </li>`;
}
