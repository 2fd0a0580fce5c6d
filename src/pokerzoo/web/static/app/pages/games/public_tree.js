// Public tree: a box for each point of the betting, in it what each hand does there; cards that come open the rest.
import { html, useEffect, useRef } from "../../html.js";
import { bet } from "../../model/numbers.js";
import { leakSize, leakTold } from "./leak_mark.js";
import { childrenOf, curve, place } from "../../model/layout.js";
import { colourOf, mix, placeOf, playerClass, playerName, share, won } from "./words.js";

const BOX = 172;
const HAND = 17;
const HEAD = 22;
const END = 76;
const CARDS = 96;
const GAP = 132;
const MARGIN = 8;
const MOST_HANDS = 14;

function endText(node, players) {
  if (players === 2) {
    const amounts = [...new Set(node.net.map(net => Math.abs(net[0])))];
    return node.shows ? `±${amounts.map(x => bet(x)).join(" or ")}` : won(node.net[0][0]);
  }
  return node.shows ? "showdown" : `player ${node.net[0].findIndex(x => x > 0)} wins`;
}

// How often each action is taken at a node, all hands together by how often they get there.
function frequencies(node, shares, reach) {
  if (!shares || !reach) return null;
  const total = node.infosets.reduce((sum, i) => sum + reach[i], 0);
  if (total <= 1e-12) return null;
  return shares[node.infosets[0]].map((_, a) => node.infosets.reduce((sum, i) => sum + reach[i] * shares[i][a], 0) / total);
}

function Box({ node, number, tree, shares, leaks, focus, current, onFocus, onKey }) {
  const shown = node.infosets.slice(0, MOST_HANDS);
  const actions = tree.infosets[node.infosets[0]].actions;
  const height = HEAD + HAND * (shown.length + (shown.length < node.infosets.length ? 1 : 0)) + 6;
  return html`<g class=${"box " + playerClass(node.player)}>
    <rect class="frame" width=${BOX} height=${height} rx="6" />
    <text class="who" x="8" y="15">${playerName(node.player)}</text><text class="line" x=${BOX - 8} y="15" text-anchor="end">${node.line || "start"}</text>
    ${shown.map((i, k) => {
      const infoset = tree.infosets[i];
      const own = shares?.[i];
      let x = 40;
      return html`<g key=${i} class=${"hand" + (i === focus ? " on" : "")} transform=${`translate(0 ${HEAD + HAND * k})`} role="button" data-infoset=${i}
        tabindex=${i === current ? 0 : -1} aria-pressed=${i === focus ? "true" : "false"} aria-label=${`${playerName(node.player)}, ${placeOf(infoset)}${own ? ": " + mix(infoset, own) : ""}${leakTold(leaks, i)}`}
        onClick=${() => onFocus(i)} onKeyDown=${event => onKey(event, number, k)}>
        <rect class="hit" x="2" width=${BOX - 4} height=${HAND} rx="3" /><text x="33" y="13" text-anchor="end">${infoset.hand}</text>
        ${leakSize(leaks, i) > 0 && html`<rect class="leak" x="2" y=${HAND - (HAND - 4) * leakSize(leaks, i) - 2} width="5" height=${(HAND - 4) * leakSize(leaks, i)} />`}
        ${(own ?? actions.map(() => 0)).map((p, a) => {
          const wide = p * (BOX - 48);
          const bar = html`<rect key=${a} x=${x} y="3" width=${wide} height=${HAND - 6} style=${{ fill: colourOf(actions[a], a) }} />`;
          x += wide;
          return bar;
        })}
      </g>`;
    })}
    ${shown.length < node.infosets.length && html`<text class="line" x="8" y=${height - 8}>${node.infosets.length - shown.length} more in the table</text>`}
  </g>`;
}

