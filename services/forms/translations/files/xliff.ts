import { SaxesParser, type SaxesTagPlain } from "saxes";
import { escapeMarkup } from "../../../../shared/domain/markup.ts";
import { Refusal } from "../refusal.ts";
import { type LanguageRules, languageFault } from "./languages.ts";
import type { TranslationRow, TranslationTable } from "./table.ts";

/** Translations of one language as XLIFF 2.1 (features §13). 2.0 is read as well. */

/** Characters that XML can't have. XLIFF writes them as elements. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Parsers normalize line ends, and blanks in attributes. */
const escaped = (text: string): string =>
  escapeMarkup(text).replace(/[\r\t\n\u0085\u2028]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const content = (text: string): string =>
  escaped(text.toWellFormed()).replace(
    unwritable,
    (sign) => `<cp hex="${sign.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}"/>`,
  );

export function writeXliff({ languages, rows }: TranslationTable, own: string): string {
  const [tag = ""] = languages;
  const units = rows.map(({ key, source = "", texts }, at) => {
    const text = texts.get(tag) ?? "";
    const target = text === "" ? "" : `<target>${content(text)}</target>`;
    const state = text === "" ? "initial" : "translated";
    return `    <unit id="u${at + 1}" name="${escaped(key).replace(unwritable, "")}">
      <segment state="${state}"><source>${content(source)}</source>${target}</segment>
    </unit>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${escaped(own)}" trgLang="${escaped(tag)}">
  <file id="form" xml:space="preserve">
${units.join("")}  </file>
</xliff>\n`;
}

/** Reads an XLIFF. Inline codes are taken by their text. Throws a refusal for another version or malformed XML. */
export function readXliff(text: string, rules: LanguageRules): TranslationTable {
  const reader = new XliffReader(rules);
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new Refusal(["file: must not have a document type"]);
  });
  parser.on("error", ({ message }) => {
    throw new Refusal([`file: must be well-formed XML (${message.slice(0, 200)})`]);
  });
  parser.on("opentag", (tag) => reader.open(tag));
  parser.on("closetag", ({ name }) => reader.close(localName(name)));
  for (const event of ["text", "cdata"] as const) parser.on(event, (part: string) => reader.add(part));
  parser.write(text.replace(/^\uFEFF/, "")).close();
  return reader.table();
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

class XliffReader {
  readonly #rules: LanguageRules;
  readonly #rows = new Map<string, TranslationRow>();
  #language: string | null = null;
  #key: string | null = null;
  /** of the unit */
  #segments: Segment[] = [];
  /** Null outside of one: tools also add suggestions with a source and a target to a unit. */
  #segment: Segment | null = null;
  #part: "source" | "target" | null = null;

  constructor(rules: LanguageRules) {
    this.#rules = rules;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const element = localName(name);
    if (element === "xliff") this.#language = languageIn(attributes, this.#rules);
    else if (this.#language === null) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
    else if (element === "unit") this.#key = attributes.name ?? attributes.id ?? "";
    else if (isSegment(element)) this.#beginSegment(element);
    else if (element === "source" || element === "target") this.#begin(element, attributes);
    else if (element === "cp") this.add(characterOf(attributes.hex));
  }

  close(element: string): void {
    if (element === "source" || element === "target") this.#part = null;
    if (isSegment(element)) this.#segment = null;
    if (element !== "unit" || this.#key === null) return;
    const key = this.#key;
    if (key === "") throw new Refusal(["unit: `name` is required"]);
    if (this.#rows.has(key)) throw new Refusal([`unit: \`${key.slice(0, 100)}\` is there twice`]);
    const texts = new Map([[this.#language ?? "", targetOf(this.#segments)]]);
    this.#rows.set(key, { key, source: sourceOf(this.#segments), texts });
    [this.#key, this.#segments] = [null, []];
  }

  add(text: string): void {
    if (this.#segment && this.#part) this.#segment[this.#part] = (this.#segment[this.#part] ?? "") + text;
  }

  table(): TranslationTable {
    if (this.#language === null) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
    return { languages: [this.#language], rows: [...this.#rows.values()] };
  }

  #beginSegment(element: string): void {
    this.#segment = { isText: element === "segment", order: this.#segments.length + 1 };
    this.#segments.push(this.#segment);
  }

  #begin(part: "source" | "target", { order = "" }: Record<string, string>): void {
    if (this.#key === null || !this.#segment) return;
    this.#part = part;
    this.add("");
    if (part === "target" && /^[1-9]\d{0,8}$/.test(order)) this.#segment.order = Number(order);
  }
}

/** A `segment` or `ignorable` of a unit. */
interface Segment {
  /** not what is between segments */
  isText: boolean;
  source?: string;
  target?: string;
  /** place of the target among those of the unit, from 1 (attribute `order`): the segment's own, unless a translator moved it */
  order: number;
}

const sourceOf = (segments: readonly Segment[]): string | undefined =>
  segments.some(({ source }) => source !== undefined) ? segments.map(({ source = "" }) => source).join("") : undefined;

/** A unit's segments make one text. It is empty if a segment has no target, because respondents would read half a text. */
function targetOf(segments: readonly Segment[]): string {
  if (segments.some(({ isText, target }) => isText && target === undefined)) return "";
  const ordered = segments.toSorted((a, b) => a.order - b.order);
  return ordered.map(({ target = "" }) => target).join("");
}

const isSegment = (element: string): boolean => element === "segment" || element === "ignorable";

function languageIn({ version = "", trgLang }: Record<string, string>, rules: LanguageRules): string {
  if (version.startsWith("1.")) throw new Refusal([`file: XLIFF ${version} isn't supported. Send 2.0 or 2.1`]);
  if (!["2.0", "2.1"].includes(version)) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
  if (!trgLang) throw new Refusal(["trgLang: is required"]);
  const fault = languageFault(trgLang, rules);
  if (fault) throw new Refusal([`trgLang: "${trgLang.slice(0, 50)}" ${fault}`]);
  return trgLang;
}

function characterOf(hex = ""): string {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const text = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  return text.isWellFormed() ? text : "";
}
