// Begin a sweep: on which boards, what varies, what is kept. The address holds all of it.
import { post } from "../../api.js";
import { html, useRef, useState } from "../../html.js";
import { Link, navigate } from "../../route.js";
import { bytes, counted } from "../../ui/numbers.js";
import { Choice, Field, Notice, Panel } from "../../ui/parts.js";
import { useTitle } from "../../ui/title.js";
import { capital } from "../../ui/words.js";
import { usePost } from "../../use_post.js";
import { BOARDS, bodyOf, isAlone, isThree, ownSizes, readSweep, rowsOf, spotOf, whoseSizes, withAlone, withPlayers, writeSweep } from "./new_config.js";

const PAUSE = 400;
const SIZES = [["name", "Name"], ["bet", "Bet"], ["raise", "Raise"], ["donk", "Donk"]];
const RANGES = { 2: [["name", "Name"], ["oop", "OOP"], ["ip", "IP"]], 3: [["name", "Name"], ["oop", "OOP"], ["middle", "MP"], ["ip", "IP"]] };
const PLAYERS = [[2, "Two players"], [3, "Three players"]];
const NUMBERED = { "flops:": "5 to 1,755, chosen so that their means are close to those of all flops.", "random-flops:": null, "random-turns:": null, "random-rivers:": null };