export function PublicTree({ tree, shares, leaks, reach, focus, onFocus, opened, onOpen, caption }) {
  const nodes = tree.public;
  const drawn = useRef(null);
  const wanted = useRef(null);
  // Below a chance node one card is open at a time: the one on the way to `opened`, a line.
  const openOf = nodes.map(() => null);
  nodes.forEach((node, k) => {
    if (
      node.parent !== null &&
      nodes[node.parent].kind === "chance" &&
      opened !== null &&
      (opened === node.line || opened.startsWith(node.line))
    )
      openOf[node.parent] = k;
  });
  const hidden = nodes.map(() => false);
  nodes.forEach((node, k) => {
    if (node.parent === null) return;
    hidden[k] = hidden[node.parent] || (nodes[node.parent].kind === "chance" && openOf[node.parent] !== k);
  });
  const below = childrenOf(nodes, k => hidden[k]);
  const wide = k => ({ player: BOX, chance: CARDS, end: END })[nodes[k].kind];
  const tall = k => {
    const node = nodes[k];
    const hands = Math.min(node.infosets.length, MOST_HANDS + 1);
    return node.kind === "player" ? HEAD + HAND * hands + 20 : node.kind === "chance" ? 50 : 30;
  };
  const layout = place(nodes, below, { wide, tall, gap: GAP, row: 34 });
  const at = layout.at;
  const order = [...at.keys()].filter(k => nodes[k].kind === "player");
  const flat = order.flatMap(k => nodes[k].infosets.slice(0, MOST_HANDS));
  const current = flat.includes(focus) ? focus : flat[0];

  const go = infoset => {
    if (infoset === undefined) return;
    wanted.current = infoset;
    onFocus(infoset);
    drawn.current.querySelector(`[data-infoset="${infoset}"]`)?.focus();
  };
  const onKey = (event, number, k) => {
    const hands = nodes[number].infosets.slice(0, MOST_HANDS);
    const column = order.filter(other => at.get(other).x === at.get(number).x).sort((a, b) => at.get(a).y - at.get(b).y);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const near = other => other !== undefined && nodes[other].infosets[Math.min(k, nodes[other].infosets.length - 1)];
    if (step) {
      const next = column[column.indexOf(number) + step];
      go(hands[k + step] ?? (next === undefined ? undefined : nodes[next].infosets.slice(0, MOST_HANDS).at(step < 0 ? -1 : 0)));
    } else if (event.key === "ArrowRight") go(near(below[number].find(child => nodes[child].kind === "player")) || undefined);
    else if (event.key === "ArrowLeft" && nodes[number].parent !== null && nodes[nodes[number].parent].kind === "player")
      go(near(nodes[number].parent) || undefined);
    else if (event.key === "Enter" || event.key === " ") go(hands[k]);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const on = wanted.current === null && drawn.current.querySelector(".hand.on")?.closest(".box").getBoundingClientRect();
    wanted.current = null;
    if (!on) return;
    const region = drawn.current.parentElement;
    const room = region.getBoundingClientRect();
    if (on.left < room.left || on.right > room.right) region.scrollLeft += on.left - room.left - (room.width - on.width) / 2;
    if (on.top < room.top || on.bottom > room.bottom) region.scrollTop += on.top - room.top - (room.height - on.height) / 2;
  }, [focus, opened]);

  return html`<div class="tree-region" role="region" aria-label=${caption} tabindex="0">
    <svg ref=${drawn} class="tree public" width=${layout.width + 2 * MARGIN} height=${layout.height + 2 * MARGIN} role="group" aria-label=${caption}>
      <g transform=${`translate(${MARGIN} ${MARGIN})`}>
        ${[...at].map(([k, to]) => {
          const node = nodes[k];
          if (node.parent === null) return null;
          const parent = nodes[node.parent];
          const from = at.get(node.parent);
          const often = parent.kind === "player" ? frequencies(parent, shares, reach)?.[node.action] : null;
          const none = often !== null && often !== undefined && often < 1e-9;
          const x1 = from.x + wide(node.parent);
          const label =
            parent.kind === "player"
              ? node.label + (often === null || often === undefined ? "" : ` ${share(often)}`)
              : node.label;
          return html`<g key=${"e" + k} class=${"edge" + (none ? " none" : "")}>
            <path d=${curve(x1, from.y, to.x, to.y)} style=${{ stroke: parent.kind === "player" ? colourOf(node.label, node.action) : "var(--edge)", strokeWidth: none ? 1 : 1.5 + 4 * (often ?? 0) }} />
            <text x=${to.x - 6} y=${to.y - 6} text-anchor="end">${label}</text>
          </g>`;
        })}
        ${[...at].map(([k, { x, y }]) => {
          const node = nodes[k];
          if (node.kind === "end")
            return html`<text key=${k} class="net" x=${x + 6} y=${y + 4}>${endText(node, tree.players)}</text>`;
          if (node.kind === "player")
            return html`<g key=${k} transform=${`translate(${x} ${y - (tall(k) - 14) / 2})`}><${Box} ...${{ node, number: k, tree, shares, leaks, focus, current, onFocus: go, onKey }} /></g>`;
          const cards = nodes.map((child, c) => [child, c]).filter(([child]) => child.parent === k);
          const columns = Math.min(3, cards.length);
          return html`<g key=${k} transform=${`translate(${x} ${y - 21})`}>
            ${cards.map(
              (
                [child, c],
                n,
              ) => html`<g key=${c} class=${"deal" + (openOf[k] === c ? " on" : "")} role="button" tabindex="0" aria-pressed=${openOf[k] === c ? "true" : "false"}
              aria-label=${`Open the ${child.label} after ${node.line.replace(/[/|]+$/, "") || "the deal"}`} transform=${`translate(${(n % columns) * 32} ${Math.floor(n / columns) * 22})`}
              onClick=${() => onOpen(child.line)} onKeyDown=${event => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onOpen(child.line))}>
              <rect width="29" height="19" rx="4" /><text x="14.5" y="14" text-anchor="middle">${child.label}</text></g>`,
            )}
          </g>`;
        })}
      </g>
    </svg>
  </div>`;
}
