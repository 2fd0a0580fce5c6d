// What a decision loses, on the tree: the larger the mark, the larger the loss beside the largest on the tree.
import { far } from "./words.js";

export const leakSize = (leaks, infoset) => (leaks?.[infoset] > 1e-9 ? Math.sqrt(leaks[infoset] / Math.max(...leaks)) : 0);

export const leakTold = (leaks, infoset) => (leaks?.[infoset] > 1e-9 ? `; loses ${far(leaks[infoset])} chips a hand` : "");
