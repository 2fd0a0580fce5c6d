// Whose leaks are asked for: a policy of the library, or whoever is named in the query.
export function sourceOf(parts, query) {
  if (parts[0] !== undefined) {
    const start = `/policies/${encodeURIComponent(parts[0])}/leaks`;
    return { policy: parts[0], path: (end = "") => start + end };
  }
  if (!query.game || !query.who) return null;
  const asked = new URLSearchParams({ game: query.game, who: query.who });
  if (query.params) asked.set("params", query.params);
  if (query.other) asked.append("who", query.other);
  return { policy: null, path: (end = "") => `/leaks${end}?${asked}` };
}

// Where a policy's node is shown; of who is no policy nothing else is.
export function nodeAddress(policy, data, row, hand) {
  if (!policy) return null;
  if (data.kind === "spot") return row.line?.includes("?") ? null : [`/browse/${policy}`, { line: row.line, hand: hand ?? row.hand, who: row.player, view: "leak" }];
  return [`/games/${data.game}/${policy}`, { at: row.infoset }];
}
