// Public tree: a box for each point of the betting, in it what each hand does there; cards that come open the rest.
import { html, useEffect } from "../../html.js";
import { childrenOf, place } from "../../model/layout.js";
import { bet } from "../../model/numbers.js";
import { useRoving } from "../../ui/keys.js";
import { Edge } from "./history_tree.js";
import { colourOf, leakSize, leakTold, mix, placeOf, playerColours, playerName, won } from "./words.js";

const BOX = 172;
const HAND = 17;
const HEAD = 22;
const CARD = { width: 32, height: 22, columns: 3 };
const WIDE = { player: BOX, chance: CARD.width * CARD.columns, end: 76 };
const GAP = 132;
const MARGIN = 8;
const MOST_HANDS = 14;

function endText(node, players) {
  if (players !== 2) return node.shows ? "showdown" : `player ${node.net[0].findIndex(x => x > 0)} wins`;
  if (!node.shows) return won(node.net[0][0]);
  const amounts = [...new Set(node.net.map(net => Math.abs(net[0])))];
  return `±${amounts.map(x => bet(x)).join(" or ")}`;
}

// How often an action is taken at a node, all hands together by how often they get there; null where that is not known.
function oftenOf(node, action, shares, reach) {
  if (!shares || !reach || node.kind !== "player") return null;
  const total = node.infosets.reduce((sum, i) => sum + reach[i], 0);
  return total > 1e-12 ? node.infosets.reduce((sum, i) => sum + reach[i] * shares[i][action], 0) / total : null;
}

function Box({ node, height, tree, shares, leaks, focus, onFocus }) {
  const shown = node.infosets.slice(0, MOST_HANDS);
  const more = node.infosets.length - shown.length;
  const hand = (i, k) => {
    const infoset = tree.infosets[i];
    const own = shares?.[i] ?? [];
    const on = i === focus;
    const lost = (HAND - 4) * leakSize(leaks, i);
    let x = 40;
    const bars = own.map((p, a) => {
      const bar = html`<rect key=${a} x=${x} y="3" width=${p * (BOX - 48)} height=${HAND - 6} fill=${colourOf(infoset.actions[a], a)} />`;
      x += p * (BOX - 48);
      return bar;
    });
    const told = `${playerName(node.player)}, ${placeOf(infoset)}${own.length ? ": " + mix(infoset, own) : ""}${leakTold(leaks, i)}`;
    return html`<g key=${i} class=${"hand" + (on ? " on" : "")} transform=${`translate(0 ${HEAD + HAND * k})`} role="button" data-cell=${on ? "at" : ""} data-infoset=${i}
      aria-pressed=${on ? "true" : "false"} aria-label=${told} onClick=${() => onFocus(i)}>
      <rect class="hit" x="2" width=${BOX - 4} height=${HAND} rx="3" /><text x="33" y="13" text-anchor="end">${infoset.hand}</text>
      ${lost > 0 && html`<rect class="leak" x="2" y=${HAND - lost - 2} width="5" height=${lost} />`} ${bars}
    </g>`;
  };
  return html`<g class="box" style=${playerColours(node.player)}>
    <rect class="frame" width=${BOX} height=${height} rx="6" />
    <text class="who" x="8" y="15">${playerName(node.player)}</text><text class="line" x=${BOX - 8} y="15" text-anchor="end">${node.line || "start"}</text>
    ${shown.map(hand)} ${more > 0 && html`<text class="line" x="8" y=${height - 8}>${more} more in the table</text>`}
  </g>`;
}

