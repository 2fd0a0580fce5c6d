// Watching CFR learn: steps through iterations, how it learns, and the curve of exploitability.
import { html, useEffect, useRef } from "../../html.js";
import { Link, setQuery } from "../../route.js";
import { Curve } from "../../ui/curve.js";
import { count } from "../../model/numbers.js";
import { Field, Notice, Panel } from "../../ui/parts.js";
import { expectations, far } from "./words.js";

const MOST = 100_000;
const STEPS = [1, 10, 100, 1000];
// Milliseconds from one iteration to the next while it plays; calmer for those who want little to move.
const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 2500 : 700);
const DRAWS = [
  ["all", "every deal"],
  ["chance", "one deal (chance sampling)"],
  ["external", "external sampling"],
  ["outcome", "outcome sampling"],
];
const CARD_DRAWS = [
  ["all", "every deal"],
  ["deal", "one deal"],
];
const UNEVEN = JSON.stringify({
  payoffs: [
    [0, -1, 2],
    [1, 0, -1],
    [-2, 1, 0],
  ],
});
const TURNS = [
  ["", "as published"],
  ["turn", "in turn"],
  ["together", "together"],
];

const Select = ({ label, value, options, onChange }) => html`<${Field} label=${label}>
  ${tied => html`<select ...${tied} value=${value} onChange=${event => onChange(event.target.value)}>${options.map(([name, text]) => html`<option key=${name} value=${name}>${text}</option>`)}</select>`}
<//>`;

function Steps({ iteration, playing, waiting }) {
  const go = to => setQuery({ iteration: Math.max(0, Math.min(MOST, to)) || null, play: null }, { replace: true });
  const now = useRef(iteration);
  now.current = iteration;
  const idle = useRef(!waiting);
  idle.current = !waiting;
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (!idle.current) return; // the last one is still to come
      if (now.current >= MOST) return setQuery({ play: null }, { replace: true });
      setQuery({ iteration: now.current + 1 }, { replace: true });
    }, pace());
    return () => clearInterval(timer);
  }, [playing]);
  return html`<div class="row jumps" role="group" aria-label="Iterations">
    <button class="button" onClick=${() => go(0)} disabled=${iteration === 0}>Start</button>
    <button class="button" onClick=${() => go(iteration - 1)} disabled=${iteration === 0}>−1</button>
    ${STEPS.map(step => html`<button key=${step} class=${"button" + (step === 1 ? " primary" : "")} onClick=${() => go(iteration + step)} disabled=${iteration >= MOST}>+${step.toLocaleString("en-US")}</button>`)}
    <button class="button" onClick=${() => setQuery({ play: playing ? null : "1" }, { replace: true })}>${playing ? "Pause" : "Play"}</button>
    <label class="row jump"><span class="muted">iteration</span><input type="number" min="0" max=${MOST} value=${iteration} onChange=${event => go(Math.round(Number(event.target.value) || 0))} /></label>
  </div>`;
}

// `variants`: names with their papers.
export function LearnControls({ tree, query, variants, frame, other, error, loading }) {
  const names = Object.keys(variants);
  const iteration = Number(query.iteration ?? 0);
  const draw = query.draw ?? "all";
  const isCards = tree.cards !== null;
  const monte = ["external", "outcome", "chance"].includes(draw);
  const usable =
    isCards && draw === "all"
      ? names.filter(name => !name.includes("pcfr"))
      : monte
        ? names.filter(name => ["cfr", "cfr+", "lcfr"].includes(name))
        : isCards && draw !== "all"
          ? ["cfr"]
          : names;
  const variant = query.variant ?? (draw === "all" ? "dcfr" : "cfr");
  const still =
    frame && draw === "all" && frame.nash_conv < 1e-12 && frame.regrets.every(row => row.every(x => Math.abs(x) < 1e-12));
  const set = (name, value, none) => setQuery({ [name]: value === none ? null : value, play: null });
  const setDraw = value =>
    setQuery({ draw: value === "all" ? null : value, variant: null, turns: null, with: null, play: null });
  const series = [
    { name: frame?.variant ?? variant, points: frame?.curve ?? [] },
    ...(other
      ? [{ name: other.variant === frame?.variant ? other.variant + " (again)" : other.variant, points: other.curve }]
      : []),
  ];
  return html`<div class="learn-top">
    <${Panel} title="Watch CFR learn">
      <${Steps} iteration=${iteration} playing=${query.play === "1"} waiting=${loading} />
      <div class="learn-options">
        <${Select} label="Variant" value=${variant} options=${usable.map(name => [name, name])} onChange=${value => set("variant", value)} />
        <${Select} label="An iteration looks at" value=${draw} options=${isCards ? CARD_DRAWS : DRAWS} onChange=${setDraw} />
        ${!monte && !isCards && html`<${Select} label="Players update" value=${query.turns ?? ""} options=${TURNS} onChange=${value => set("turns", value, "")} />`}
        <${Select} label="Compare with" value=${query.with ?? ""} options=${[["", "nothing"], ...usable.filter(name => name !== variant).map(name => [name, name])]} onChange=${value => set("with", value, "")} />
        ${draw !== "all" && html`<${Field} label="Seed">${tied => html`<input type="number" min="0" ...${tied} value=${query.seed ?? 0} onChange=${event => set("seed", event.target.value, "0")} />`}<//>`}
      </div>
      ${
        still &&
        html`<${Notice}>The start, where every action is as likely as the others, is an equilibrium already: there is nothing to learn.
        ${tree.matrix ? html` <${Link} to=${"/games/" + tree.game} query=${{ learn: 1, iteration: 1, variant: "cfr", params: UNEVEN }}>Let rock win 2 from scissors<//>, or choose outcome sampling.` : ""}<//>`
      }
      ${error && html`<${Notice} kind="bad">${error.message}<//>`}
      <p class="muted small">${variants[variant]}</p>
    <//>
    <${Panel} title="Exploitability of the average strategy">
      <p aria-live="polite">${frame ? html`After <b>${count(frame.iteration)}</b> iterations: <b>${far(frame.exploitability)}</b> chips a hand. ${expectations(frame.expects)}.${other ? ` With ${other.variant}: ${far(other.exploitability)} chips.` : ""}` : " "}</p>
      <${Curve} series=${series} unit=" chips" height=${190} logX=${true} empty="The curve begins with the first iteration." />
    <//>
  </div>`;
}
