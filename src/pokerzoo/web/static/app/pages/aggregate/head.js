// What a sweep is, and the list of those that are open.
import { useGet } from "../../api.js";
import { html } from "../../html.js";
import { Link } from "../../route.js";
import { count, counted } from "../../model/numbers.js";
import { Missing } from "../../ui/missing.js";
import { Loading, Panel } from "../../ui/parts.js";

const left = sweep => sweep.spots - sweep.done;

function states(sweep) {
  const parts = [counted(sweep.spots, "spot"), left(sweep) === 0 ? "all done" : `${count(sweep.done)} done`];
  return [...parts, ...(sweep.failed ? [`${count(sweep.failed)} failed`] : [])].join(", ");
}

const text = value =>
  Array.isArray(value)
    ? value.map(text).join(", ")
    : typeof value === "object" && value !== null
      ? (value.name ?? JSON.stringify(value))
      : String(value);

// A long list of boards is told by its number.
const short = value => (Array.isArray(value) && value.length > 8 ? `${count(value.length)} of them` : text(value));

export function Head({ sweep }) {
  const target = [
    sweep.target && `to ${sweep.target}${sweep.target.endsWith("%") ? " of the pot" : ""}`,
    sweep.iterations && `${counted(sweep.iterations, "iteration")} at most`,
  ]
    .filter(Boolean)
    .join(", ");
  const varies = Object.entries(sweep.varies).filter(([name]) => name !== "seed");
  return html`<div class="stack tight">
    <h1>${sweep.title}</h1>
    <p>${states(sweep)}${target && `; each solved ${target}`}. ${sweep.sampled ? "The boards are a random sample." : ""}</p>
    <details><summary>What was solved</summary>
      <dl class="facts">
        ${[...Object.entries(sweep.base), ...varies].map(([name, value]) => html`<dt key=${name}>${name}</dt><dd>${short(value)}</dd>`)}
      </dl>
    </details>
  </div>`;
}

export const SweepList = ({ sweeps }) => html`<ul class="sweeps" aria-label="Sweeps">
  ${sweeps.map(sweep => html`<li key=${sweep.id}><${Link} to=${"/aggregate/" + sweep.id}>${sweep.title}<//> <span class="muted">${states(sweep)}</span></li>`)}
</ul>`;

export function Sweeps() {
  const { data, error } = useGet("/sweeps");
  if (!data) return html`<${Loading} error=${error} />`;
  return html`<div class="stack aggregate">
    <h1>Aggregate reports</h1>
    <${Missing} extra="sweeps" what="Reports need" />
    ${
      data.length === 0
        ? html`<p>No sweep is open. A sweep solves many spots, for example all flops. Name its folder when you start the explorer:</p>
          <pre class="mono">pokerzoo sweep flops.toml --out flops${"\n"}pokerzoo explore flops</pre>`
        : html`<${Panel} title="Sweeps">
          <${SweepList} sweeps=${data} />
        <//>`
    }
  </div>`;
}
