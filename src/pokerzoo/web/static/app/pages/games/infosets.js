// One infoset: what is done there, what that is worth, and while CFR learns, how its numbers come about.
import { html } from "../../html.js";
import { count, counted } from "../../model/numbers.js";
import { colourOf, far, mix, often, placeOf, playerColours, playerName, regret, share, worth } from "./words.js";
import { Bar, Notice, Swatch } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";

const Heading = ({ infoset, after = "" }) =>
  html`<div class="row between"><h2>${placeOf(infoset)}</h2><span class="who" style=${playerColours(infoset.player)}>${playerName(infoset.player)}</span></div>
    <p class="muted small">Infoset <code>${infoset.key}</code>${after}</p>`;

// A strategy at an infoset: probabilities, what each action is worth, and what the decision costs.
export function Decision({ tree, numbers, focus }) {
  const infoset = tree.infosets[focus];
  const { strategy, values, reach, own_reach: own, leaks, best } = numbers;
  const columns = [
    { head: "action", heads: true, cell: action => action },
    {
      head: "how often",
      kind: "text",
      cell: (action, k) => html`<${Bar} parts=${[{ colour: colourOf(action, k), share: strategy[focus][k] }]} />`,
    },
    { head: "", cell: (_, k) => share(strategy[focus][k]) },
    values && {
      head: "worth",
      title: "Net chips expected at the end by who acts here",
      cell: (_, k) => worth(values[focus][k]),
    },
  ];
  const better = best[focus] === null ? "another action" : infoset.actions[best[focus]];
  return html`<${Heading} infoset=${infoset} />
    <${Table} kind="" caption="Actions" columns=${columns} rows=${infoset.actions} />
    <dl class="facts small">
      ${reach && html`<dt>Reached</dt><dd>in ${often(reach[focus])} of all hands; the player's own part of that: ${often(own[focus])}</dd>`}
      <dt>Leak</dt>
      <dd>${leaks[focus] > 1e-9 ? html`${far(leaks[focus])} chips a hand: <b>${better}</b> is best against this` : "none: nothing is better against this"}</dd>
    </dl>`;
}

const plain = value => regret(value).replace("+", "");
const differs = factor => Math.abs(factor - 1) > 1e-12;

// What regrets are multiplied by, in words.
function scaling(factors, regrets) {
  if (!factors) return "";
  const above = regrets.some(x => x > 0) && differs(factors.positive) && `${plain(factors.positive)} where above 0`;
  const below = regrets.some(x => x <= 0) && differs(factors.negative) && `${plain(factors.negative)} where not`;
  const parts = [above, below].filter(Boolean);
  return parts.length ? `× ${parts.join(", ")}` : "";
}

// The last iteration at an infoset, line by line as on a blackboard.
export function Worked({ tree, frame, other, focus }) {
  const infoset = tree.infosets[focus];
  const { iteration: t, factors, values } = frame;
  const at = lists => lists[focus];
  const row = (label, about, cells, strong = false) => ({ label, about, cells, strong });
  const gained = values ? "of this iteration" : frame.chance === "sample" ? "by what was sampled" : "of the sum";
  const rows = [
    t > 0 && row("Played", "", at(frame.played).map(share)),
    values && row("Value", "counterfactual", at(values).map(regret)),
    values &&
      row(
        "− worth of what is played",
        "",
        infoset.actions.map(() => regret(frame.worth[focus])),
      ),
    t > 0 && row(values ? "= regret" : "Change", gained, at(frame.gained).map(regret)),
    t > 0 && row("+ sum before", "", at(frame.before).map(regret)),
    row(
      t > 0 ? "= sum of regrets" : "Sum of regrets",
      scaling(factors, at(frame.regrets)),
      at(frame.regrets).map(regret),
      true,
    ),
    row("Next strategy", "", at(frame.strategy).map(share), true),
    row("Average strategy", "", at(frame.average).map(share), true),
    other && row("Next strategy", other.variant, other.strategy[focus].map(share)),
    other && row("Average strategy", other.variant, other.average[focus].map(share)),
  ];
  const columns = [
    {
      head: html`<span class="sr-only">step</span>`,
      kind: "words",
      heads: true,
      cell: ({ label, about }) => html`${label} <span class="muted">${about}</span>`,
    },
    ...infoset.actions.map((action, k) => ({
      head: action,
      colour: colourOf(action, k),
      cell: ({ cells, strong }) => (strong ? html`<strong>${cells[k]}</strong>` : cells[k]),
    })),
  ];
  const sum = frame.weight_sums[focus];
  const parts = at(frame.weights).map(plain);
  const added = [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");
  const what = factors?.prediction ? `(sum + ${factors.prediction} × newest regret, if above 0)` : "(what is above 0)";
  return html`<${Heading} infoset=${infoset} after=${t > 0 ? `, iteration ${count(t)}` : ", before the first iteration"} />
    <${Table} label="The last iteration, worked through" kind="worked" columns=${columns} rows=${rows.filter(Boolean)} />
    <${Notice}><b>Regret matching:</b> ${sum > 0 ? `${added} ${what} add up to ${plain(sum)}; their shares: ${mix(infoset, at(frame.strategy))}.` : "no regret is above 0, so every action is as likely as the others."}<//>
    <p class="muted small">The average weighs each strategy by the player's own reach: here ${share(frame.reach[focus])} under the average. The average is what converges.</p>`;
}

