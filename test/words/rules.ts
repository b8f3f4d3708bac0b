/** Kind of text that a sentence comes from: UI, API and CLI strings, pages, or comments and test names. */
export type Area = "ui" | "api" | "docs" | "comments";

/** A rule for sentences that people read (docs/words.md). */
export interface Rule {
  name: string;
  matches(sentence: string): boolean;
  /** Advice is printed by `npm run words -- --advice` and never fails. */
  level(area: Area): "error" | "advice";
}

const always = () => "error" as const;
const onlyAdvice = () => "advice" as const;
const pattern = (name: string, regExp: RegExp, level: Rule["level"] = always): Rule => ({
  name,
  matches: (sentence) => regExp.test(sentence),
  level,
});
const longer = (name: string, limit: number, level: Rule["level"]): Rule => ({
  name,
  matches: (sentence) => (sentence.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length > limit,
  level,
});

const calques = [
  'anew|meanwhile|shall|mend(s|ed|ing)?|go(es|ne|ing)? on|went on|carried out|somebody|(?<!")nobody|any more|at once',
  "(bring|brings|brought|take|takes|taken) (\\w+ ){0,2}back|for good|by itself|leads? nowhere|there is no such",
  "switch(es|ed|ing)? (it )?(on|off)",
].join("|");
const british = "behaviour|cancelled|catalogue|colour|favour|honour|licence|neighbour|normalis|organis";

export const rules: Rule[] = [
  pattern("clause as subject", /^(?!What you get$)(Who|Whoever|Whose|What|Whatever)\b [^?]*$/i),
  pattern("where for if", /^(Where|As far as) [^?]*$/),
  pattern("is no", /(?<!there )\b(is|are|was|be) (no|none|nobody)\b(?! longer| more than)/i),
  pattern("told so", /\b(told|said|called|ends?|found|left|stay) so\b/i),
  pattern("calque", new RegExp(`\\b(${calques})\\b`, "i")),
  pattern(
    "glossary",
    /\b[Ee]-mail|One a line|\bTook\b|\b[Cc]onsent\b(?! screen)|\b[Pp]ictures?\b(?! choice)|(?<!-)\bId\b|^(Least|Most|To the)\b/,
  ),
  pattern("space before % or …", /\d %|\w …/),
  pattern("British spelling", new RegExp(`\\b(${british})`, "i")),
  pattern("no contraction", /\b(cannot|(do|does|did|is|are|was|were|will|has|have) not)\b/i, (area) =>
    area === "comments" ? "advice" : "error",
  ),
  pattern("may for can", /\bmay (have|hold|contain) (at most |up to )?(\{\}|\d)/i),
  pattern("fragment", /^Of (a|all|an|any|both|each|one|the|these|this|those)\b/, (area) =>
    area === "comments" ? "error" : "advice",
  ),
  pattern("riddle", /^(absent|false|null|true|undefined): \w/i),
  pattern("please", /\bplease\b/i, (area) => (area === "docs" ? "advice" : "error")),
  longer("over 20 words", 20, (area) => (area === "docs" || area === "comments" ? "advice" : "error")),
  longer("over 25 words", 25, onlyAdvice),
  pattern("relative clause as noun", /\b(what (is|has|it|you)|those (of|that|who))\b/i, onlyAdvice),
  pattern("semicolon", /;/, onlyAdvice),
];
