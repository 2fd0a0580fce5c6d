// Words as people read them.
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// What an action is, by its name, "bet 25" or "check"; "other" in games that are not poker.
export function kindOf(name) {
  const word = name.split(" ")[0].toLowerCase();
  return { fold: "fold", check: "call", call: "call", bet: "bet", raise: "bet" }[word] ?? "other";
}

// What the players of a spot are called, in the order in which they act.
export const SEATS = ["OOP", "IP"];
