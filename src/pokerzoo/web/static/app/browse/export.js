// What is shown as files: the numbers as CSV from the server, the grids as a PNG drawn here from the same cells.
import { html } from "../html.js";
import { CLASS_NAMES } from "../ui/range_grid.js";

const CELL = 64, GAP = 48, HEAD = 88, FOOT = 56;

export function Exports({ policy, node, title, grids }) {
  const query = node.line ? `?line=${encodeURIComponent(node.line)}` : "";
  const base = `/api/spots/${encodeURIComponent(policy)}`;
  return html`<div class="row">
    <a class="button small" href=${`${base}/node.csv${query}`} download>CSV</a>
    ${node.card_due && html`<a class="button small" href=${`${base}/next-cards.csv${query}`} download>CSV of cards</a>`}
    <button type="button" class="button small" onClick=${() => save(draw(title, node, grids), `${policy}-${node.line || "start"}.png`)}>PNG</button>
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
export function draw(title, node, grids) {
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
  text([title, node.board.join(" "), node.words, `pot ${node.pot}`].filter(Boolean).join(", "), GAP, 36, 24, colour("--ink"), { bold: true });
  grids.forEach(({ label, cells }, number) => {
    const left = GAP + number * (side + GAP);
    text(label, left, 74, 20, colour("--muted"));
    CLASS_NAMES.forEach((name, at) => {
      const [x, y] = [left + (at % 13) * CELL, HEAD + Math.floor(at / 13) * CELL];
      const cell = cells[at];
      pen.fillStyle = colour("--empty-cell");
      pen.fillRect(x, y, CELL - 2, CELL - 2);
      if (cell) {
        const height = (cell.text === undefined ? cell.fill : 1) * (CELL - 2);
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
      const covered = cell && (cell.fill > 0.92 || cell.text !== undefined);
      const ink = covered ? cell.ink : colour(cell ? "--ink" : "--muted");
      text(name, x + 5, y + 20, 17, ink, { bold: Boolean(cell), halo: cell && !covered });
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
