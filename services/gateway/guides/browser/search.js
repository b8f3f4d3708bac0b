import MiniSearch from "minisearch";

/** Finds sections of the guides by words, with typos. Runs in browsers, and in the gateway for those without scripts. */

/** Words of questions that say nothing about what is asked for. */
const stopWords = new Set(
  "a an and are as at be by can do does for from how i if in into is it its me my of on or our the there this to us want we what when where which who why will with you your".split(
    " ",
  ),
);
/** Words of a search. Each costs up to 3 ms, with typos. */
const wordLimit = 12;
const resultLimit = 20;
const perPage = 3;
const longestSentence = 220;

/** Returns the term without its plural ending, or null if it isn't indexed. */
function termOf(word) {
  const term = word.toLowerCase();
  if (stopWords.has(term)) return null;
  return term.length > 3 && term.endsWith("s") && !/(ss|us|is)$/.test(term) ? term.slice(0, -1) : term;
}

/** Returns the ID of a heading, as GitHub makes it, without the number of a later one with the same text. */
export const slugOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/** Returns the sections that the server sends by page. */
export const opened = (pages) =>
  pages.flatMap(({ address, title, keywords, parts }) =>
    parts.map(([id, heading, text], at) => ({
      address: at === 0 ? address : `${address}#${id || slugOf(heading)}`,
      title,
      heading: heading || title,
      keywords: at === 0 ? keywords : "",
      text,
    })),
  );

/** `sections`: in the order of the pages. `pause`: awaited between parts, so that other work isn't held up. */
export async function indexOf(sections, pause = () => Promise.resolve()) {
  const index = new MiniSearch({
    fields: ["heading", "title", "keywords", "text"],
    processTerm: termOf,
    searchOptions: {
      boost: { keywords: 8, heading: 4, title: 3 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 7 ? 2 : term.length > 3 ? 1 : false),
      weights: { fuzzy: 0.2, prefix: 0.5 },
      combineWith: "AND",
    },
  });
  for (const [id, section] of sections.entries()) {
    index.add({ id, ...section });
    if (id % 20 === 19) await pause();
  }
  return { index, sections };
}

/** Returns the best sections, up to three of a page, each with the sentence that matches. */
export function find({ index, sections }, query) {
  const words = wordsIn(query)
    .filter((word) => word !== "" && termOf(word) !== null)
    .slice(0, wordLimit);
  const all = index.search(words.join(" "));
  // nothing has all words of a long question
  const found = all.length === 0 && words.length > 2 ? index.search(words.join(" "), { combineWith: "OR" }) : all;
  const ofPage = new Map();
  const results = [];
  for (const { id, terms } of found) {
    const section = sections[id];
    const page = section.address.split("#", 1)[0];
    const count = ofPage.get(page) ?? 0;
    if (count === perPage) continue;
    ofPage.set(page, count + 1);
    const sentence = sentenceOf(textOf(section, sections), terms);
    results.push({ ...section, parts: partsOf(sentence, terms) });
    if (results.length === resultLimit) break;
  }
  return results;
}

/** A page that is found by its keywords has the words anywhere in its text. */
const textOf = ({ text, keywords, title }, sections) =>
  keywords === ""
    ? text
    : sections
        .filter((one) => one.title === title)
        .map((one) => one.text)
        .join("\n");

/** Returns the sentence with the most terms, cut at its end. The first one if none has any. */
function sentenceOf(text, terms) {
  const wanted = new Set(terms);
  let [best, most] = ["", -1];
  for (const sentence of text.split(/(?<=[.!?])\s+|\n/)) {
    const count = new Set(
      wordsIn(sentence)
        .map(termOf)
        .filter((term) => wanted.has(term)),
    ).size;
    if (count > most && sentence.length > 3) [best, most] = [sentence, count];
  }
  return best.length > longestSentence ? `${best.slice(0, longestSentence).replace(/\s+\S*$/, "")}…` : best;
}

const wordsIn = (text) => text.split(/[\n\r\p{Z}\p{P}]+/u);

/** Returns the sentence in parts. Every other part is a term. */
function partsOf(sentence, terms) {
  const wanted = new Set(terms);
  const parts = [""];
  for (const piece of sentence.split(/([\n\r\p{Z}\p{P}]+)/u)) {
    if (piece !== "" && wanted.has(termOf(piece))) parts.push(piece, "");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}
