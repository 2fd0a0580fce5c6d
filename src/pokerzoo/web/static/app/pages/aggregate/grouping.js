// What groups are made of where nothing is said, and the boards behind a group.
const FEW = 12;
const TEXTURES = ["suits", "high_card", "paired"];
const VARIED = ["pot", "stack", "ranges", "rake", "sizes"];

// Many boards by their texture, a few one by one.
export function defaultBy({ varies, columns }) {
  const { boards } = varies;
  if (!boards || (Array.isArray(boards) && boards.length <= FEW)) return "board";
  return TEXTURES.find(name => columns.some(column => column.name === name)) ?? TEXTURES[0];
}

const literal = value => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value));

// A question for the boards of a group, each spot by itself; null where groups are boards already, or made by SQL.
export function boardsOf(sweep, report, group) {
  const known = name => sweep.columns.some(column => column.name === name);
  if (report.by.includes("board") || !report.by.every(known)) return null;
  const conditions = report.by.map((name, k) =>
    group.group[k] === null ? `${name} IS NULL` : `${name} = ${literal(group.group[k])}`,
  );
  const apart = VARIED.filter(name => known(name) && !report.by.includes(name));
  return {
    by: ["board", ...apart].join(";"),
    where: [...(report.where ? [`(${report.where})`] : []), ...conditions].join(" AND "),
    only: null,
    sort: null,
    at: null,
    page: null,
  };
}
