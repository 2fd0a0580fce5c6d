// Leaks: where a policy, a baseline or an agent loses what it loses, from the whole down to one hand. A tab of Browse and of games.
import { html, useRef } from "../../html.js";
import { useGet } from "../../api.js";
import { setQuery } from "../../route.js";
import { Choice, Field, Loading, Notice, Panel, useTitle } from "../../ui/parts.js";
import { Head, Meaning, Whose } from "./head.js";
import { Node } from "./node.js";
import { RankedTable } from "./ranked_table.js";

const EACH = { hand_class: "Hand classes", infoset: "Infosets", node: "Nodes", line: "Lines" };
const TOPS = [10, 20, 50, 200];

// `source`: whose leaks, of `source.js`.
export function Leaks({ source, query }) {
  const asked = { each: query.each, top: query.top ?? 20, [query.read === "won" ? "against" : "player"]: query.player };
  const { data, error, loading } = useGet(source.path(), asked);
  const held = useRef(null); // what came last stays with whom it is of, until there is something new
  if (data && !loading && !error) held.current = { data, source };
  return html`<div class="stack leaks">
    ${held.current && error && html`<${Notice} kind="bad">${error.message}<//>`}
    ${held.current ? html`<${Found} ...${held.current} query=${query} />` : html`<${Loading} error=${error} />`}
  </div>`;
}

function Found({ data, source, query }) {
  useTitle(`Leaks of ${data.title}`);
  const at = Math.min(Math.max(0, Math.floor(Number(query.row ?? 0)) || 0), data.rows.length - 1);
  const won = query.read === "won";
  const choose = row => {
    setQuery({ row: row || null, hand: null });
    if (matchMedia("(max-width: 71.99rem)").matches) document.getElementById("node")?.scrollIntoView({ block: "start" });
  };
  return html`<${Head} data=${data} source=${source} />
    <${Panel} title="Who loses it">
      <${Whose} data=${data} query=${query} />
      <${Meaning} mean=${data.exploitability} whole=${data.nash_conv} />
    <//>
    <div class="leak-columns">
      <${Panel} title=${titleOf(data, query)} id="ranking">
        <div class="row leak-filters">
          ${
            data.choices.length > 1 &&
            html`<${Choice} label="A row is" value=${data.each} options=${data.choices.map(each => [each, EACH[each]])} onChange=${each => setQuery({ each, row: null, hand: null })} />`
          }
          <${Field} label="Rows">
            ${tied =>
              html`<select ...${tied} value=${String(query.top ?? 20)} onChange=${event => setQuery({ top: event.target.value })}>
                ${TOPS.map(top => html`<option key=${top} value=${String(top)}>${top}</option>`)}
              </select>`}
          <//>
        </div>
        <${RankedTable} data=${data} at=${at} won=${won} onChoose=${choose} />
      <//>
      ${at >= 0 && html`<${Node} key="node" row=${data.rows[at]} data=${data} source=${source} hand=${query.hand} />`}
    </div>`;
}

function titleOf(data, query) {
  const player = data.players[query.player];
  if (!player) return "Largest leaks";
  return query.read === "won" ? `Where more could be won from ${player.name}` : `Largest leaks of ${player.name}`;
}