export function New({ query }) {
  const draft = readSweep(query);
  const change = (changed) => navigate("/aggregate/new", writeSweep(changed, draft), { replace: true });
  const set = (key) => (text) => change({ ...draft, [key]: text });
  const many = isThree(draft) ? 3 : 2;
  const alone = isAlone(draft);
  const flops = draft.boards === "list" || draft.boards.includes("flops");
  const body = bodyOf(draft);
  const checked = usePost("/sweeps/check", body, PAUSE);
  const [failed, setFailed] = useState(null);
  useTitle("New sweep");
  const error = failed ?? checked.error;
  const shown = new Set();
  const fault = (...fields) => {
    const mine = error?.field && fields.find((field) => error.field === field || error.field.startsWith(field + ".") || error.field.startsWith(field + "["));
    if (mine) shown.add(error.field);
    return mine ? error.message : undefined;
  };
  const text = (key, label, { fields = [key], hint, placeholder, numeric = false, long = false, wide = false } = {}) => html`<${Field} key=${key} class=${wide ? "field wide" : "field"} label=${label} hint=${hint} error=${fault(...fields)}>
    ${(tied) => (long ? html`<textarea rows="2" spellcheck=${false} ...${tied} value=${draft[key] ?? ""} placeholder=${placeholder} onInput=${(event) => set(key)(event.target.value)}></textarea>` : html`<input type="text" inputmode=${numeric ? "decimal" : undefined} autocomplete="off" spellcheck=${false} ...${tied} value=${draft[key] ?? ""} placeholder=${placeholder} onInput=${(event) => set(key)(event.target.value)} />`)}
  <//>`;
  const own = useRef({ bet: ownSizes(draft, "bet"), raise: ownSizes(draft, "raise") }).current; // their fields stay where one is emptied
  const sizes = (kind, label, hint = "") => [
    text(kind, label, { fields: own[kind].some(([key]) => key === `middle-${kind}`) ? [] : [kind], hint: [hint, whoseSizes(draft, kind)].filter(Boolean).join(" "), wide: true }),
    ...own[kind].filter(([key]) => many > 2 || !key.startsWith("middle")).map(([key, name]) => text(key, `${label} of ${name}`, { fields: key.startsWith("middle") ? [key, kind] : [key], placeholder: `as ${label}`, wide: true })),
  ];
  const tick = (key, label) => html`<label class="row"><input type="checkbox" checked=${draft[key] === "1"} onChange=${(event) => set(key)(event.target.checked ? "1" : "")} /> ${label}</label>`;
  const begin = (event) => {
    event.preventDefault();
    setFailed(null);
    post("/sweeps", body).then((made) => navigate(`/aggregate/${made.id}`)).catch(setFailed);
  };
  const random = draft.boards.startsWith("random-");
  const plan = checked.waiting || error ? null : checked.data;
  const form = html`<${Panel} title="Boards">
      <div class="sweep-fields">
        <${Field} label="Which boards" error=${draft.boards === "list" || draft.boards in NUMBERED ? undefined : fault("vary.boards", "boards")}>
          ${(tied) => html`<select ...${tied} value=${draft.boards} onChange=${(event) => set("boards")(event.target.value)}>${BOARDS.map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select>`}
        <//>
        ${draft.boards in NUMBERED && text("number", "How many", { fields: ["vary.boards", "boards"], hint: NUMBERED[draft.boards], numeric: true })}
        ${draft.boards.startsWith("all-") && draft.boards !== "all-flops" && text("board", "After this board", { fields: ["board"], hint: "For example QsTs5d." })} ${random && text("seed", "Their seed", { fields: ["vary.seed"], numeric: true })}
      </div>
      ${draft.boards === "list" && text("list", "Boards", { fields: ["vary.boards", "boards"], hint: "Separated by commas: QsTs5d, AhKh2c. All of them flops, turns or rivers.", long: true })}
    <//>
    <${Panel} title="Spot" actions=${html`<div class="row"><${Choice} label="How many play" value=${many} options=${PLAYERS} onChange=${(count) => change(withPlayers(draft, count))} /><${Link} class="button small quiet" to="/setup" query=${spotOf(draft)}>Paint it in the set-up<//></div>`}>
      <div class="sweep-pair">${text("oop", "OOP's range", { long: true })} ${many > 2 && text("middle", "MP's range", { hint: "MP acts between OOP and IP.", long: true })} ${text("ip", "IP's range", { long: true })}</div>
      <div class="sweep-fields">
        ${text("pot", "Pot", { numeric: true })} ${text("stack", many > 2 ? "Stacks behind" : "Stack behind", { fields: ["stack", "stacks"], hint: many > 2 ? "One number for all, or one each: 100/60/35." : undefined, numeric: many === 2 })} ${sizes("bet", "Bet sizes", "For example 33%,75% or flop: 33%; turn: 75%; river: a.")}
        ${sizes("raise", "Raise sizes")} ${text("donk", "Donk sizes", { placeholder: "as bets" })} ${text("rake-rate", "Rake", { placeholder: "0", hint: "Share of the pot: 5%." })} ${text("rake-cap", "Rake cap", { placeholder: "none" })}
      </div>
    <//>
    <${Panel} title="What varies">
      <p class="small muted">All combinations are solved on every board. What is empty stays as above.</p>
      <div class="sweep-fields">
        ${text("stacks", "Stacks", { fields: ["vary.stacks"], placeholder: "400, 975, 1950" })} ${text("pots", "Pots", { fields: ["vary.pots"], placeholder: "60, 100" })} ${text("rakes", "Rakes", { fields: ["vary.rake"], placeholder: "0%, 5% cap 3" })}
      </div>
      <${Rows} title="Bet sizes" one="set of sizes" fields=${SIZES} rows=${rowsOf(draft.sizes)} error=${fault("vary.sizes")} onChange=${(rows) => set("sizes")(rows.length ? JSON.stringify(rows) : "")} />
      <${Rows} title="Ranges" one=${many > 2 ? "set of ranges" : "pair of ranges"} fields=${RANGES[many]} rows=${rowsOf(draft.ranges)} error=${fault("vary.ranges")} onChange=${(rows) => set("ranges")(rows.length ? JSON.stringify(rows) : "")} />
    <//>
    <${Panel} title="What is kept">
      <div class="sweep-fields">
        ${text("lines", "Points of the betting", { fields: ["keep.lines"], hint: "Besides the start. x: check, b33%: bet, c: call. For example x, b33%, x/b33%." })}
        ${text("cards", "Next cards after", { fields: ["keep.next_cards"], placeholder: "none", hint: "Lines after which a card is due, for example xx." })}
      </div>
      <div class="row sweep-ticks">${tick("policies", "Each spot's strategy, to browse")} ${many === 2 && !alone && tick("rivers", "Their rivers too: EVs and training on all streets, in far larger files")} ${tick("hands", "All hands at these points")}</div>
    <//>
    <${Panel} title="Solving">
      <div class="sweep-fields">
        ${!alone && text("until", "Until exploitable for", { fields: ["solve.until"], hint: many > 2 ? "Each player's gain, in percent of the pot or in chips." : "Percent of the pot, or chips." })} ${text("iterations", "Most iterations", { fields: ["solve.iterations"], numeric: true })}
        ${text("processes", "Processes", { placeholder: "as many as fit", numeric: true })} ${text("title", "Title", { placeholder: "after its boards" })}
      </div>
      ${many === 2 && (flops || alone) && html`<div class="stack tight">
        <div class="row sweep-ticks"><label class="row"><input type="checkbox" checked=${alone} onChange=${(event) => change(withAlone(draft, event.target.checked))} /> Each flop alone: a network says what turns are worth</label></div>
        ${plan?.note && html`<p class="small muted">${capital(plan.note)}.</p>`}
      </div>`}
      <div class="row"><button class="button primary" disabled=${plan === null}>Begin</button>
        <span role="status" class="small muted">${plan ? told(plan) : error ? "Something is wrong above." : "Counting …"}</span></div>
    <//>`;
  return html`<div class="stack aggregate sweep-new">
    <div class="row between"><h1>New sweep</h1><${Link} class="button small quiet" to="/aggregate">All sweeps<//></div>
    <p>A sweep solves one spot on many boards. Then you can compare how it is played on each.</p>
    <form class="stack" onSubmit=${begin}>${form}</form>
    ${error && !shown.has(error.field) && html`<${Notice} kind="bad">${error.message}<//>`}
  </div>`;
}

const told = (plan) => [`${counted(plan.spots, "spot")} on ${counted(plan.boards, "board")}`, `the first is ${plan.first}`, plan.spot_bytes ? `about ${bytes(plan.spot_bytes)} of memory each` : null].filter(Boolean).join(", ") + ".";

// Named rows that vary together: [{name, ...}, ...].
function Rows({ title, one, fields, rows, error, onChange }) {
  const change = (place, key, value) => onChange(rows.map((row, k) => (k === place ? { ...row, [key]: value } : row)));
  const fresh = Object.fromEntries(fields.map(([key]) => [key, key === "name" ? `${rows.length + 1}` : ""]));
  return html`<fieldset class="sweep-rows"><legend>${title}</legend>
    ${rows.map((row, place) => html`<div key=${place} class="sweep-row">
      ${fields.map(([key, label]) => html`<label key=${key}><span class="small">${label}</span><input type="text" autocomplete="off" spellcheck=${false} aria-label=${`${title} ${place + 1}: ${label}`} value=${row[key] ?? ""} onInput=${(event) => change(place, key, event.target.value)} /></label>`)}
      <button type="button" class="button small quiet" onClick=${() => onChange(rows.filter((_, k) => k !== place))}>Remove<span class="sr-only"> ${one} ${place + 1}</span></button>
    </div>`)}
    ${error && html`<div class="wrong" role="alert">${error}</div>`}
    <button type="button" class="button small" onClick=${() => onChange([...rows, fresh])}>Add a ${one}</button>
  </fieldset>`;
}
