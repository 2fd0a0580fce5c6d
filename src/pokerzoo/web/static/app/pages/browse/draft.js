// Locks that are being put together: kept for the policy until the tab is closed. {line, words, names, hands: {AsAd: [shares]}}.
import { useMemo, useState } from "../../html.js";
import { nameOf } from "./data.js";

const KEY = policy => `pokerzoo.locks.${policy}`;

function read(policy) {
  try {
    return JSON.parse(sessionStorage.getItem(KEY(policy))) ?? [];
  } catch {
    return []; // storage may be forbidden
  }
}

export function useDraft(policy) {
  const [state, setState] = useState(() => ({ policy, locks: read(policy) }));
  const locks = useMemo(() => (state.policy === policy ? state.locks : read(policy)), [state, policy]);
  const keep = next => {
    try {
      sessionStorage.setItem(KEY(policy), JSON.stringify(next));
    } catch {
      // then it lasts until the page is left
    }
    setState({ policy, locks: next });
  };
  const draft = () => ({
    locks,
    at: line => locks.find(lock => lock.line === line),
    add(node, hands) {
      const old = locks.find(lock => lock.line === node.line);
      const lock = {
        line: node.line,
        words: `${nameOf(node, node.player)} ${node.words}`,
        names: node.action_totals.map(action => action.named ?? action.name), // as the server calls them
        hands: { ...old?.hands, ...hands },
      };
      keep([...locks.filter(one => one !== old), lock]);
    },
    take: old => keep([...locks.filter(lock => !old.some(one => one.line === lock.line)), ...old]),
    remove: line => keep(locks.filter(lock => lock.line !== line)),
    clear: () => keep([]),
  });
  return useMemo(draft, [locks]);
}

// As POST /api/tasks takes them.
export const asSent = locks =>
  locks.map(({ line, names, hands }) => ({
    line,
    hands: Object.fromEntries(
      Object.entries(hands).map(([hand, shares]) => [hand, Object.fromEntries(names.map((name, k) => [name, shares[k]]))]),
    ),
  }));

// The other way round, of locks that name hands.
export const fromSent = sent =>
  sent
    .filter(lock => lock.hands)
    .map(({ line, hands }) => {
      const names = [...new Set(Object.values(hands).flatMap(row => Object.keys(row)))];
      return {
        line,
        words: line ? `after ${line}` : "at the start",
        names,
        hands: Object.fromEntries(Object.entries(hands).map(([hand, row]) => [hand, names.map(name => row[name] ?? 0)])),
      };
    });

// Shares that sum to 1 exactly enough: one is set, the others keep their proportions.
export function withShare(shares, k, value) {
  const rest = shares.reduce((sum, share, other) => (other === k ? sum : sum + share), 0);
  const left = 1 - value;
  return shares.map((share, other) => (other === k ? value : rest > 1e-9 ? (share / rest) * left : left / (shares.length - 1)));
}
export function normal(shares) {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return total > 0 ? shares.map(share => share / total) : shares.map(() => 1 / shares.length);
}
