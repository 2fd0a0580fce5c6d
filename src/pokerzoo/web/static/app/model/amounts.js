// Amounts side by side, as people compare them: all have as many digits as the largest needs.
export function amountsLike(largest, significant = 3) {
  const digits = Math.min(8, Math.max(significant - 1, significant - 1 - Math.floor(Math.log10(largest > 0 ? largest : 1))));
  const least = 10 ** -digits;
  return amount =>
    amount === null ? "" : amount > 0 && amount < least / 2 ? `<${least.toFixed(digits)}` : amount.toFixed(digits);
}

export const largestOf = rows => rows.reduce((most, row) => Math.max(most, row.chips), 0);
