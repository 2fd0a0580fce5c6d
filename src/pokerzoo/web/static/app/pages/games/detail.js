// One infoset: what is done there, what that is worth, and while CFR learns, how its numbers come about.
import { html } from "../../html.js";
import { count } from "../../model/numbers.js";
import { Bar } from "../../ui/bar.js";
import { Notice } from "../../ui/parts.js";
import { colourOf, far, often, placeOf, playerClass, playerName, regret, share, worth } from "./words.js";

function Heading({ infoset }) {
  return html`<div class="row between">
    <h2>${placeOf(infoset)}</h2><span class=${"who " + playerClass(infoset.player)}>${playerName(infoset.player)}</span>
  </div>`;
}

// A strategy at an infoset: probabilities, what each action is worth, and what the decision costs.
export function Decision({ tree, numbers, focus }) {
  const infoset = tree.infosets[focus];
  const { values, reach, own_reach: own, leaks, best } = numbers;
  const lost = leaks[focus];
  return html`<div class="stack tight">
    <${Heading} infoset=${infoset} />
    <p class="muted small">Infoset <code>${infoset.key}</code></p>
    <table class="decision">
      <thead><tr><th>action</th><th colspan="2" class="text">how often</th>${values && html`<th title="Net chips expected at the end by who acts here">worth</th>`}</tr></thead>
      <tbody>${infoset.actions.map(
        (action, k) => html`<tr key=${action}>
          <th scope="row">${action}</th><td class="text"><${Bar} parts=${[{ colour: colourOf(action, k), share: numbers.strategy[focus][k] }]} /></td>
          <td>${share(numbers.strategy[focus][k])}</td>${values && html`<td>${worth(values[focus][k])}</td>`}
        </tr>`,
      )}</tbody>
    </table>
    <dl class="facts small">
      ${reach && html`<dt>Reached</dt><dd>in ${often(reach[focus])} of all hands; the player's own part of that: ${often(own[focus])}</dd>`}
      <dt>Leak</dt>
      <dd>${lost > 1e-9 ? html`${far(lost)} chips a hand: <b>${best[focus] === null ? "another action" : infoset.actions[best[focus]]}</b> is best against this` : "none: nothing is better against this"}</dd>
    </dl>
  </div>`;
}

const Row = ({ label, about, cells, strong }) => html`<tr class=${strong ? "strong" : undefined}>
  <th scope="row">${label}${about && html`<span class="muted"> ${about}</span>`}</th>${cells.map((cell, k) => html`<td key=${k}>${cell}</td>`)}
</tr>`;

const times = factor => Math.abs(factor - 1) > 1e-12;

// The last iteration at an infoset, line by line as on a blackboard.
export function Worked({ tree, frame, other, focus }) {
  const infoset = tree.infosets[focus];
  const { iteration: t, factors } = frame;
  const at = lists => lists[focus];
  const sum = frame.weight_sums[focus];
  const parts = at(frame.weights).map(x => regret(x).replace("+", ""));
  const negative = factors && at(frame.regrets).some(x => x <= 0) && times(factors.negative);
  const positive = factors && at(frame.regrets).some(x => x > 0) && times(factors.positive);
  const scaled = [
    positive && `${regret(factors.positive).slice(1)} where above 0`,
    negative && `${regret(factors.negative).replace("+", "")} where not`,
  ].filter(Boolean);
  return html`<div class="stack tight">
    <${Heading} infoset=${infoset} />
    <p class="muted small">Infoset <code>${infoset.key}</code>${t > 0 ? `, iteration ${count(t)}` : ", before the first iteration"}</p>
    <div class="table" tabindex="0" role="region" aria-label="The last iteration, worked through">
      <table class="worked">
        <thead><tr><th><span class="sr-only">step</span></th>${infoset.actions.map((action, k) => html`<th key=${k} scope="col"><span class="dot" style=${{ background: colourOf(action, k) }}></span>${action}</th>`)}</tr></thead>
        <tbody>
          ${t > 0 && html`<${Row} label="Played" cells=${at(frame.played).map(share)} />`}
          ${
            frame.values &&
            html`<${Row} label="Value" about="counterfactual" cells=${at(frame.values).map(regret)} />
            <${Row} label="− worth of what is played" cells=${infoset.actions.map(() => regret(frame.worth[focus]))} />`
          }
          ${
            t > 0 &&
            html`<${Row} label=${frame.values ? "= regret" : "Change"} about=${frame.values ? "of this iteration" : frame.chance === "sample" ? "by what was sampled" : "of the sum"} cells=${at(frame.gained).map(regret)} />
            <${Row} label="+ sum before" cells=${at(frame.before).map(regret)} />`
          }
          <${Row} label=${t > 0 ? "= sum of regrets" : "Sum of regrets"} about=${scaled.length ? `× ${scaled.join(", ")}` : ""} cells=${at(frame.regrets).map(regret)} strong=${true} />
          <${Row} label="Next strategy" cells=${at(frame.strategy).map(share)} strong=${true} />
          <${Row} label="Average strategy" cells=${at(frame.average).map(share)} strong=${true} />
          ${
            other &&
            html`<${Row} label="Next strategy" about=${other.variant} cells=${other.strategy[focus].map(share)} /><${Row} label="Average strategy" about=${other.variant} cells=${other.average[focus].map(share)} />`
          }
        </tbody>
      </table>
    </div>
    <${Notice}>
      ${
        sum > 0
          ? html`<b>Regret matching:</b> ${[parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ")} ${factors?.prediction ? `(sum + ${factors.prediction} × newest regret, if above 0)` : "(what is above 0)"} add up to ${regret(sum).slice(1)}; shared out:
            ${" "}${at(frame.strategy)
              .map((p, k) => `${infoset.actions[k]} ${share(p)}`)
              .join(", ")}.`
          : html`<b>Regret matching:</b> no regret is above 0, so every action is as likely as the others.`
      }
    <//>
    <p class="muted small">The average weighs each strategy by the player's own reach: here ${share(frame.reach[focus])} under the average. The average is what converges.</p>
  </div>`;
}
