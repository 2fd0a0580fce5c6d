// The largest leaks as a table: where, what is played and what is best, what it costs, and the part of the whole.
import { html } from "../../html.js";
import { amountsLike, percent } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { useRoving } from "../../ui/keys.js";
import { Table } from "../../ui/table.js";
import { Hand, Plays, inWords } from "./node.js";

export function RankedTable({ data, at, won, onChoose }) {
  const { rows, chosen, players } = data;
  const roving = useRoving(to => onChoose(Number(to.dataset.row)));
  const [chips, potPercent] = [amountsLike(rows[0]?.chips), amountsLike(rows[0]?.pot_percent ?? 0)];
  const plays = rows.some(row => row.policy);
  const sums = rows.map((_, k) => rows.slice(0, k + 1).reduce((sum, row) => sum + row.share, 0));
  const rest = Math.max(0, chosen.chips - rows.reduce((all, row) => all + row.chips, 0));
  const strategy = row => row.policy && Object.entries(row.policy);
  const best = row => row.best_response && Object.entries(row.best_response);
  const columns = [
    {
      head: "where",
      kind: "words where",
      cell: (
        row,
        k,
      ) => html`<button type="button" class="leak-where" data-cell=${k === at ? "at" : ""} data-row=${k} aria-pressed=${k === at ? "true" : "false"}>
          <span class="who small muted">${players[row.player].name}</span> ${row.hand !== null && html`<strong><${Hand} name=${row.hand} /></strong>`}
          ${row.line === null ? html`<span class="mono">${row.infoset}</span>` : row.when}
        </button>
        ${plays && row.policy && html`<div class="narrow muted small">plays ${inWords(strategy(row))}; best: ${inWords(best(row))}</div>`}`,
    },
    plays && {
      head: "plays",
      kind: "text wide",
      cell: row => strategy(row) && html`<${Plays} strategy=${strategy(row)} colours=${row.colours} />`,
    },
    plays && { head: "best", kind: "words wide", cell: row => best(row) && inWords(best(row)) },
    { head: `${won ? "could win" : "loses"}, chips`, cell: row => chips(row.chips) },
    rows[0]?.pot_percent != null && { head: "% of pot", kind: "wide", cell: row => potPercent(row.pot_percent) },
    {
      head: "",
      kind: "wide",
      cell: row => html`<${Bar} parts=${[{ colour: "var(--bet)", share: row.share / rows[0].share }]} />`,
    },
    { head: "share", cell: row => percent(row.share) },
    { head: "all so far", kind: "wide muted", cell: (_, k) => percent(sums[k]) },
  ];
  if (rows.length === 0) return html`<div ...${roving}><p class="muted">Nothing is lost here.</p></div>`;
  return html`<div ...${roving}>
    <${Table} label="Ranking" caption="The largest leaks; a row's button shows its node. Arrow keys go from row to row." columns=${columns} rows=${rows} chosen=${(_, k) => k === at} onRow=${(_, k) => onChoose(k)} />
    ${rest > 1e-9 * chosen.chips && html`<p class="small muted">All others: ${chips(rest)} chips, ${percent((rest * chosen.share) / chosen.chips)}.</p>`}
  </div>`;
}
