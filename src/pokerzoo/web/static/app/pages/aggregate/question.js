// What is asked: where in the betting, by which columns, which spots.
import { html, useState } from "../../html.js";
import { setQuery } from "../../route.js";
import { count } from "../../model/numbers.js";
import { Choice, Field, Panel } from "../../ui/parts.js";
import { capital } from "../../model/words.js";

const CLICKED = 4; // so many choices are buttons side by side
const fresh = { at: null, page: null };
const words = column => capital(column.name.replaceAll("_", " "));
const label = column => `${column.name.replaceAll("_", " ")} (${count(column.values)})`;

export function Question({ sweep, query, by, error }) {
  const [where, setWhere] = useState(query.where ?? "");
  const [own, setOwn] = useState(by.join("; "));
  const known = by.every(one => sweep.columns.some(column => column.name === one)) && by.length <= 2;
  const ask = event => {
    event.preventDefault();
    setQuery({ where: where.trim(), ...fresh });
  };
  const group = (first, second) => setQuery({ by: [first, second].filter(Boolean).join(";"), sort: null, ...fresh });
  const chosen = (tied, value, onChange, options) =>
    html`<select ...${tied} value=${value} onChange=${event => onChange(event.target.value)}>${options}</select>`;
  const columns = sweep.columns.map(column => html`<option key=${column.name} value=${column.name}>${label(column)}</option>`);
  // Boards by names that players use: "suits=monotone;high_card=A" in the address.
  const only = Object.fromEntries(
    (query.only ?? "")
      .split(";")
      .filter(Boolean)
      .map(one => one.split("=")),
  );
  const pick = (name, value) => {
    const rest = { ...only, [name]: value };
    setQuery({
      only:
        Object.entries(rest)
          .filter(([, one]) => one)
          .map(pair => pair.join("="))
          .join(";") || null,
      ...fresh,
    });
  };
  const about = field => error && error.field === field && error.message;
  return html`<${Panel} title="Question">
    <div class="agg-question">
      ${
        sweep.lines.length > 1 &&
        html`<${Field} label="Where in the betting">
        ${tied =>
          chosen(
            tied,
            query.line ?? "",
            line => setQuery({ line, sort: null, ...fresh }),
            sweep.lines.map(({ line, words }) => html`<option key=${line} value=${line}>${capital(words)}</option>`),
          )}
      <//>`
      }
      <${Field} label="Group by">
        ${tied => chosen(tied, known ? by[0] : "*", name => (name === "*" ? setOwn(by.join("; ")) : group(name, by[1] === name ? null : known ? by[1] : null)), html`${columns}${!known && html`<option value="*">as below</option>`}`)}
      <//>
      <${Field} label="and by">
        ${tied => chosen(tied, (known && by[1]) || "", name => group(known ? by[0] : "board", name), html`<option value="">nothing else</option>${columns}`)}
      <//>
      <div class="field"><span class="label">Bet sizes</span>
        <${Choice} label="Bet sizes" value=${query.sizes ?? "apart"} options=${[
          ["apart", "Apart"],
          ["together", "Together"],
        ]} onChange=${sizes => setQuery({ sizes: sizes === "apart" ? null : sizes, sort: null })} />
      </div>
    </div>
    <div class="agg-question" role="group" aria-label="Boards">
      ${sweep.columns
        .filter(column => column.choices?.length > 1)
        .map(column => {
          const value = only[column.name] ?? "";
          const change = wanted => pick(column.name, wanted);
          return column.choices.length <= CLICKED
            ? html`<div class="field" key=${column.name}><span class="label">${words(column)}</span><${Choice} label=${words(column)} value=${value} options=${[["", "any"], ...column.choices.map(one => [one, one])]} onChange=${change} /></div>`
            : html`<${Field} key=${column.name} label=${words(column)}>
                ${tied => chosen(tied, value, change, html`<option value="">any</option>${column.choices.map(one => html`<option key=${one} value=${one}>${one}</option>`)}`)}
              <//>`;
        })}
    </div>
    <form class="agg-where" onSubmit=${ask}>
      <${Field} label="Only spots where" hint="A condition in SQL on the columns: stack > 100 AND straights_possible = 0" error=${about("where")}>
        ${tied => html`<input type="text" ...${tied} value=${where} spellcheck=${false} autocomplete="off" onInput=${event => setWhere(event.target.value)} />`}
      <//>
      <button class="button" type="submit">Ask</button>
      ${query.where && html`<button class="button quiet" type="button" onClick=${() => setQuery({ where: null, ...fresh })}>All spots</button>`}
    </form>
    <details class="agg-own" open=${!known}><summary>Group by any columns</summary>
      <form class="agg-where" onSubmit=${event => (
        event.preventDefault(),
        setQuery({
          by: own
            .split(";")
            .map(one => one.trim())
            .filter(Boolean)
            .join(";"),
          sort: null,
          ...fresh,
        })
      )}>
        <${Field} label="Columns or SQL, with semicolons between" hint="For example stack / pot AS spr; suits" error=${about("by")}>
          ${tied => html`<input type="text" ...${tied} value=${own} spellcheck=${false} autocomplete="off" onInput=${event => setOwn(event.target.value)} />`}
        <//>
        <button class="button" type="submit">Group</button>
      </form>
    </details>
    ${error && !["where", "by"].includes(error.field) && html`<div class="notice bad" role="alert">${error.message}</div>`}
  <//>`;
}
