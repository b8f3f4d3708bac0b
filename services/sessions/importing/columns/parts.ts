import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import { oncePer } from "../../../../shared/domain/questions/once.ts";
import { anyTextOf } from "../form/choices.ts";
import type { ImportQuestion } from "../form/questions.ts";
import { folded } from "../form/texts.ts";
import type { Part } from "./targets.ts";

/** A header as a question and a part of its answer, such as `Pets` and `Cat` of `Pets [Cat]`. */
export interface HeaderPart {
  base: string;
  end: string;
  /** between them, such as `/` */
  sign: string;
}

/** Places in a header where a part can begin. A header has few, a hostile one many. */
const cutLimit = 12;

/** Returns the ways in which a header can name a part, the longest questions first. */
export function* headerParts(header: string): Generator<HeaderPart> {
  const text = header.trim();
  if (text.endsWith("]")) yield* cuts(text.slice(0, -1), "[");
  if (text.endsWith(")")) yield* cuts(text.slice(0, -1), "(");
  for (const separator of ["___", "/", " - ", "_", ".", "-"]) yield* cuts(text, separator);
}

function* cuts(text: string, separator: string): Generator<HeaderPart> {
  let at = text.lastIndexOf(separator);
  for (let count = 0; at > 0 && count < cutLimit; count += 1) {
    const end = text.slice(at + separator.length).trim();
    // REDCap's labels are `Pets (choice=Cat)`
    yield { base: text.slice(0, at).trim(), end: end.replace(/^choice=/, ""), sign: separator };
    at = text.lastIndexOf(separator, at - 1);
  }
}

/** Names of the text beside the options, in the languages of exports. */
const otherItems = new Set(
  "other,others,-oth-,autre,autres,andere,anderes,sonstiges,sonstige,otro,otra,otros,altro,outro,outra,annet,andet,annan,annat,anders,inne,muu,другое,その他,其他".split(
    ",",
  ),
);

/** Returns whether an item of a list stands for the text beside the options, which another column has. */
export const isOtherItem = (item: string): boolean => item.length <= otherLength && otherItems.has(folded(item));

const otherLength = 60;
const otherHeaders = new Set(["other text", "text"]);

/** Returns whether the end of a header stands for the text beside the options. */
export function isOtherName(end: string): boolean {
  if (end.length > otherLength) return false;
  const name = folded(end);
  // `4_TEXT` and `Other (please specify) - Text` of Qualtrics
  return (
    otherItems.has(name) || otherHeaders.has(name) || /(?:^|[^\p{L}])text$/u.test(name) || /^other\b.{0,30}$/.test(name)
  );
}

const optionNamed = oncePer(({ options }: ImportQuestion) => (options ? anyTextOf(options) : () => null));
/** REDCap writes codes in lower case, with `_` for other signs: `race____9` is the code −9. */
const codeNamed = oncePer(({ options }: ImportQuestion) => {
  const byName = Map.groupBy(options?.values ?? [], (value) =>
    (options?.codes.get(value) ?? value).toLowerCase().replace(/[^a-z0-9]/g, "_"),
  );
  return (end: string) => {
    const [value, ...others] = byName.get(end) ?? [];
    return value !== undefined && others.length === 0 ? value : null;
  };
});
const rowNamed = oncePer(({ rows }: ImportQuestion) => (rows ? anyTextOf(rows) : () => null));

/** Returns the part of a question's answer that the end of a header names. */
export function partNamed(question: ImportQuestion, end: string, source: ImportSource): Part | null {
  const { domain } = question.question;
  if (domain?.family === "row") {
    const key = rowNamed(question)(end);
    return key === null ? null : { kind: "row", key };
  }
  const place: Part | null = domain?.family === "rank" ? placeNamed(end, domain.values.length) : null;
  // LimeSurvey numbers ranks, the others name options
  if (place && source === "limesurvey") return place;
  if (domain?.family === "many" || domain?.family === "rank") {
    const value = optionNamed(question)(end) ?? (source === "redcap" ? codeNamed(question)(end) : null);
    if (value !== null) return { kind: "option", value };
  }
  if (place) return place;
  const isOther = isOtherName(end) || (source === "surveyjs" && isComment(end));
  return question.isOpen && isOther ? { kind: "other" } : null;
}

/** Returns whether the end of a header can be a part whose name no option or row has. */
export const isPartSign = (end: string): boolean => /^\d{1,2}$/.test(end) || isOtherName(end) || isComment(end);

/** SurveyJS has own texts as `<name>-Comment`. */
const isComment = (end: string): boolean => end === "Comment";

function placeNamed(end: string, count: number): Part | null {
  const place = /^\d{1,2}$/.test(end) ? Number(end) : 0;
  return place >= 1 && place <= count ? { kind: "place", place } : null;
}
