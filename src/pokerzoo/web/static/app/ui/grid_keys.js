// Moving by arrow keys among cells, one of which is in the order of tabs (a roving tabindex).

// The place that a key leads to among `count` cells in rows of `columns`, or null where the key is none of ours.
export function movedBy(event, place, columns, count) {
  const column = place % columns;
  const target = {
    ArrowLeft: column > 0 ? place - 1 : place,
    ArrowRight: column < columns - 1 ? place + 1 : place,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: place - column,
    End: place - column + columns - 1,
  }[event.key];
  if (target === undefined) return null;
  event.preventDefault();
  return target < 0 || target >= count ? place : target;
}

// Focus the cell with `data-place` in the grid that the event came through.
export const focusPlace = (grid, place) => grid.querySelector(`[data-place="${place}"]`)?.focus();
