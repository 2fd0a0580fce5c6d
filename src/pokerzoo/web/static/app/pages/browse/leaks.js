// What a node's hands lose, asked for when the grids are to be coloured by it.
import { useGet } from "../../api.js";

export function useLeaks(policy, node, view) {
  const wanted = view === "leak" && node.player !== null;
  const { data } = useGet(wanted ? "/leaks/at" : null, { policy, line: node.line });
  return wanted && data?.line === node.line ? data : null;
}
