// The order of what a search of the site finds: terms of the glossary, titles of guides, names of classes and functions, guides
// that have the word, the reference, and last attributes and methods. Sphinx puts this file before its own searchtools.js.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 5, 1: 5, 2: 5 }, // a name that is met whole has 16, a part of one 11
  objPrioDefault: 5,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , , description, score, , kind]) => {
    const reference = /^(api|environments)\/|^genindex$/.test(page);
    const forBuilders = /^(architecture|contributing|decisions)$/.test(page);
    if (kind === "object" || kind === "index") {
      if (kind === "index" || /\b(attribute|property|method)\b/.test(description ?? "")) return score / 1000;
      return (score >= 16 ? 300 : 100) + score;
    }
    const place = page === "glossary" ? 400 : forBuilders ? 50 : reference ? 100 : 200;
    return place + score + (kind === "title" && !forBuilders ? 100 : 0);
  },
};
