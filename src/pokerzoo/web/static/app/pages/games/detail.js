// One infoset: what is done there, what that is worth, and while CFR learns, how its numbers come about.
import { html } from "../../html.js";
import { count } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { Notice } from "../../ui/parts.js";
import { Table } from "../../ui/table.js";
import { colourOf, far, mix, often, placeOf, playerClass, playerName, regret, share, worth } from "./words.js";

const Heading = ({ infoset, after = "" }) =>
  html`<div class="row between"><h2>${placeOf(infoset)}</h2><span class=${"who " + playerClass(infoset.player)}>${playerName(infoset.player)}</span></div>
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
    <${Notice}><b>Regret matching:</b> ${sum > 0 ? `${added} ${what} add up to ${plain(sum)}; shared out: ${mix(infoset, at(frame.strategy))}.` : "no regret is above 0, so every action is as likely as the others."}<//>
    <p class="muted small">The average weighs each strategy by the player's own reach: here ${share(frame.reach[focus])} under the average. The average is what converges.</p>`;
}
