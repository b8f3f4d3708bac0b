import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Asked } from "../asked.ts";
import type { Scope } from "../expressions/scope.ts";
import type { Term } from "../expressions/terms.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { linked } from "../marks.ts";
import { languageTag, list, type Raw, record, records, text } from "../values.ts";
import { plain, worded } from "../wording.ts";

/** Questions that are shown together, after which logic acts. In older surveys, each question is a block of its own. */
export interface Block {
  raw: Raw;
  /** place in the survey, from 0 */
  at: number;
  elements: readonly Raw[];
  /** place of its first question, such as `questions[2]` */
  sourceOf(element: number): string;
  /** whether any path leads to it */
  isReachable: boolean;
  /** nodes that were made of it */
  nodes: GraphNode[];
}

/** Place at which logic reads variables: in a rule of a block, before an action of it. Texts and conditions are before the first action. */
export interface Place {
  block: number;
  rule: number;
  action: number;
}

/** Variables of a survey, which logic changes on the way. */
export interface KnownVariables {
  has(id: string): boolean;
  isNumber(id: string): boolean;
  /** Adds the calculations that have all changes. */
  define(survey: Survey): void;
  /** Returns the value of a variable before its changes at a place, and after all that come earlier. */
  valueAt(survey: Survey, id: string, place: Place): Term;
}

/** A survey while it is converted. */
export interface Survey {
  form: ImportedForm;
  scope: Scope;
  asked: Asked[];
  blocks: readonly Block[];
  /** questions by ID, with the place of their block */
  questions: ReadonlyMap<string, { raw: Raw; block: number }>;
  variables: KnownVariables;
  /** Whether respondents can be at a place without having been at a block. */
  isPassable(block: number, reader: number): boolean;
  /** IDs of the questions that logic reads */
  readIds: ReadonlySet<string>;
  /** names of values that texts insert, such as `name@2/fallback:you` in the third block */
  recalls: Set<string>;
}

/** Returns the survey of a document: it stands alone, or in `data` as in the API's response. */
export const surveyIn = (document: unknown): Raw => {
  const outer = record(document);
  return [outer, record(outer.data)].find((one) => elementsIn(one).some(isQuestion)) ?? {};
};

const isQuestion = ({ headline, type }: Raw): boolean => headline !== undefined && text(type) !== "";

const elementsIn = (survey: Raw): Raw[] => [
  ...records(survey.questions),
  ...records(survey.blocks).flatMap(({ elements }) => records(elements)),
];

/** Returns the blocks. A survey has `questions` only until it is saved by a newer version of Formbricks. */
export function blocksOf(survey: Raw): Block[] {
  const blocks = records(survey.blocks);
  if (blocks.some(({ elements }) => list(elements).length > 0))
    return blocks.map((raw, at) => ({
      raw,
      at,
      elements: records(raw.elements),
      sourceOf: (element) => `blocks[${at}].elements[${element}]`,
      isReachable: true,
      nodes: [],
    }));
  return records(survey.questions).map((raw, at) => ({
    raw,
    at,
    elements: [raw],
    sourceOf: () => `questions[${at}]`,
    isReachable: true,
    nodes: [],
  }));
}

/** A part of the survey with texts. `block` is the place in the survey from which it reads variables. */
export interface Part {
  item: Item;
  block: number;
}

/** Reads a text with its translations. Texts can be HTML. */
export function textOf({ form, recalls }: Survey, { item, block }: Part, value: unknown): string {
  const texts = typeof value === "string" ? { default: value } : record(value);
  const shown = (one: unknown): string => {
    const { text: read, isLossy } = plain(placed(text(one), block));
    if (isLossy) item.lostPart("media", "Images and videos in its texts aren't shown.");
    return read;
  };
  const original = shown(texts.default);
  for (const [, name] of original.matchAll(recallPattern)) if (name !== undefined) recalls.add(name);
  const translations = new Map<string, string>();
  for (const [language, translated] of Object.entries(texts)) {
    const given = language === "default" ? "" : shown(translated);
    const other = withWordsOf(original, given);
    if (other === "" || original === "") continue;
    if (other !== given) item.changed("recall", "Its words for a missing answer are only in the survey's language.");
    translations.set(language, other);
    form.translations.add(language, languageTag(language), original, other);
  }
  form.translations.read({ original, translations });
  return original;
}

/** Inserts an answer, or other words without one. The name has the place, because variables change on the way. */
export const recallPattern = /#recall:([\w-]{1,200}@\d+\/fallback:[^#\n]{0,200})#/g;

/** Returns a translation with the original's words for missing answers. */
function withWordsOf(original: string, translation: string): string {
  const any = /#recall:([\w-]{1,200}@\d+)\/fallback:[^#\n]{0,200}#/g;
  const known = new Map([...original.matchAll(any)].map(([whole, id = ""]) => [id, whole]));
  return translation.replace(any, (whole, id: string) => known.get(id) ?? whole);
}

const placed = (source: string, block: number): string =>
  source.replace(/#recall:([\w-]+)\/fallback:([^#]*)#/g, (_, id: string, fallback: string) => {
    return `#recall:${id}@${block}/fallback:${fallback.replaceAll("nbsp", " ").trim()}#`;
  });

/** Returns the title and description of a question or screen. `more` is added to the description. */
export function wordsOf(survey: Survey, part: Part, raw: Raw, more = "") {
  const title = textOf(survey, part, raw.headline);
  const descriptions = [raw.subheader, raw.html].map((it) => textOf(survey, part, it));
  const description = [...descriptions, more].filter(Boolean).join("\n\n");
  const [first, ...rest] = [title, description].filter(Boolean);
  return worded(part.item, first ?? text(raw.id), rest.join("\n\n"));
}

/** Returns a link with a label, or "" without an address that a text can have. */
export const linkOf = (label: string, url: string): string =>
  /^https?:\/\/[^\s#]+$/.test(url) && URL.canParse(url) ? linked(label, url) : "";

/** Adds the image of a part to its node. Videos are lost. */
export function addMedia({ item }: Part, node: GraphNode, image: string, video: string): void {
  if (image.startsWith("https://") && URL.canParse(image)) node.data.image = { url: image, alt: "" };
  else if (image !== "") item.lostPart("media", "Its image has no https address.");
  if (video !== "") item.lostPart("media", "Its video isn't shown.");
}
