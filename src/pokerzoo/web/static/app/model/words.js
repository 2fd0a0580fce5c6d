// Words as people read them.
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

// What an action is, by its name, "bet 25" or "check"; "other" in games that are not poker.
export function kindOf(name) {
  const word = name.split(" ")[0].toLowerCase();
  return { fold: "fold", check: "call", call: "call", bet: "bet", raise: "bet" }[word] ?? "other";
}

const PARAMETERS = {
  num_cards: "cards in the deck",
  num_players: "players",
  num_ranks: "ranks",
  num_suits: "suits",
  num_rounds: "rounds",
  bet_sizes: "bet sizes",
  rake_rate: "rake",
  rake_cap: "rake, at most",
  raise_cap: "bets a street, at most",
  min_bet: "smallest bet",
  max_nodes: "largest tree",
  add_allin_threshold: "all-in added up to",
  force_allin_threshold: "all-in forced below",
  merging_threshold: "sizes merged within",
  last_street: "last street with bets",
  removed: "lines taken out",
  sizes_at: "sizes of single points",
};

// A parameter of a game as people call it.
export const parameterName = name => PARAMETERS[name] ?? name.replaceAll("_", " ");

// What the players of a spot are called, in the order in which they act.
export const SEATS = ["OOP", "IP"];
