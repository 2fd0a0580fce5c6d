// The range that a player has at a node: as text to copy or save; and a new spot that begins here.
import { get, useGet } from "../../api.js";
import { html, useState } from "../../html.js";
import { evWords } from "../../model/evs.js";
import { setupQuery } from "../../model/setup.js";
import { navigate } from "../../route.js";
import { Choice, Dialog, Loading, Menu, Notice } from "../../ui/parts.js";
import { SaveDialog } from "../../ui/saved.js";

const MOST = 5000; // characters of a range in an address: a longer one is told by hand classes

const rangeOf = (policy, line, player) => get(`/spots/${encodeURIComponent(policy)}/range`, { line, player });

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
    setWrong(null);
    try {
      const found = await Promise.all(spot.players.map((_, k) => rangeOf(policy, node.line, k)));
      const ranges = found.map(one => (one.text.length > MOST ? one.classes : one.text));
      const { pot, stacks } = node.inChips;
      const board = node.board.join("");
      const stack = Math.min(...stacks);
      const { rake_rate, rake_cap } = info.params;
      const kept =
        info.game === "holdem" ? { ...info.params, removed: undefined, sizes_at: undefined } : { rake_rate, rake_cap };
      navigate("/setup", setupQuery("holdem", { ...kept, board, ranges, pot, stack }));
    } catch (error) {
      setWrong(error);
    }
  };
  return html`<${Menu} label="Ranges" name="Ranges at this node">
      ${spot.players.map((name, k) => html`<button key=${name} onClick=${() => setPlayer(k)}>${name}'s range as text …</button>`)}
      ${canBegin(info, node) && html`<button onClick=${begin}>New spot from here</button>`}
    <//>
    ${wrong && html`<${Notice} kind="bad">${wrong.message}<//>`}
    <${Dialog} open=${player !== null} title=${player === null ? "" : `Range of ${spot.players[player]} here`} onClose=${() => setPlayer(null)}>
      ${player !== null && html`<${RangeAsText} policy=${policy} line=${node.line} player=${player} name=${spot.players[player]} />`}
    <//>`;
}

function RangeAsText({ policy, line, player, name }) {
  const { data: found, error } = useGet(`/spots/${encodeURIComponent(policy)}/range`, { line, player });
  const [kind, setKind] = useState("text");
  const [copied, setCopied] = useState(false);
  const [saving, setSaving] = useState(false);
  if (!found) return html`<${Loading} error=${error && { ...error, status: 422, message: error.message }} />`;
  const text = found[kind];
  const copy = async event => {
    const box = event.target.closest(".stack").querySelector("textarea");
    box.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // without a secure address there is no clipboard to ask
    }
    setCopied(true);
  };
  return html`<div class="stack">
    <${Choice} label="How exact" value=${kind} options=${[
      ["text", "Each combo"],
      ["classes", "Hand classes"],
    ]} onChange=${next => (setCopied(false), setKind(next))} />
    <textarea class="mono" rows="8" readonly aria-label=${`Range of ${name}`} value=${text}></textarea>
    <p class="small muted">${found.combos.toFixed(1)} combos. ${kind === "text" ? "Weights have four digits." : "The mean weight of each hand class, over the combos that the board leaves."}</p>
    <div class="row"><button type="button" class="button primary" onClick=${copy}>${copied ? "Copied" : "Copy"}</button><button type="button" class="button" onClick=${() => setSaving(true)}>Save …</button></div>
    <${SaveDialog} open=${saving} title=${`Save the range of ${name}`} what=${(named, group) => ({ ranges: [{ name: named, group, text }] })} onClose=${() => setSaving(false)} />
  </div>`;
}

// The numbers that are shown, as CSV files from the server.
export function Exports({ policy, spot, node }) {
  const { from, unit, blind } = spot.evs;
  const told = { ev: from, unit, ...(unit === "bb" && { blind }) };
  const query = `?${new URLSearchParams({ ...(node.line && { line: node.line }), ...told })}`;
  const base = `/api/spots/${encodeURIComponent(policy)}`;
  return html`<div class="row">
    <a class="button small" href=${`${base}/node.csv${query}`} title=${`All hands of both players; ${evWords(spot)}`} download>CSV</a>
    ${node.card_due && html`<a class="button small" href=${`${base}/next-cards.csv${query}`} download>CSV of cards</a>`}
  </div>`;
}
