// What is asked: where in the betting, by which columns, which spots.
import { html, useState } from "../../html.js";
import { capital, count } from "../../model/numbers.js";
import { setQuery } from "../../route.js";
import { ChoiceField, Input, Panel, Select, Wrong } from "../../ui/parts.js";
import { spaced } from "./grouping.js";

const CLICKED = 4; // so many choices are buttons side by side
const SIZES = Object.entries({ apart: "Apart", together: "Together" });
const ask = patch => setQuery({ ...patch, at: null, page: null });
const trimmed = text => text.trim();
const pieces = text => text.split(";").map(trimmed).filter(Boolean);

export function Question({ sweep, query, by, error }) {
  const [where, setWhere] = useState(query.where ?? "");
  const [own, setOwn] = useState(by.join("; "));
  const known = by.every(one => sweep.columns.some(column => column.name === one)) && by.length <= 2;
  const group = text => ask({ by: pieces(text).join(";"), sort: null });
  const sent = run => event => (event.preventDefault(), run());
  const columns = sweep.columns.map(({ name, values }) => [name, `${spaced(name)} (${count(values)})`]);
  // Boards by names that players use: "suits=monotone;high_card=A" in the address.
  const only = Object.fromEntries(pieces(query.only ?? "").map(one => one.split("=")));
  const pick = (name, value) => {
    const chosen = Object.entries({ ...only, [name]: value }).filter(([, one]) => one);
    ask({ only: chosen.map(pair => pair.join("=")).join(";") || null });
  };
  const about = field => error?.field === field && error.problem;
  const texture = ({ name, choices }) => {
    const options = [["", "any"], ...choices.map(one => [one, one])];
    return html`<${choices.length <= CLICKED ? ChoiceField : Select} key=${name} label=${capital(spaced(name))} value=${only[name] ?? ""} options=${options} onChange=${value => pick(name, value)} />`;
  };
  return html`<${Panel} title="Question">
    <div class="row">
      ${sweep.lines.length > 1 && html`<${Select} label="Where in the betting" value=${query.line ?? ""} options=${sweep.lines.map(({ line, words }) => [line, capital(words)])} onChange=${line => ask({ line, sort: null })} />`}
      <${Select} label="Group by" value=${known ? by[0] : "*"} options=${known ? columns : [...columns, ["*", "as below"]]} onChange=${name => name !== "*" && group(known && by[1] !== name ? `${name};${by[1] ?? ""}` : name)} />
      <${Select} label="and by" value=${(known && by[1]) || ""} options=${[["", "nothing else"], ...columns]} onChange=${name => group(`${known ? by[0] : "board"};${name}`)} />
      <${ChoiceField} label="Bet sizes" value=${query.sizes ?? "apart"} options=${SIZES} onChange=${sizes => setQuery({ sizes: sizes === "apart" ? null : sizes, sort: null })} />
      ${sweep.columns.filter(column => column.choices?.length > 1).map(texture)}
    </div>
    <form class="fields broad" onSubmit=${sent(() => ask({ where: where.trim() }))}>
      <${Input} label="Only spots where" hint="A condition in SQL on the columns: stack > 100 AND straights_possible = 0" error=${about("where")} value=${where} spellcheck=${false} onInput=${setWhere} />
      <button class="button" type="submit">Ask</button>
      ${query.where && html`<button class="button quiet" type="button" onClick=${() => ask({ where: null })}>All spots</button>`}
    </form>
    <details open=${!known}><summary>Group by any columns</summary>
      <form class="fields" onSubmit=${sent(() => group(own))}>
        <${Input} label="Columns or SQL, with semicolons between" hint="For example stack / pot AS spr; suits" error=${about("by")} value=${own} spellcheck=${false} onInput=${setOwn} />
        <button class="button" type="submit">Group</button>
      </form>
    </details>
    ${!["where", "by"].includes(error?.field) && html`<${Wrong} error=${error} />`}
  <//>`;
}
