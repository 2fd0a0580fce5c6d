// Packages that a part of the explorer needs and that are not installed: which, and what installs them for the Python that runs.
import { html } from "../html.js";
import { useGet } from "../api.js";
import { Notice } from "./parts.js";

// {packages: "duckdb and pyarrow", command}; null where nothing is missing, or it is not known yet.
export function useMissing(extra) {
  const { data } = useGet(extra ? "/info" : null);
  const found = data?.missing.find(one => one.extra === extra);
  return found ? { packages: found.packages.join(" and "), command: found.command } : null;
}

export function Missing({ extra, what }) {
  const missing = useMissing(extra);
  if (!missing) return null;
  return html`<${Notice} kind="warn">${what} ${missing.packages}, not installed here. In pokerzoo's folder: <code>${missing.command}</code>. Then start the explorer again.<//>`;
}
