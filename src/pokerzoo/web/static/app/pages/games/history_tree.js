// The blackboard's tree: every history, each node in its infoset, strategies on the edges.
import { html, useEffect, useRef, useState } from "../../html.js";
import { leakSize, leakTold } from "./leak_mark.js";
import { childrenOf, curve, place } from "../../model/layout.js";
import { colourOf, mix, placeOf, playerClass, playerName, share, won } from "./words.js";

const R = 12;
const ROW = 25;
const MARGIN = { left: 26, right: 72, top: 10 };

const payoffs = net => (net.length === 2 ? won(net[0]) : net.map(won).join(" "));

function Edge({ node, from, to, infoset, shares }) {
  const p = infoset ? shares?.[node.action] : node.probability;
  const none = infoset && p !== undefined && p < 1e-9;
  const colour = infoset ? colourOf(node.label, node.action) : "var(--edge)";
  const label = infoset ? (p === undefined ? node.label : `${node.label} ${share(p)}`) : node.label;
  const end = to.x - (node.kind === "end" ? 2 : R);
  return html`<g class=${"edge" + (none ? " none" : "")}>
    <path d=${curve(from.x + R, from.y, end, to.y)} style=${{ stroke: colour, strokeWidth: none ? 1 : 1 + 4 * (infoset ? (p ?? 0.3) : 0.15) }} />
    <text x=${end - 5} y=${to.y - 5} text-anchor="end">${label}</text>
  </g>`;
}

function Shape({ player }) {
  if (player % 4 === 1) return html`<rect x=${-R + 1} y=${-R + 1} width=${2 * R - 2} height=${2 * R - 2} rx="4" />`;
  if (player % 4 === 2) return html`<path d=${`M0 ${-R - 2} L${R + 2} 0 L0 ${R + 2} L${-R - 2} 0 Z`} />`;
  return html`<circle r=${R} />`;
}

// Dashed lines through the nodes of an infoset, which look alike to who moves there.
function Links({ groups, at, focus }) {
  return [...groups].map(([infoset, numbers]) => {
    const path = numbers.slice(1).map((number, k) => {
      const one = at.get(numbers[k]);
      const two = at.get(number);
      return `M${one.x} ${one.y} Q${one.x - 26} ${(one.y + two.y) / 2} ${two.x} ${two.y}`;
    });
    return html`<path key=${infoset} class=${"link" + (infoset === focus ? " on" : "")} d=${path.join(" ")} />`;
  });
}

export function HistoryTree({ tree, shares, leaks, focus, onFocus, caption }) {
  const nodes = tree.histories;
  const region = useRef(null);
  const drawn = useRef(null);
  const [room, setRoom] = useState(900);
  const [here, setHere] = useState(null);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setRoom(entry.contentRect.width));
    watch.observe(region.current);
    return () => watch.disconnect();
  }, []);
  const below = childrenOf(nodes);
  const depth = nodes.reduce((deep, node, k) => ((deep[k] = node.parent === null ? 0 : deep[node.parent] + 1), deep), []);
  const columns = Math.max(...depth);
  const gap = Math.max(128, Math.min(190, (room - MARGIN.left - MARGIN.right - (columns + 1) * 2 * R) / columns));
  const layout = place(nodes, below, { wide: () => 2 * R, tall: () => 2 * R, gap, row: ROW });
  const at = new Map([...layout.at].map(([k, { x, y }]) => [k, { x: x + MARGIN.left, y: y + MARGIN.top }]));
  const groups = new Map();
  nodes.forEach(
    (node, k) => node.infosets.length && groups.set(node.infosets[0], [...(groups.get(node.infosets[0]) ?? []), k]),
  );
  const deciding = nodes.map((node, k) => k).filter(k => nodes[k].kind === "player");
  const current = here !== null && nodes[here]?.infosets[0] === focus ? here : (groups.get(focus)?.[0] ?? deciding[0]);

  const go = number => {
    if (number === undefined) return;
    setHere(number);
    onFocus(nodes[number].infosets[0]);
    drawn.current.querySelector(`[data-node="${number}"]`)?.focus();
  };
  const onKey = (event, number) => {
    const level = deciding.filter(k => depth[k] === depth[number]).sort((a, b) => at.get(a).y - at.get(b).y);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const children = below[number].filter(k => nodes[k].kind === "player");
    if (step) go(level[level.indexOf(number) + step]);
    else if (event.key === "ArrowLeft" && nodes[nodes[number].parent]?.kind === "player") go(nodes[number].parent);
    else if (event.key === "ArrowRight") go(children[0]);
    else if (event.key === "Enter" || event.key === " ") go(number);
    else return;
    event.preventDefault();
  };
  const width = layout.width + MARGIN.left + MARGIN.right;
  return html`<div class="tree-region" ref=${region} role="region" aria-label=${caption} tabindex="0">
    <svg ref=${drawn} class="tree" width=${width} height=${layout.height + 2 * MARGIN.top} role="group" aria-label=${caption}>
      ${deciding.map(k => leakSize(leaks, nodes[k].infosets[0]) > 0 && html`<circle key=${k} class="leak" cx=${at.get(k).x} cy=${at.get(k).y} r=${R + 2 + 7 * leakSize(leaks, nodes[k].infosets[0])} />`)}
      <${Links} groups=${groups} at=${at} focus=${focus} />
      ${nodes.map((node, k) => {
        if (node.parent === null) return null;
        const parent = nodes[node.parent];
        const infoset = parent.kind === "player" ? tree.infosets[parent.infosets[0]] : null;
        return html`<${Edge} key=${k} node=${node} from=${at.get(node.parent)} to=${at.get(k)} infoset=${infoset} shares=${infoset ? shares?.[parent.infosets[0]] : null} />`;
      })}
      ${nodes.map((node, k) => {
        const { x, y } = at.get(k);
        if (node.kind === "end") return html`<text key=${k} class="net" x=${x + 4} y=${y + 4}>${payoffs(node.net[0])}</text>`;
        if (node.kind === "chance")
          return html`<g key=${k} class="chance" transform=${`translate(${x} ${y})`}><path d=${`M0 ${-R} L${R} ${R - 3} L${-R} ${R - 3} Z`} /><title>Chance deals</title></g>`;
        const infoset = tree.infosets[node.infosets[0]];
        const told = `${playerName(node.player)}, ${placeOf(infoset)}${shares ? ": " + mix(infoset, shares[node.infosets[0]]) : ""}${leakTold(leaks, node.infosets[0])}`;
        return html`<g key=${k} class=${`node ${playerClass(node.player)}${node.infosets[0] === focus ? " on" : ""}`} transform=${`translate(${x} ${y})`}
          role="button" tabindex=${k === current ? 0 : -1} aria-pressed=${node.infosets[0] === focus ? "true" : "false"} aria-label=${told} data-node=${k}
          onClick=${() => go(k)} onKeyDown=${event => onKey(event, k)}>
          <${Shape} player=${node.player} /><text y="4" text-anchor="middle">${infoset.hand && infoset.hand.length <= 3 ? infoset.hand : node.player}</text>
        </g>`;
      })}
    </svg>
  </div>`;
}
