// The range that a player has at a node: as text to copy or save; and a new spot that begins here.
import { get, useGet } from "../../api.js";
import { html, useState } from "../../html.js";
import { csvQuery, evWords } from "../../model/evs.js";
import { setupQuery } from "../../model/setup.js";
import { navigate } from "../../route.js";
import { Choice, Dialog, Loading, Menu, Wrong } from "../../ui/parts.js";
import { SaveDialog } from "../../ui/saved.js";
import { pathOf } from "./data.js";

const MOST = 5000; // characters of a range in an address: a longer one is told by hand classes
const EXACT = Object.entries({ text: "Each combo", classes: "Hand classes" });

// A street begins here, of the deck that the set-up has.
const canBegin = (info, node) =>
  node.board.length >= 3 &&
  node.player !== null &&
  (node.line === "" || /\/([2-9TJQKA][shdc])+$/.test(node.line)) &&
  node.stacks.every(stack => stack > 0) &&
  (info.params.deck ?? "standard") === "standard";

export function NodeRanges({ policy, info, spot, node }) {
  const [player, setPlayer] = useState(null);
  const [wrong, setWrong] = useState(null);
  const begin = async () => {
    try {
      const asked = spot.players.map((_, k) => get(`${pathOf(policy)}/range`, { line: node.line, player: k }));
      const ranges = (await Promise.all(asked)).map(one => (one.text.length > MOST ? one.classes : one.text));
      const { pot, stacks } = node.inChips;
      const { rake_rate, rake_cap } = info.params;
      const kept =
        info.game === "holdem" ? { ...info.params, removed: undefined, sizes_at: undefined } : { rake_rate, rake_cap };
      navigate(
        "/setup",
        setupQuery("holdem", { ...kept, board: node.board.join(""), ranges, pot, stack: Math.min(...stacks) }),
      );
    } catch (error) {
      setWrong(error);
    }
  };
  return html`<${Menu} label="Ranges" name="Ranges at this node">
      ${spot.players.map((name, k) => html`<button key=${name} onClick=${() => setPlayer(k)}>${name}'s range as text …</button>`)}
      ${canBegin(info, node) && html`<button onClick=${begin}>New spot from here</button>`}
    <//>
    <${Wrong} error=${wrong} />
    ${player !== null && html`<${RangeAsText} policy=${policy} line=${node.line} player=${player} name=${spot.players[player]} onClose=${() => setPlayer(null)} />`}`;
}

function RangeAsText({ policy, line, player, name, onClose }) {
  const { data: found, error } = useGet(`${pathOf(policy)}/range`, { line, player });
  const [kind, setKind] = useState("text");
  const [copied, setCopied] = useState(false);
  const [saving, setSaving] = useState(false);
  const text = found?.[kind];
  const copy = async event => {
    event.target.closest("dialog").querySelector("textarea").select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // without a secure address there is no clipboard to ask
    }
    setCopied(true);
  };
  const shown = html`<${Choice} label="How exact" value=${kind} options=${EXACT} onChange=${next => (setCopied(false), setKind(next))} />
    <textarea class="mono" rows="8" readonly aria-label=${`Range of ${name}`} value=${text}></textarea>
    <p class="small muted">${found?.combos.toFixed(1)} combos. ${kind === "text" ? "Weights have four digits." : "The mean weight of each hand class, over the combos that the board leaves."}</p>
    <div class="row"><button type="button" class="button primary" onClick=${copy}>${copied ? "Copied" : "Copy"}</button><button type="button" class="button" onClick=${() => setSaving(true)}>Save …</button></div>`;
  return html`<${Dialog} title=${`Range of ${name} here`} onClose=${onClose}>
    ${error ? html`<${Wrong} error=${error} />` : found ? shown : html`<${Loading} />`}
    ${saving && html`<${SaveDialog} title=${`Save the range of ${name}`} what=${(named, group) => ({ ranges: [{ name: named, group, text }] })} onClose=${() => setSaving(false)} />`}
  <//>`;
}

// The numbers that are shown, as CSV files from the server.
export function Exports({ policy, spot, node }) {
  const file = (name, text) =>
    html`<a class="button small" href=${`/api${pathOf(policy)}/${name}.csv?${csvQuery(spot, node.line && { line: node.line })}`} title=${evWords(spot)} download>${text}</a>`;
  return html`<div class="row">${file("node", "CSV")} ${node.card_due && file("next-cards", "CSV of cards")}</div>`;
}
