// Watching CFR learn: steps through iterations, how it learns, and the curve of exploitability.
import { html, useEffect, useRef } from "../../html.js";
import { count } from "../../model/numbers.js";
import { Link, setQuery } from "../../route.js";
import { Curve } from "../../ui/chart.js";
import { Input, Notice, Panel, Select, Wrong } from "../../ui/parts.js";
import { expectations, far } from "./words.js";

const MOST = 100_000;
const STEPS = [1, 10, 100, 1000];
// Milliseconds from one iteration to the next while it plays; calmer for those who want little to move.
const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 2500 : 700);
const DRAWS = Object.entries({
  all: "every deal",
  chance: "one deal (chance sampling)",
  external: "external sampling",
  outcome: "outcome sampling",
});
const CARD_DRAWS = Object.entries({ all: "every deal", deal: "one deal" });
const SAMPLED = ["cfr", "cfr+", "lcfr"]; // variants that learn from samples
const UNEVEN = '{"payoffs":[[0,-1,2],[1,0,-1],[-2,1,0]]}';
const TURNS = Object.entries({ "": "as published", turn: "in turn", together: "together" });

function Steps({ iteration, playing, waiting }) {
  const go = to => setQuery({ iteration: Math.max(0, Math.min(MOST, to)) || null, play: null }, { replace: true });
  const latest = useRef({ iteration, waiting });
  latest.current = { iteration, waiting };
  useEffect(() => {
    if (!playing) return undefined;
    const next = () => {
      if (latest.current.waiting) return; // the last one is still to come
      const at = latest.current.iteration;
      setQuery(at < MOST ? { iteration: at + 1 } : { play: null }, { replace: true });
    };
    const timer = setInterval(next, pace());
    return () => clearInterval(timer);
  }, [playing]);
  const button = (text, to, kind = "") =>
    html`<button key=${text} class=${"button " + kind} onClick=${() => go(to)} disabled=${to < 0 || to > MOST || to === iteration}>${text}</button>`;
  return html`<div class="row" role="group" aria-label="Iterations">
    ${button("Start", 0)} ${button("−1", iteration - 1)} ${STEPS.map(step => button(`+${count(step)}`, Math.max(iteration + 1, Math.min(MOST, iteration + step)), step === 1 ? "primary" : ""))}
    <button class="button" onClick=${() => setQuery({ play: playing ? null : "1" }, { replace: true })}>${playing ? "Pause" : "Play"}</button>
    <label class="row"><span class="muted">iteration</span><input type="number" class="slim" min="0" max=${MOST} value=${iteration} onChange=${event => go(Math.round(Number(event.target.value) || 0))} /></label>
  </div>`;
}

// The variants that can learn so: of the bet/fold game's cards fewer.
function usable(names, isCards, draw) {
  if (draw === "all") return isCards ? names.filter(name => !name.includes("pcfr")) : names;
  return isCards ? ["cfr"] : SAMPLED;
}

// `variants`: names with their papers.
export function LearnControls({ tree, query, variants, frame, other, error, loading }) {
  const draw = query.draw ?? "all";
  const isCards = tree.cards !== null;
  const names = usable(Object.keys(variants), isCards, draw);
  const variant = query.variant ?? (draw === "all" ? "dcfr" : "cfr");
  const still = frame && draw === "all" && frame.nash_conv < 1e-12 && frame.regrets.flat().every(x => Math.abs(x) < 1e-12);
  const set = (name, none) => value => setQuery({ [name]: value === none ? null : value, play: null });
  const setDraw = value =>
    setQuery({ draw: value === "all" ? null : value, variant: null, turns: null, with: null, play: null });
  const again = other && other.variant === frame?.variant ? " (again)" : "";
  const series = [
    { name: frame?.variant ?? variant, points: frame?.curve ?? [] },
    ...(other ? [{ name: other.variant + again, points: other.curve }] : []),
  ];
  const choice = (label, value, options, onChange) =>
    html`<${Select} label=${label} value=${value} options=${options} onChange=${onChange} />`;
  const named = list => list.map(name => [name, name]);
  const uneven =
    tree.matrix &&
    html` <${Link} to=${"/games/" + tree.game} query=${{ learn: 1, iteration: 1, variant: "cfr", params: UNEVEN }}>Let rock win 2 from scissors<//>, or choose outcome sampling.`;
  return html`<div class="columns">
    <${Panel} title="Watch CFR learn">
      <${Steps} iteration=${Number(query.iteration ?? 0)} playing=${query.play === "1"} waiting=${loading} />
      <div class="fields">
        ${choice("Variant", variant, named(names), set("variant"))}
        ${choice("An iteration looks at", draw, isCards ? CARD_DRAWS : DRAWS, setDraw)}
        ${draw === "all" && !isCards && choice("Players update", query.turns ?? "", TURNS, set("turns", ""))}
        ${choice("Compare with", query.with ?? "", [["", "nothing"], ...named(names.filter(name => name !== variant))], set("with", ""))}
        ${draw !== "all" && html`<${Input} type="number" label="Seed" min="0" value=${query.seed ?? 0} onInput=${set("seed", "0")} />`}
      </div>
      ${still && html`<${Notice}>The start, where every action is as likely as the others, is an equilibrium already: there is nothing to learn.${uneven}<//>`}
      <${Wrong} error=${error} />
      <p class="muted small">${variants[variant]}</p>
    <//>
    <${Panel} title="Exploitability of the average strategy">
      <p aria-live="polite">${frame ? html`After <b>${count(frame.iteration)}</b> iterations: <b>${far(frame.exploitability)}</b> chips a hand. ${expectations(frame.expects)}.${other ? ` With ${other.variant}: ${far(other.exploitability)} chips.` : ""}` : " "}</p>
      <${Curve} series=${series} unit=" chips" height=${190} logX=${true} empty="The curve begins with the first iteration." />
    <//>
  </div>`;
}
