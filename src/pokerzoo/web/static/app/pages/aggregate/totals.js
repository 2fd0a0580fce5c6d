// All spots together, each by its weight: what is done, and what it is worth to the players.
import { html } from "../../html.js";
import { evHead } from "../../model/evs.js";
import { counted } from "../../model/numbers.js";
import { capital } from "../../model/words.js";
import { Bar } from "../../ui/bar.js";
import { EvChoice } from "../../ui/ev_choice.js";
import { Panel, Swatch } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { written } from "./grouping.js";

const unitOf = name => (name.endsWith("percent") ? "pot" : name.endsWith("big_blinds") ? "bb" : "chips");

export function Totals({ report, from, unit, blind }) {
  const { overall, to_act: actor } = report;
  const measures = report.measures.map((one, k) => ({
    ...one,
    mean: overall.means[k],
    text: written(one, overall.means[k], overall.errors?.[k]),
  }));
  const actions = measures.filter(measure => measure.kind === "frequency");
  const of = name => measures.find(measure => measure.name === name)?.text;
  const ev = measures.find(measure => /^(ev|net)_/.test(measure.name)).name.split(" ")[0]; // of what was asked last
  const columns = [
    { head: "Player", cell: name => html`${name}${name === actor && html` <span class="muted small">acts</span>`}` },
    { head: evHead({ evs: { unit: unitOf(ev) } }), cell: name => of(`${ev} ${name}`) },
    { head: "Equity", cell: name => of(`equity ${name}`) },
    {
      head: "Equity realisation",
      title: "What is expected of the pot, divided by the equity of it",
      cell: name => of(`equity_realisation ${name}`) ?? "–",
    },
  ];
  return html`<${Panel} title=${`${capital(report.words)}: ${counted(overall.spots, "spot")} together`} actions=${html`<${EvChoice} evs=${{ from, unit, blind }} />`}>
    ${actions.length > 0 && html`<${Bar} parts=${actions.map(({ colour, mean }) => ({ colour, share: mean }))} label=${actions.map(one => `${one.title} ${one.text}`).join(", ")} />`}
    <ul class="row">
      ${actions.map(one => html`<li key=${one.name}><${Swatch} colour=${one.colour} /> ${one.title} <strong>${one.text}</strong></li>`)}
      ${of("reached") && html`<li>reached <strong>${of("reached")}</strong></li>`}
    </ul>
    <${Table} label="Players" caption="The players over all spots" columns=${columns} rows=${["OOP", "IP"].filter(name => of(`equity ${name}`))} />
    ${report.notes.map(note => html`<p key=${note} class="small muted">${note}</p>`)}
  <//>`;
}