// Cards that may come: one is open at a time.
const Deals = ({ node, cards, openAt, onOpen }) =>
  cards.map(([child, c], n) => {
    const on = openAt === c;
    const [x, y] = [(n % CARD.columns) * CARD.width, Math.floor(n / CARD.columns) * CARD.height];
    return html`<g key=${c} class=${"deal" + (on ? " on" : "")} role="button" data-cell aria-pressed=${on ? "true" : "false"} aria-label=${`Open the ${child.label} after ${node.line.replace(/[/|]+$/, "") || "the deal"}`}
      transform=${`translate(${x} ${y})`} onClick=${() => onOpen(child.line)}>
      <rect width="29" height="19" rx="4" /><text x="14.5" y="14" text-anchor="middle">${child.label}</text>
    </g>`;
  });

export function PublicTree({ tree, shares, leaks, reach, focus, onFocus, opened, onOpen, caption }) {
  const nodes = tree.public;
  const roving = useRoving(to => to.dataset.infoset && onFocus(Number(to.dataset.infoset)));
  // Below a chance node one card is open at a time: the one on the way to `opened`, a line.
  const isDeal = node => node.parent !== null && nodes[node.parent].kind === "chance";
  const openOf = nodes.map(() => null);
  nodes.forEach((node, k) => isDeal(node) && opened?.startsWith(node.line) && (openOf[node.parent] = k));
  const hidden = [];
  nodes.forEach(
    (node, k) => (hidden[k] = node.parent !== null && (hidden[node.parent] || (isDeal(node) && openOf[node.parent] !== k))),
  );
  const heightOf = node => HEAD + HAND * Math.min(node.infosets.length, MOST_HANDS + 1) + 6;
  const tall = k => ({ player: heightOf(nodes[k]) + 14, chance: 50, end: 30 })[nodes[k].kind];
  const wide = k => WIDE[nodes[k].kind];
  const layout = place(
    nodes,
    childrenOf(nodes, k => hidden[k]),
    { wide, tall, gap: GAP, row: 34 },
  );
  const at = layout.at;
  useEffect(() => {
    const region = roving.ref.current;
    const on = region.querySelector(".hand.on")?.closest(".box").getBoundingClientRect();
    if (!on) return;
    const room = region.getBoundingClientRect();
    const over = (low, high, from, to) => (low < from || high > to ? (low + high - from - to) / 2 : 0); // to the middle
    region.scrollBy(over(on.left, on.right, room.left, room.right), over(on.top, on.bottom, room.top, room.bottom));
  }, [focus, opened]);
  const edge = ([k, to]) => {
    const node = nodes[k];
    const parent = nodes[node.parent];
    const from = at.get(node.parent);
    const colour = parent.kind === "player" ? colourOf(node.label, node.action) : "var(--edge)";
    return html`<${Edge} key=${"e" + k} from=${{ x: from.x + wide(node.parent), y: from.y }} to=${to} colour=${colour} label=${node.label} often=${oftenOf(parent, node.action, shares, reach)} />`;
  };
  const drawn = ([k, { x, y }]) => {
    const node = nodes[k];
    if (node.kind === "end")
      return html`<text key=${k} class="net" x=${x + 6} y=${y + 4}>${endText(node, tree.players)}</text>`;
    const inside =
      node.kind === "player"
        ? html`<${Box} ...${{ node, tree, shares, leaks, focus, onFocus }} height=${heightOf(node)} />`
        : html`<${Deals} node=${node} cards=${nodes.map((child, c) => [child, c]).filter(([child]) => child.parent === k)} openAt=${openOf[k]} onOpen=${onOpen} />`;
    return html`<g key=${k} transform=${`translate(${x} ${y - (node.kind === "player" ? heightOf(node) / 2 : 21)})`}>${inside}</g>`;
  };
  return html`<div class="tree-region" role="region" aria-label=${caption} tabindex="0" ...${roving}>
    <svg class="tree" width=${layout.width + 2 * MARGIN} height=${layout.height + 2 * MARGIN} role="group" aria-label=${caption}>
      <g transform=${`translate(${MARGIN} ${MARGIN})`}>${[...at].filter(([k]) => nodes[k].parent !== null).map(edge)} ${[...at].map(drawn)}</g>
    </svg>
  </div>`;
}
