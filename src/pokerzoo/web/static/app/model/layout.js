// Where the nodes of a tree stand: from left to right, ends in rows, each node in the middle of what is below it.

// Children by node; `hidden(number)` leaves a node and all below it out.
export function childrenOf(nodes, hidden = number => false) {
  const below = nodes.map(() => []);
  nodes.forEach((node, number) => node.parent !== null && !hidden(number) && below[node.parent].push(number));
  return below;
}

// {x, y} of each shown node by number, with the width and height of it all. `wide(number)` is a node's own width, `tall(number)`
// the room that it needs from top to bottom, `gap` what is between columns.
export function place(nodes, below, { wide, tall, gap, row }) {
  const column = [];
  const size = [];
  const walk = (number, depth) => {
    column[number] = depth;
    size[depth] = Math.max(size[depth] ?? 0, wide(number));
    for (const child of below[number]) walk(child, depth + 1);
  };
  walk(0, 0);
  const start = size.map(() => 0);
  for (let depth = 1; depth < size.length; depth += 1) start[depth] = start[depth - 1] + size[depth - 1] + gap;
  const at = new Map();
  const shift = (number, by) => {
    at.get(number).y += by;
    for (const child of below[number]) shift(child, by);
  };
  // Puts a subtree below `top`; the number where it ends.
  const put = (number, top) => {
    const children = below[number];
    const x = start[column[number]];
    const own = tall(number);
    if (!children.length) {
      at.set(number, { x, y: top + Math.max(own, row) / 2 });
      return top + Math.max(own, row);
    }
    let end = top;
    for (const child of children) end = put(child, end);
    let y = (at.get(children[0]).y + at.get(children.at(-1)).y) / 2;
    if (y - own / 2 < top) {
      const by = top - (y - own / 2);
      for (const child of children) shift(child, by);
      y += by;
      end += by;
    }
    at.set(number, { x, y });
    return Math.max(end, y + own / 2);
  };
  const height = put(0, 0);
  return { at, width: start.at(-1) + size.at(-1), height };
}

const BEND = 44; // from left to right; what follows is level, and has the action's name above it

export const curve = (x1, y1, x2, y2) => {
  const end = Math.min(x2, x1 + BEND);
  const middle = (x1 + end) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${end} ${y2} L${x2} ${y2}`;
};
