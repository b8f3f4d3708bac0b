import { SaxesParser, type SaxesTagPlain } from "saxes";
import { sameLanguage } from "../../../../shared/domain/graph/translations/translations.ts";
import { Refusal } from "../refusal.ts";
import { isKnownLanguage } from "./csv.ts";
import type { TranslationRow, TranslationTable } from "./table.ts";

/** Translations of one language as XLIFF 2.1 (features §13). 2.0 is read as well. */

/** Characters that XML can't have. XLIFF writes them as elements. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Parsers normalize line ends, and blanks in attributes. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
    .replace(/[\r\t\n\u0085\u2028]/g, (sign) => `&#${sign.charCodeAt(0)};`);

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
export function readXliff(text: string, own: string): TranslationTable {
  const reader = new XliffReader(own);
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
  readonly #own: string;
  readonly #rows = new Map<string, TranslationRow>();
  #language: string | null = null;
  #key: string | null = null;
  /** texts of the unit's segments; null without any */
  #source: string | null = null;
  #target: string | null = null;
  #part: "source" | "target" | null = null;
  /** of the segment */
  #hasTarget = false;
  /** a segment of the unit has no target: without it, respondents would read half a text */
  #isHalf = false;
  /** Tools also add suggestions with a source and a target to a unit. */
  #isInSegment = false;

  constructor(own: string) {
    this.#own = own;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const element = localName(name);
    if (element === "xliff") this.#language = languageIn(attributes, this.#own);
    else if (this.#language === null) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
    else if (element === "unit") this.#key = attributes.name ?? attributes.id ?? "";
    else if (isSegment(element)) [this.#isInSegment, this.#hasTarget] = [true, false];
    else if (element === "source" || element === "target") this.#begin(element);
    else if (element === "cp") this.add(characterOf(attributes.hex));
  }

  close(element: string): void {
    if (element === "source" || element === "target") this.#part = null;
    if (isSegment(element)) this.#isInSegment = false;
    if (element === "segment") this.#isHalf ||= !this.#hasTarget;
    if (element !== "unit" || this.#key === null) return;
    const key = this.#key;
    if (key === "") throw new Refusal(["unit: `name` is required"]);
    if (this.#rows.has(key)) throw new Refusal([`unit: \`${key.slice(0, 100)}\` is there twice`]);
    const texts = new Map([[this.#language ?? "", this.#isHalf ? "" : (this.#target ?? "")]]);
    this.#rows.set(key, { key, source: this.#source ?? undefined, texts });
    [this.#key, this.#source, this.#target, this.#isHalf] = [null, null, null, false];
  }

  add(text: string): void {
    if (this.#part === "source") this.#source += text;
    if (this.#part === "target") this.#target += text;
  }

  table(): TranslationTable {
    if (this.#language === null) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
    return { languages: [this.#language], rows: [...this.#rows.values()] };
  }

  /** A unit's segments make one text. */
  #begin(part: "source" | "target"): void {
    if (this.#key === null || !this.#isInSegment) return;
    this.#part = part;
    if (part === "source") this.#source ??= "";
    else this.#target ??= "";
    if (part === "target") this.#hasTarget = true;
  }
}

const isSegment = (element: string): boolean => element === "segment" || element === "ignorable";

function languageIn({ version = "", trgLang = "" }: Record<string, string>, own: string): string {
  if (version.startsWith("1.")) throw new Refusal([`file: XLIFF ${version} isn't supported. Send 2.0 or 2.1`]);
  if (!["2.0", "2.1"].includes(version)) throw new Refusal(["file: must be XLIFF 2.0 or 2.1"]);
  if (!isKnownLanguage(trgLang)) throw new Refusal([`trgLang: "${trgLang.slice(0, 50)}" is no language`]); // words: ok
  if (sameLanguage(trgLang, own)) throw new Refusal([`trgLang: "${trgLang}" is the form's own language`]);
  return trgLang;
}

function characterOf(hex = ""): string {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const text = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  return text.isWellFormed() ? text : "";
}
