/** Texts of Tally's blocks, which are HTML or `safeHTMLSchema`: nodes of a text or other nodes, and attributes. */
import type { Item } from "../importedForm.ts";
import { emphasized, linked, withoutMarks } from "../marks.ts";
import { list, type Raw, record, records, text } from "../values.ts";
import { plain } from "../wording.ts";
import type { Block } from "./blocks.ts";

/** An answer that texts insert. */
export interface Mention {
  /** the field whose value is inserted */
  field: Raw;
  /** other words without a value */
  fallback: string;
}

/** Inserts a mention, with the page that reads it, because calculated fields change on the way. */
export const mentionPattern = /#answer:(\d{1,6}@\d{1,6})#/g;

/** Mentions of a form. Texts name them by UUID, wherever the document lists them. */
export class Mentions {
  private readonly places = new Map<string, number>();
  readonly known: Mention[] = [];
  /** names of those that texts insert, such as `2@0` on the first page */
  readonly used = new Set<string>();

  constructor(blocks: readonly Block[]) {
    for (const { uuid, field, defaultValue } of blocks.flatMap(({ payload }) => records(payload.mentions))) {
      if (text(uuid) === "" || this.places.has(text(uuid))) continue;
      this.places.set(text(uuid), this.known.length);
      this.known.push({ field: record(field), fallback: text(defaultValue).replace(/[#\n]/g, " ") });
    }
  }

  /** Returns what inserts a mention in a text of a page. Null if there is none of this UUID. */
  tokenOf(uuid: string, page: number): string | null {
    const at = this.places.get(uuid);
    if (at === undefined) return null;
    this.used.add(`${at}@${page}`);
    return `#answer:${at}@${page}#`;
  }

  /** Returns the mentions of a text. */
  in(shown: string): Mention[] {
    return [...shown.matchAll(mentionPattern)].flatMap(([, name = ""]) => this.known[Number.parseInt(name, 10)] ?? []);
  }
}

/** Reads the text of a block. Notes images and the like that are lost. */
export function textOf(mentions: Mentions, payload: Raw, page: number, item?: Item): string {
  const insert = (uuid: string) => mentions.tokenOf(uuid, page);
  if (Array.isArray(payload.safeHTMLSchema)) return clean(payload.safeHTMLSchema.map(nodeText(insert)).join(""));
  const { text: shown, isLossy } = plain(withMentions(text(payload.html), insert));
  if (isLossy) item?.lostPart("media", "Images and videos in its texts aren't shown.");
  return shown;
}

type Insert = (uuid: string) => string | null;

/** Mentions are elements with their UUID as an attribute. */
const withMentions = (html: string, insert: Insert): string =>
  html.replace(/<(\w+)\s([^<>]*)>([^<>]*)<\/\1>/g, (whole, _, attributes: string) => {
    const uuids = [...attributes.matchAll(/=\s*["']?([\w-]{1,100})/g)].map(([, uuid = ""]) => insert(uuid));
    return uuids.find((token) => token !== null) ?? whole;
  });

const nodeText =
  (insert: Insert) =>
  (node: unknown): string => {
    if (typeof node === "string") return withoutMarks(node);
    const [content, attributes] = list(node);
    const pairs = new Map(list(attributes).map((pair) => [text(list(pair)[0]), text(list(pair)[1])]));
    const inner = typeof content === "string" ? withoutMarks(content) : list(content).map(nodeText(insert)).join("");
    const token = insert(pairs.get("mention") ?? "");
    return token ?? styled(inner, pairs);
  };

function styled(inner: string, attributes: ReadonlyMap<string, string>): string {
  const tag = attributes.get("tag") ?? "";
  if (/^(br|p|div|li)$/.test(tag)) return `\n${inner}`;
  const weight = attributes.get("font-weight") ?? "";
  const isBold = /^(b|strong)$/.test(tag) || weight === "bold" || Number(weight) >= 600;
  const isItalic = /^(i|em)$/.test(tag) || attributes.get("font-style") === "italic";
  const bold = isBold ? emphasized("strong", inner) : inner;
  const shown = isItalic ? emphasized("emphasis", bold) : bold;
  const url = attributes.get("href") ?? "";
  return /^https?:\/\/[^\s]+$/.test(url) ? linked(shown, url) : shown;
}

const clean = (shown: string): string =>
  shown
    .split("\n")
    .map((line) => line.replace(/[ \t\u00a0]{2,}/g, " ").trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .toWellFormed();
