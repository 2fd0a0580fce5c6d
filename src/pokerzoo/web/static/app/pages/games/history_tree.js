// The blackboard's tree: every history, each node in its infoset, strategies on the edges.
import { html, useRef } from "../../html.js";
import { childrenOf, curve, place } from "../../model/layout.js";
import { useWidth } from "../../ui/chart.js";
import { useRoving } from "../../ui/keys.js";
import { colourOf, leakSize, leakTold, mix, placeOf, playerColours, playerName, share, won } from "./words.js";

const R = 12;
const ROW = 25;
const MARGIN = { left: 26, right: 72, top: 10 };

// From a node to one below it: as thick as the action is likely. `often` is null where that is not known.
export function Edge({ from, to, colour, label, often }) {
  const none = often !== null && often < 1e-9;
  return html`<g class=${"edge" + (none ? " none" : "")}>
    <path d=${curve(from.x, from.y, to.x, to.y)} style=${{ stroke: colour, strokeWidth: none ? 1 : 1.5 + 4 * (often ?? 0) }} />
    <text x=${to.x - 6} y=${to.y - 5} text-anchor="end">${label}${often === null ? "" : ` ${share(often)}`}</text>
  </g>`;
}

function Shape({ player }) {
  if (player % 4 === 1) return html`<rect x=${-R + 1} y=${-R + 1} width=${2 * R - 2} height=${2 * R - 2} rx="4" />`;
  if (player % 4 === 2) return html`<path d=${`M0 ${-R - 2} L${R + 2} 0 L0 ${R + 2} L${-R - 2} 0 Z`} />`;
  return html`<circle r=${R} />`;
}

// A dashed line through the nodes of an infoset, which look alike to who moves there.
function Link({ places, on }) {
  const path = places.slice(1).map((two, k) => {
    const one = places[k];
    return `M${one.x} ${one.y} Q${one.x - 26} ${(one.y + two.y) / 2} ${two.x} ${two.y}`;
  });
  return html`<path class=${"link" + (on ? " on" : "")} d=${path.join(" ")} />`;
}

export function HistoryTree({ tree, shares, leaks, focus, onFocus, caption }) {
  const nodes = tree.histories;
  const infosetOf = k => nodes[k].infosets[0];
  const roving = useRoving(to => onFocus(infosetOf(Number(to.dataset.node))));
  const here = useRef(null); // the node of the infoset that was chosen
  const room = useWidth(roving.ref, 900);
  const depth = nodes.reduce((deep, node, k) => ((deep[k] = node.parent === null ? 0 : deep[node.parent] + 1), deep), []);
  const columns = Math.max(...depth);
  const gap = Math.max(128, Math.min(190, (room - MARGIN.left - MARGIN.right - (columns + 1) * 2 * R) / columns));
  const layout = place(nodes, childrenOf(nodes), { wide: () => 2 * R, tall: () => 2 * R, gap, row: ROW });
  const at = nodes.map((_, k) => ({ x: layout.at.get(k).x + MARGIN.left, y: layout.at.get(k).y + MARGIN.top }));
  const deciding = nodes.map((_, k) => k).filter(k => nodes[k].kind === "player");
  const groups = new Map(deciding.map(k => [infosetOf(k), deciding.filter(other => infosetOf(other) === infosetOf(k))]));
  if (here.current === null || infosetOf(here.current) !== focus) here.current = groups.get(focus)?.[0] ?? deciding[0];
  const choose = k => {
    here.current = k;
    onFocus(infosetOf(k));
  };
  const edge = k => {
    const node = nodes[k];
    const parent = nodes[node.parent];
    const decides = parent.kind === "player";
    const often = decides ? (shares?.[infosetOf(node.parent)]?.[node.action] ?? null) : null;
    const [from, to] = [
      { x: at[node.parent].x + R, y: at[node.parent].y },
      { x: at[k].x - (node.kind === "end" ? 2 : R), y: at[k].y },
    ];
    return html`<${Edge} key=${"e" + k} from=${from} to=${to} colour=${decides ? colourOf(node.label, node.action) : "var(--edge)"} label=${node.label} often=${often} />`;
  };
  const drawn = k => {
    const { kind, net, player } = nodes[k];
    const { x, y } = at[k];
    if (kind === "end")
      return html`<text key=${k} class="net" x=${x + 4} y=${y + 4}>${net[0].length === 2 ? won(net[0][0]) : net[0].map(won).join(" ")}</text>`;
    if (kind === "chance")
      return html`<g key=${k} class="chance" transform=${`translate(${x} ${y})`}><path d=${`M0 ${-R} L${R} ${R - 3} L${-R} ${R - 3} Z`} /><title>Chance deals</title></g>`;
    const number = infosetOf(k);
    const infoset = tree.infosets[number];
    const told = `${playerName(player)}, ${placeOf(infoset)}${shares ? ": " + mix(infoset, shares[number]) : ""}${leakTold(leaks, number)}`;
    const on = number === focus;
    return html`<g key=${k} class=${"node" + (on ? " on" : "")} style=${playerColours(player)} transform=${`translate(${x} ${y})`} role="button" data-cell=${k === here.current ? "at" : ""} data-node=${k}
      aria-pressed=${on ? "true" : "false"} aria-label=${told} onClick=${() => choose(k)}>
      <${Shape} player=${player} /><text y="4" text-anchor="middle">${infoset.hand && infoset.hand.length <= 3 ? infoset.hand : player}</text>
    </g>`;
  };
  const size = k => leakSize(leaks, infosetOf(k));
  return html`<div class="tree-region" role="region" aria-label=${caption} tabindex="0" ...${roving}>
    <svg class="tree" width=${layout.width + MARGIN.left + MARGIN.right} height=${layout.height + 2 * MARGIN.top} role="group" aria-label=${caption}>
      ${deciding.map(k => size(k) > 0 && html`<circle key=${k} class="leak" cx=${at[k].x} cy=${at[k].y} r=${R + 2 + 7 * size(k)} />`)}
      ${[...groups].map(([number, some]) => html`<${Link} key=${number} places=${some.map(k => at[k])} on=${number === focus} />`)}
      ${nodes.map((node, k) => node.parent !== null && edge(k))}
      ${nodes.map((_, k) => drawn(k))}
    </svg>
  </div>`;
}
