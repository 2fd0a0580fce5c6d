// All spots together, each by its weight: what is done, and what it is worth to the players.
import { Bar } from "../../ui/bar.js";
import { evHead } from "../../model/evs.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { html } from "../../html.js";
import { counted } from "../../model/numbers.js";
import { Panel } from "../../ui/parts.js";
import { capital } from "../../model/words.js";
import { withError, written } from "./numbers.js";

const unitOf = name => (name.endsWith("percent") ? "pot" : name.endsWith("big_blinds") ? "bb" : "chips");

export function Totals({ report, from, unit, blind }) {
  const { measures, overall, to_act: actor } = report;
  const actions = measures
    .map((measure, k) => ({ ...measure, mean: overall.means[k], error: overall.errors?.[k] }))
    .filter(measure => measure.kind === "frequency");
  const of = name => {
    const k = measures.findIndex(measure => measure.name === name);
    return k < 0 ? "–" : withError(measures[k], overall.means[k], overall.errors?.[k]);
  };
  const players = ["OOP", "IP"].filter(name => measures.some(measure => measure.name === `equity ${name}`));
  const ev = measures.find(measure => /^(ev|net)_/.test(measure.name)).name.split(" ")[0]; // of what was asked last
  const reached = measures.findIndex(measure => measure.name === "reached");
  const parts = actions.filter(action => action.mean > 0).map(action => ({ colour: action.colour, share: action.mean }));
  return html`<${Panel} title=${`${capital(report.words)}: ${counted(overall.spots, "spot")} together`} actions=${html`<${EvChoice} evs=${{ from, unit, blind }} />`}>
    ${actions.length > 0 && html`<${Bar} parts=${parts} label=${actions.map(action => `${action.title} ${written(action, action.mean)}`).join(", ")} />`}
    <ul class="agg-legend">
      ${actions.map(action => html`<li key=${action.name}><span class="swatch" style=${{ background: action.colour }}></span>${action.title} <strong>${withError(action, action.mean, action.error)}</strong></li>`)}
      ${reached >= 0 && html`<li>reached <strong>${of("reached")}</strong></li>`}
    </ul>
    <div class="table" tabindex="0" role="region" aria-label="Players">
      <table class="lean">
        <caption class="sr-only">The players over all spots</caption>
        <thead><tr><th>Player</th><th>${evHead({ evs: { unit: unitOf(ev) } })}</th><th>Equity</th><th title="What is expected of the pot, divided by the equity of it">Equity realisation</th></tr></thead>
        <tbody>
          ${players.map(name => html`<tr key=${name}><td>${name}${name === actor ? html` <span class="muted small">acts</span>` : ""}</td><td>${of(`${ev} ${name}`)}</td><td>${of(`equity ${name}`)}</td><td>${of(`equity_realisation ${name}`)}</td></tr>`)}
        </tbody>
      </table>
    </div>
    ${report.notes.map(note => html`<p key=${note} class="small muted">${note}</p>`)}
  <//>`;
}
