// The matrix of run-outs, drawn: turn cards down, river cards across, by suits. Mouse, finger and arrow keys point at a cell.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../html.js";
import { SUIT_SIGNS } from "../../ui/parts.js";

const GAP = 3; // between suits
const READABLE = 10; // pixels of a cell from which on each card has its rank beside it
const TALLEST = 11; // of a row, so that the whole matrix can be seen
const SUITS = { s: "--spade", h: "--heart", d: "--diamond", c: "--club" };

export function Matrix({ label, turns, rivers, place, colour, onPoint, onPick }) {
  const box = useRef(null),
    canvas = useRef(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState(null);
  const [, redraw] = useState(0);
  const cards = [...rivers].sort((a, b) => place(a) - place(b));
  const gaps = cards.map((card, k) => GAP * cards.slice(1, k + 1).filter((next, j) => next[1] !== cards[j][1]).length);
  const margin = width > 520 ? 30 : 16;
  const cell = Math.max(4, Math.floor((width - margin - gaps.at(-1)) / cards.length));
  const row = Math.min(cell, TALLEST);
  const start = (k, size = cell) => margin + gaps[k] + k * size;
  const side = size => start(cards.length - 1, size) + size;

  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)));
    watch.observe(box.current);
    const again = () => redraw(count => count + 1);
    addEventListener("themechange", again);
    return () => {
      watch.disconnect();
      removeEventListener("themechange", again);
    };
  }, []);
  useLayoutEffect(() => {
    if (width)
      draw(canvas.current, {
        cards,
        turns,
        rivers,
        colour,
        start,
        cell,
        row,
        margin,
        width: side(cell),
        height: side(row),
        at,
      });
  });

  const point = next => {
    setAt(next);
    onPoint(next && { turn: cards[next[0]], river: cards[next[1]] });
  };
  const cellOf = event => {
    const corner = canvas.current.getBoundingClientRect();
    const find = (offset, size) => cards.findIndex((_, k) => offset >= start(k, size) && offset < start(k, size) + size);
    const found = [find(event.clientY - corner.top, row), find(event.clientX - corner.left, cell)];
    return found.includes(-1) ? null : found;
  };
  const pick = where => where && where[0] !== where[1] && onPick(cards[where[0]], cards[where[1]]);
  const press = event => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (event.key === "Enter" && at) pick(at);
    if (!step) return;
    event.preventDefault();
    const inside = k => Math.min(cards.length - 1, Math.max(0, k));
    point(at ? [inside(at[0] + step[0]), inside(at[1] + step[1])] : [0, 1]);
  };
  const click = event => {
    const where = cellOf(event);
    if (event.pointerType === "touch")
      point(where); // the line below has the link
    else pick(where);
  };
  return html`<div class="run-out-matrix" ref=${box}>
    <canvas ref=${canvas} role="application" aria-label=${`${label}: turn cards down, river cards across; arrow keys move, Enter opens`} tabindex="0" style=${{ width: `${side(cell)}px`, height: `${side(row)}px` }}
      onPointerMove=${event => event.pointerType !== "touch" && point(cellOf(event))} onPointerLeave=${event => event.pointerType !== "touch" && point(null)} onClick=${click} onKeyDown=${press}></canvas>
  </div>`;
}

function draw(canvas, { cards, turns, rivers, colour, start, cell, row, margin, width, height, at }) {
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d");
  pen.scale(ratio, ratio);
  const styles = getComputedStyle(document.documentElement);
  const named = name => styles.getPropertyValue(name).trim();
  const line = row >= 6 ? 1 : 0;
  cards.forEach((turn, down) => {
    const t = turns.indexOf(turn);
    cards.forEach((river, across) => {
      if (turn === river) return; // the card cannot come twice
      pen.fillStyle = (t < 0 ? null : colour(t, rivers.indexOf(river))) ?? named("--empty-cell");
      pen.fillRect(start(across), start(down, row), cell - line, row - line);
    });
  });
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  const mark = (text, x, y, font, ink) => {
    pen.font = font;
    pen.fillStyle = ink;
    pen.fillText(text, x, y);
  };
  for (const suit of Object.keys(SUITS)) {
    const own = cards.flatMap((card, k) => (card[1] === suit ? [k] : []));
    if (!own.length) continue;
    const middle = size => (start(own[0], size) + start(own.at(-1), size) + size) / 2;
    mark(SUIT_SIGNS[suit], middle(cell), 7, "600 13px system-ui, sans-serif", named(SUITS[suit]));
    mark(SUIT_SIGNS[suit], 7, middle(row), "600 13px system-ui, sans-serif", named(SUITS[suit]));
  }
  if (cell >= READABLE) {
    const rank = (card, x, y, chosen) =>
      mark(
        card[0],
        x,
        y,
        `${chosen ? "700" : "400"} ${Math.min(cell, row, 11)}px system-ui, sans-serif`,
        named(chosen ? "--ink" : "--muted"),
      );
    cards.forEach((card, k) => {
      rank(card, start(k) + cell / 2, margin - 7, at?.[1] === k);
      rank(card, margin - 8, start(k, row) + row / 2, at?.[0] === k);
    });
  }
  if (at === null) return;
  pen.strokeStyle = named("--ink");
  pen.lineWidth = 2;
  pen.strokeRect(start(at[1]) - 1, start(at[0], row) - 1, cell + 1, row + 1);
}
