// A range as a small 13 x 13 picture: how much of each hand class is held. It tells ranges apart at a glance; no cell is named.
import { html } from "../html.js";

export function RangeThumb({ grid, label }) {
  const held = [];
  grid.forEach((share, at) => {
    if (share > 0)
      held.push(
        html`<rect key=${at} x=${at % 13} y=${Math.floor(at / 13)} width="0.9" height="0.9" opacity=${0.25 + 0.75 * share} />`,
      );
  });
  return html`<svg class="range-thumb" viewBox="-0.5 -0.5 13.9 13.9" role="img" aria-label=${label}>${held}</svg>`;
}
