// The groups in the order of a column: "measure 3", "share", "group 0"; "-" in front turns it round. Without one as they came.
export function sorted(report, sort) {
  const value = valueOf(report, (sort ?? "").replace(/^-/, ""));
  if (!value) return report.groups;
  const turn = sort.startsWith("-") ? -1 : 1;
  return report.groups
    .map((group, place) => ({ group, place, value: value(group) }))
    .sort((one, other) => turn * compare(one.value, other.value) || one.place - other.place)
    .map(({ group }) => group);
}

function valueOf(report, id) {
  const [what, number] = id.split(".");
  if (id === "share") return group => group.share;
  if (what === "m" && report.measures[number]) return group => group.means[number];
  return null;
}

// The largest first; what is not known is last.
const compare = (one, other) => Number(one === null) - Number(other === null) || (other ?? 0) - (one ?? 0);