const MOST = 72;
const WINDOW = 24; // rows around the focus where there are more

// The infosets that a table has: all, or of a large game those that are decided where the focus is.
function rowsFor(tree, focus) {
  const all = tree.infosets.map((_, i) => i);
  if (all.length <= MOST) return all;
  const { player, line } = tree.infosets[focus];
  const same = all.filter(i => tree.infosets[i].player === player && tree.infosets[i].line === line);
  if (same.length <= MOST) return same;
  const from = Math.max(0, Math.min(same.indexOf(focus) - WINDOW / 2, same.length - WINDOW));
  return same.slice(from, from + WINDOW);
}

// What a table has, in words: all infosets, or those at one point of the game, which is then said here and not in each row.
function captionOf(tree, rows) {
  if (rows.length === tree.infosets.length) return `All ${rows.length} infosets`;
  const { player, when } = tree.infosets[rows[0]];
  return `${rows.length} of ${counted(tree.infosets.length, "infoset")}: player ${player}${when ? " " + when : ""}`;
}

// The button that shows an infoset elsewhere on the page.
export const Name = ({ player, on, onClick, children }) =>
  html`<button class="link" aria-pressed=${on ? "true" : "false"} onClick=${onClick}>
    <span class="mark" style=${playerColours(player)} aria-hidden="true">${player}</span><span class="sr-only">player ${player}, </span>${children}
  </button>`;

function nameOf(tree, rows, i, focus, onFocus) {
  const infoset = tree.infosets[i];
  const told = placeOf(rows.length < tree.infosets.length ? { ...infoset, when: "" } : infoset);
  return html`<${Name} player=${infoset.player} on=${i === focus} onClick=${() => onFocus(i)}>${told}<//>`;
}

export function StrategyTable({ tree, numbers, focus, onFocus }) {
  const rows = rowsFor(tree, focus);
  const actions = i => tree.infosets[i].actions;
  const parts = i => numbers.strategy[i].map((p, k) => ({ colour: colourOf(actions(i)[k], k), share: p }));
  const columns = [
    { head: "infoset", kind: "words", cell: i => nameOf(tree, rows, i, focus, onFocus) },
    {
      head: "",
      kind: "wide",
      cell: i => html`<${Bar} parts=${parts(i)} label=${mix(tree.infosets[i], numbers.strategy[i])} />`,
    },
    {
      head: "strategy",
      kind: "words",
      cell: i =>
        html`<div class="row">${parts(i).map(({ colour, share: p }, k) => html`<span key=${k}><${Swatch} colour=${colour} />${actions(i)[k]} <b>${share(p)}</b></span>`)}</div>`,
    },
    numbers.reach && { head: "reached", cell: i => often(numbers.reach[i]) },
    {
      head: "leak",
      title: "What the decision costs its player, chips a hand",
      cell: i => (numbers.leaks[i] > 1e-9 ? far(numbers.leaks[i]) : "0"),
    },
  ];
  return html`<${Table} label="Table of infosets" kind="infosets" region="tall" caption=${captionOf(tree, rows)} captioned=${true} columns=${columns} rows=${rows} keyOf=${i => i} chosen=${i => i === focus} />`;
}

// A regret as a bar to the right of the middle where it is above 0, to the left where not.
function Regret({ value, most, colour }) {
  const share = most > 0 ? Math.abs(value) / most / 2 : 0;
  const before = { colour: "transparent", share: value > 0 ? 0.5 : 0.5 - share };
  return html`<${Bar} parts=${[before, { colour: value > 0 ? colour : "var(--edge)", share }]} />`;
}

export function LearningTable({ tree, frame, focus, onFocus }) {
  const shown = rowsFor(tree, focus);
  const most = Math.max(1e-12, ...shown.flatMap(i => frame.regrets[i].map(Math.abs)));
  const rows = shown.flatMap(i => tree.infosets[i].actions.map((action, k) => ({ i, k, action, colour: colourOf(action, k) })));
  const bar = of => ({
    head: "",
    kind: "wide",
    cell: ({ i, k, colour }) => html`<${Bar} parts=${[{ colour, share: of[i][k] }]} />`,
  });
  const columns = [
    { head: "infoset", kind: "words", cell: ({ i, k }) => k === 0 && nameOf(tree, shown, i, focus, onFocus) },
    { head: "action", kind: "text", cell: ({ action, colour }) => html`<${Swatch} colour=${colour} /> ${action}` },
    {
      head: "",
      kind: "wide",
      cell: ({ i, k, colour }) => html`<${Regret} value=${frame.regrets[i][k]} most=${most} colour=${colour} />`,
    },
    { head: "sum of regrets", cell: ({ i, k }) => regret(frame.regrets[i][k]) },
    bar(frame.strategy),
    { head: "next strategy", cell: ({ i, k }) => share(frame.strategy[i][k]) },
    bar(frame.average),
    { head: "average", cell: ({ i, k }) => share(frame.average[i][k]) },
    { head: "own reach", cell: ({ i, k }) => k === 0 && share(frame.reach[i]) },
  ];
  return html`<${Table} label="Regrets and strategies" kind="infosets" region="tall" caption=${`${captionOf(tree, shown)}; bars of regrets: above 0 to the right, below to the left`} captioned=${true} columns=${columns} rows=${rows} chosen=${({ i }) => i === focus} />`;
}
