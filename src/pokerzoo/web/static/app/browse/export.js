// What is shown as files: the numbers as CSV from the server, the grids as a PNG drawn here from the same cells.
import { html } from "../html.js";
import { evWords } from "./evs.js";
import { CLASS_NAMES } from "../ui/range_grid.js";

const CELL = 64, GAP = 48, HEAD = 88, FOOT = 56;

export function Exports({ policy, spot, node, title, grids, view }) {
  const { from, unit, blind } = spot.evs;
  const told = { ev: from, unit, ...(unit === "bb" && { blind }) };
  const query = `?${new URLSearchParams({ ...(node.line && { line: node.line }), ...told })}`;
  const words = ["ev", "together"].includes(view) ? evWords(spot) : "";
  const base = `/api/spots/${encodeURIComponent(policy)}`;
  return html`<div class="row">
    <a class="button small" href=${`${base}/node.csv${query}`} title=${`All hands of both players; ${evWords(spot)}`} download>CSV</a>
    ${node.card_due && html`<a class="button small" href=${`${base}/next-cards.csv${query}`} download>CSV of cards</a>`}
    <button type="button" class="button small" onClick=${() => save(draw(title, node, grids, words), `${policy}-${node.line || "start"}.png`)}>PNG</button>
  </div>`;
}

function save(canvas, name) {
  canvas.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name.replace(/[^A-Za-z0-9.-]+/g, "_");
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, "image/png");
}

// grids: [{label, cells, legend}] as the page shows them; colours of the page's theme.
export function draw(title, node, grids, words) {
  const styles = getComputedStyle(document.documentElement);
  const colour = (name) => styles.getPropertyValue(name).trim();
  const side = 13 * CELL;
  const canvas = document.createElement("canvas");
  canvas.width = grids.length * (side + GAP) + GAP;
  canvas.height = HEAD + side + FOOT + GAP;
  const pen = canvas.getContext("2d");
  const text = (what, x, y, size, ink, { bold = false, align = "left", halo = false } = {}) => {
    pen.font = `${bold ? "600 " : ""}${size}px system-ui, sans-serif`;
    pen.fillStyle = ink;
    pen.textAlign = align;
    if (halo) {
      pen.strokeStyle = colour("--panel");
      pen.lineWidth = 3;
      pen.strokeText(what, x, y);
    }
    pen.fillText(what, x, y);
  };
  pen.fillStyle = colour("--panel");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  text([title, node.board.join(" "), node.words, `pot ${node.pot}`, words].filter(Boolean).join(", "), GAP, 36, 24, colour("--ink"), { bold: true });
  grids.forEach(({ label, cells }, number) => {
    const left = GAP + number * (side + GAP);
    text(label, left, 74, 20, colour("--muted"));
    CLASS_NAMES.forEach((name, at) => {
      const [x, y] = [left + (at % 13) * CELL, HEAD + Math.floor(at / 13) * CELL];
      const cell = cells[at];
      pen.fillStyle = colour("--empty-cell");
      pen.fillRect(x, y, CELL - 2, CELL - 2);
      if (cell) {
        const height = (cell.lines ? 0.18 : cell.text === undefined ? cell.fill : 1) * (CELL - 2);
        const total = cell.parts.reduce((sum, part) => sum + part.share, 0);
        let from = x;
        for (const part of cell.parts) {
          pen.fillStyle = part.colour;
          pen.fillRect(from, y + CELL - 2 - height, ((CELL - 2) * part.share) / total, height);
          from += ((CELL - 2) * part.share) / total;
        }
      }
      if (cell?.text !== undefined) {
        pen.fillStyle = cell.ink;
        pen.fillRect(x, y + CELL - 6, cell.fill * (CELL - 2), 4);
      }
      const covered = cell && !cell.lines && (cell.fill > 0.72 || cell.text !== undefined);
      const ink = covered ? cell.ink : colour(cell ? "--ink" : "--muted");
      text(name, x + 5, y + 20, 17, ink, { bold: Boolean(cell), halo: cell && !covered });
      cell?.lines?.forEach((line, k) => text(line, x + CELL - 7, y + CELL - 33 + 16 * k, 14, colour("--ink"), { align: "right" }));
      if (cell?.text !== undefined) text(cell.text, x + CELL - 7, y + CELL - 12, 17, cell.ink, { align: "right" });
    });
  });
  let x = GAP;
  for (const action of node.actions) {
    pen.fillStyle = action.colour;
    pen.fillRect(x, HEAD + side + 24, 20, 20);
    const words = `${action.name} ${(100 * (action.frequency ?? 0)).toFixed(1)}%`;
    text(words, x + 28, HEAD + side + 41, 20, colour("--ink"));
    x += 56 + pen.measureText(words).width;
  }
  return canvas;
}
