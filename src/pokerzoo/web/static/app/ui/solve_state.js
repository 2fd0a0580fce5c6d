// Where a solve is on its way: whether it still runs or waits, and a badge.
import { html } from "../html.js";

const NAMES = { queued: "waiting", running: "solving", stopped: "stopped", done: "solved", failed: "failed" };
const KINDS = { running: "on", done: "good", failed: "bad" };

export const isOpen = ({ state }) => state === "running" || state === "queued";

export function StateBadge({ solve }) {
  const place = solve.state === "queued" && solve.position > 1 ? `, number ${solve.position}` : "";
  return html`<span class=${"state badge " + (KINDS[solve.state] ?? "")}>${NAMES[solve.state]}${place}</span>`;
}
