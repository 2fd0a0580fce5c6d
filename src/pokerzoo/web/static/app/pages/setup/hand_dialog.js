// A spot from a hand that was played: its history in PHH or as a site writes it, and the street from which on it is set up.
import { post } from "../../api.js";
import { html, useState } from "../../html.js";
import { STREETS } from "../../model/cards.js";
import { ofHand } from "../../model/setup.js";
import { capital } from "../../model/words.js";
import { navigate, useRoute } from "../../route.js";
import { Missing } from "../../ui/missing.js";
import { Choice, Dialog, Field } from "../../ui/parts.js";

const HINT =
  "One no-limit hand, two players in on the street: PHH, PokerStars, GGPoker, Full Tilt, PartyPoker, iPoker, Ongame or Absolute. Board, pot and stacks are taken from it; ranges and bet sizes stay as they are here.";

export function HandDialog({ onClose }) {
  const { query } = useRoute();
  const [text, setText] = useState("");
  const [street, setStreet] = useState("river");
  const [error, setError] = useState(null);
  const read = event => {
    event.preventDefault();
    post("/spots/from-hand", { text, street })
      .then(({ params }) => (navigate("/setup", ofHand(query, params)), onClose()))
      .catch(setError);
  };
  const file = async event => {
    const [chosen] = event.target.files; // none where the choice was cancelled
    if (chosen) setText(await chosen.text());
  };
  return html`<${Dialog} title="A spot from a hand" onClose=${onClose}>
    <form class="stack" onSubmit=${read}>
      <${Missing} extra="hands" what="Hands of sites (not PHH) need" />
      <${Field} label="Hand history" hint=${HINT} error=${error?.message}>
        ${tied => html`<textarea class="mono" rows="8" ...${tied} required spellcheck=${false} value=${text} onInput=${event => setText(event.target.value)}></textarea>`}
      <//>
      <div class="row"><label class="button small">Open a file …<input class="sr-only" type="file" accept=".phh,.txt,.toml,.xml" onChange=${file} /></label></div>
      <div class="row"><span class="small">From the</span><${Choice} label="From which street on" value=${street} options=${STREETS.map(name => [name, capital(name)])} onChange=${setStreet} /></div>
      <div class="row end"><button class="button primary" disabled=${!text.trim()}>Set it up</button></div>
    </form>
  <//>`;
}
