// What policies are worth, asked for one after the other, so that a long list does not ask all at once.
import { get } from "../api.js";
import { useEffect, useState } from "../html.js";
import { isFlopAlone } from "../ui/trust.js";

const UNKNOWN = { exploitability: null, players: [] };
const BY_ITSELF = 5e6; // infosets; a larger policy takes seconds and is measured when somebody asks

export function useMeasured(policies) {
  const [found, setFound] = useState({});
  const [wanted, setWanted] = useState([]);
  const known = policy => (isFlopAlone(policy) ? UNKNOWN : (found[policy.id] ?? policy.measured));
  const next = policies?.find(
    policy => !known(policy)?.players && (policy.summary.infosets <= BY_ITSELF || wanted.includes(policy.id)),
  )?.id;
  useEffect(() => {
    if (!next) return undefined;
    const control = new AbortController();
    get(`/policies/${next}/measure`, {}, control.signal)
      .then(measured => setFound(old => ({ ...old, [next]: { ...measured, players: measured.players ?? [] } })))
      .catch(
        error =>
          error.name !== "AbortError" &&
          setFound(old => ({
            ...old,
            [next]: { ...UNKNOWN, ...policies.find(policy => policy.id === next)?.measured, players: [] },
          })),
      );
    return () => control.abort();
  }, [next]);
  const ask = policy =>
    known(policy)?.players || policy.summary.infosets <= BY_ITSELF || wanted.includes(policy.id)
      ? null
      : () => setWanted([...wanted, policy.id]);
  return { known, ask };
}
