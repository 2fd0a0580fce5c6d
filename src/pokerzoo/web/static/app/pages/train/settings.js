// What is asked: sets of solved spots, and filters. Starting writes all of it into the address, with a seed.
import { html, useState } from "../../html.js";
import { navigate, setQuery } from "../../route.js";
import { counted } from "../../ui/numbers.js";
import { Field, Panel } from "../../ui/parts.js";
import { capital } from "../../ui/words.js";
import { listed, settingsOf } from "./address.js";

const STREETS = [["preflop", "Before the flop"], ["flop", "Flop"], ["turn", "Turn"], ["river", "River"]];
const MADE = ["straight flush", "four of a kind", "full house", "flush", "straight", "set", "trips", "two pair", "overpair", "top pair", "pocket pair below the top card", "second pair", "low pair", "ace high", "king high", "queen high or less"];
const DRAWS = ["flush draw", "open-ended straight draw", "gutshot", "backdoor flush draw", "backdoor straight draw", "two overcards", "one overcard"];
const CLOSE = [["", "All decisions"], ["5", "Close: within 5% of the pot"], ["1", "Very close: within 1% of the pot"]];

// Some of several, as buttons; none chosen means all.
function Several({ label, chosen, options, onChange }) {
  const turn = (name) => onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return html`<div class="field" role="group" aria-label=${label}>
    <span class="label">${label}</span>
    <div class="train-several">
      ${options.map(([name, text]) => html`<button key=${name} type="button" class="button small" aria-pressed=${chosen.includes(name) ? "true" : "false"} onClick=${() => turn(name)}>${text}</button>`)}
    </div>
  </div>`;
}

export function Settings({ sets, query }) {
  const [hands, setHands] = useState(query.hands ?? "");
  const chosen = listed(query.set).filter((id) => sets.some((one) => one.id === id));
  const taken = chosen.length ? chosen : sets.filter((one) => one.id.startsWith("policy:")).map((one) => one.id).slice(0, 200);
  const used = sets.filter((one) => (taken.length ? taken.includes(one.id) : true));
  const among = (name) => new Set(used.flatMap((one) => one[name]));
  const choose = (name) => (list) => setQuery({ [name]: list.join(";") }, { replace: true });
  const start = (event) => {
    event.preventDefault();
    const set = taken.length ? taken : sets.map((one) => one.id);
    navigate("/train", { ...settingsOf(query), hands: hands.trim(), set: set.join(";"), seed: String(Math.floor(Math.random() * 2 ** 40)), n: "0" });
  };
  const [streets, positions] = [among("streets"), among("positions")];
  return html`<${Panel} title="What is asked">
    <form class="stack" onSubmit=${start}>
      <fieldset class="train-sets">
        <legend class="label small muted">Solved spots of two players${chosen.length === 0 ? ": all of the library" : ""}</legend>
        ${sets.map(
          (one) => html`<label key=${one.id} class="train-set"><input type="checkbox" checked=${taken.includes(one.id)}
              onChange=${() => choose("set")(taken.includes(one.id) ? taken.filter((id) => id !== one.id) : [...taken, one.id])} />
            <span>${one.title}</span><span class="muted small">${one.spots > 1 ? `${counted(one.spots, "spot")}, ` : ""}${one.streets.join(", ")}</span></label>`,
        )}
      </fieldset>
      <div class="train-filters">
        <${Several} label="Streets" chosen=${listed(query.street)} options=${STREETS.filter(([name]) => streets.has(name))} onChange=${choose("street")} />
        <${Several} label="Positions" chosen=${listed(query.position)} options=${["OOP", "IP", "SB", "BB"].filter((name) => positions.has(name)).map((name) => [name, name])} onChange=${choose("position")} />
        <${Field} label="How close">
          ${(tied) => html`<select ...${tied} value=${query.close ?? ""} onChange=${(event) => setQuery({ close: event.target.value }, { replace: true })}>${CLOSE.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</select>`}
        <//>
        <${Field} label="Hands" hint="A range: QQ+, AK. Empty: all hands.">
          ${(tied) => html`<input type="text" ...${tied} maxlength="20000" value=${hands} onInput=${(event) => setHands(event.target.value)} />`}
        <//>
      </div>
      <details open=${Boolean(query.made || query.draw)}>
        <summary>Hand classes</summary>
        <div class="stack">
          <${Several} label="Made hands" chosen=${listed(query.made)} options=${MADE.map((name) => [name, capital(name)])} onChange=${choose("made")} />
          <${Several} label="Draws" chosen=${listed(query.draw)} options=${DRAWS.map((name) => [name, capital(name)])} onChange=${choose("draw")} />
        </div>
      </details>
      <div><button class="button primary">Start</button></div>
    </form>
  <//>`;
}
