// What a sweep is, and the list of those that are open.
import { useGet } from "../../api.js";
import { html } from "../../html.js";
import { capital, count, counted } from "../../model/numbers.js";
import { ParameterFacts, inWords } from "../../ui/parameters.js";
import { Link } from "../../route.js";
import { Loading, Missing, Panel } from "../../ui/parts.js";

const states = ({ spots, done, failed }) =>
  `${counted(spots, "spot")}, ${spots === done ? "all done" : `${count(done)} done`}${failed ? `, ${count(failed)} failed` : ""}`;

export function Head({ sweep }) {
  const { title, target, iterations, base, varies, sampled } = sweep;
  const until = target && `to ${target}${target.endsWith("%") ? " of the pot" : ""}`;
  const limits = [until, iterations && `${counted(iterations, "iteration")} at most`].filter(Boolean).join(", ");
  const { data: info } = useGet("/games/holdem");
  const varied = Object.entries(varies).filter(([name]) => name !== "seed");
  const named = value => (Array.isArray(value) ? value.map(one => one.name ?? one) : value);
  return html`<h1>${title}</h1>
    <p>${states(sweep)}${limits && `; each solved ${limits}`}. ${sampled ? "The boards are a random sample." : ""}</p>
    <details><summary>What was solved</summary>
      <dl class="facts"><${ParameterFacts} params=${base} infos=${info?.parameters} />${varied.map(([name, value]) => html`<dt key=${name}>${capital(name)}</dt><dd>${inWords(named(value))}</dd>`)}</dl>
    </details>`;
}

export const SweepList = ({ sweeps }) =>
  html`<ul class="list" aria-label="Sweeps">
    ${sweeps.map(sweep => html`<li key=${sweep.id}><${Link} to=${"/aggregate/" + sweep.id}>${sweep.title}<//> <span class="muted">${states(sweep)}</span></li>`)}
  </ul>`;

export function Sweeps() {
  const { data, error } = useGet("/sweeps");
  if (!data) return html`<${Loading} error=${error} />`;
  const none = html`<p>No sweep is open. A sweep solves many spots, for example all flops. Name its folder when you start the explorer:</p>
    <pre class="mono">pokerzoo sweep flops.toml --out flops${"\n"}pokerzoo explore flops</pre>`;
  return html`<div class="stack">
    <h1>Aggregate reports</h1>
    <${Missing} extra="sweeps" what="Reports need" />
    ${data.length === 0 ? none : html`<${Panel} title="Sweeps"><${SweepList} sweeps=${data} /><//>`}
  </div>`;
}
