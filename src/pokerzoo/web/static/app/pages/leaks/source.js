// Whose leaks are asked for: a policy of the library, or who plays a game by name.
export const ofPolicy = policy => ({ policy, path: (end = "") => `/leaks${end}?${new URLSearchParams({ policy })}` });

export function ofNames(game, { params, who, other }) {
  const asked = new URLSearchParams({ game, who });
  if (params) asked.set("params", params);
  if (other) asked.append("who", other);
  return { policy: null, path: (end = "") => `/leaks${end}?${asked}` };
}

// Where a policy's node is shown; of who is no policy nothing else is.
export function nodeAddress(policy, data, row, hand) {
  if (!policy) return null;
  if (data.kind === "spot")
    return row.line?.includes("?")
      ? null
      : [`/browse/${policy}`, { line: row.line, hand: hand ?? row.hand, who: row.player, view: "leak" }];
  return [`/games/${data.game}/${policy}`, { at: row.infoset }];
}
