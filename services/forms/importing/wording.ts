import type { NodeData } from "../../../shared/domain/graph/types.ts";
import type { Item } from "./importedForm.ts";
import { emphasized, linked, unmarked, withoutMarks } from "./marks.ts";

const titleLimit = 500;
const descriptionLimit = 5000;

/** Returns a text that fits a title or label. */
export const fitted = (text: string, limit = titleLimit): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;

/** Returns title and description within their limits. A long title continues in the description. */
export function worded(item: Item, title: string, description = ""): Pick<NodeData, "title" | "description"> {
  const isLong = title.length > titleLimit;
  const full = isLong ? [title, description].filter(Boolean).join("\n\n") : description;
  if (isLong || full.length > descriptionLimit)
    item.changed("long_text", "Titles can have 500 characters and descriptions 5,000. The rest was moved or cut.");
  const shortened = fitted(full, descriptionLimit);
  return { title: fitted(title), ...(shortened && { description: shortened }) };
}

/** Returns the labels of a scale's ends for its description, for types that have none. */
export const endsOf = ({ min, max, left, right }: Ends): string =>
  [left && `${min}: ${left}`, right && `${max}: ${right}`].filter(Boolean).join("\n");

interface Ends {
  min: number;
  max: number;
  left?: string | undefined;
  right?: string | undefined;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);

/** Returns the text of Markdown as it stands in labels, with its emphasis and links (marks.ts). */
export function withMarkdown(source: string): string {
  return source
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, "")
    .replace(
      /(!?)\[([^[\]\n]{1,500})(?<!\\)\]\((https?:[^()\s]{1,500})\)/g,
      (_, image: string, label: string, url: string) =>
        image === "" ? linked(label, url) : unmarked(linked(label, url)),
    )
    .replace(/\*\*(?=\S)([^*\n]{1,2000}?)(?<=\S)\*\*/g, (_, inner: string) => emphasized("strong", inner))
    .replace(/__(?=\S)((?:\$\{[^}\n]{1,200}\}|[^_\n$]|\$(?!\{)){1,2000}?)(?<=\S)__/g, (_, inner: string) =>
      emphasized("strong", inner),
    )
    .replace(/(?<![\w*\\])\*(?=[^\s*])([^*\n]{1,2000}?)(?<=[^\s*])\*(?![\w*])/g, (_, inner: string) =>
      emphasized("emphasis", inner),
    )
    .replace(
      /(?<![\w\\{:/])_(?=[^\s_])((?:\$\{[^}\n]{1,200}\}|[^_\n$]|\$(?!\{)){1,2000}?)(?<=[^\s_])_(?![\w}])/g,
      (_, inner: string) => emphasized("emphasis", inner),
    )
    .replace(/\\([*_#[\]`])/g, "$1");
}

/** Returns the plain text of Markdown. Links keep their address. */
export const withoutMarkdown = (source: string): string => unmarked(withMarkdown(source));

/** Tags that only format text. */
const formatting =
  /^(?:p|div|span|br|b|i|u|em|strong|h[1-6]|ul|ol|li|small|sub|sup|hr|center|font|label|section|header|article|table|tbody|thead|tfoot|tr|td|th|caption|dl|dt|dd|blockquote|code|pre|strike|s|mark|a|del|ins|cite|abbr|kbd|q|big|tt|nobr|wbr|figure|figcaption|main|nav|aside|footer|col|colgroup)$/;
/** Tags with a meaning that text doesn't have. */
const media =
  /^(?:img|video|audio|iframe|object|embed|source|track|picture|svg|canvas|math|form|input|button|select|option|textarea|script|style|link|meta|noscript|map|area|details|summary|progress|meter)$/;
/** Tags that are closed without a tag. */
const open = /^(?:p|br|hr|li|tr|td|th|dt|dd|wbr|col|img|input|source|track|embed|link|meta|area)$/;

/**
 * Returns a test for tags of HTML, such as `b` and `/b`. A tag is one that HTML has, and that is closed or opened somewhere.
 * Everything else between angle brackets is text, such as `<NAME>`. Each tag is searched once, since a text can have many.
 */
function tagsOf(html: string): (tag: string) => boolean {
  const known = new Map<string, boolean>();
  const isIn = (tag: string): boolean => {
    const name = tag.replace("/", "");
    if (!formatting.test(name) && !media.test(name)) return false;
    return open.test(name) || html.includes(tag === name ? `</${name}` : `<${name}`);
  };
  return (tag) => {
    const found = known.get(tag) ?? isIn(tag);
    known.set(tag, found);
    return found;
  };
}

const boldOrItalic = /<(b|strong|i|em)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi;
const markTag = (_: string, tag: string, inner: string): string =>
  emphasized(/^(?:b|strong)$/i.test(tag) ? "strong" : "emphasis", inner);

/** Returns the text of HTML with its emphasis and links (marks.ts), and whether images or the like were lost. */
export function plain(html: string): { text: string; isLossy: boolean } {
  let isLossy = false;
  const isTag = tagsOf(html.toLowerCase());
  const text = withoutMarks(html)
    .replace(/<!--[^>]*-->/g, "")
    .replace(/<(script|style)\b[^<]*<\/\1>/gi, () => {
      isLossy = true;
      return "";
    })
    .replace(boldOrItalic, markTag)
    // around another one
    .replace(boldOrItalic, markTag)
    .replace(
      /<a\s[^<>]*?href\s*=\s*["']?(https?:[^"'<>\s]{1,500})["']?[^<>]*>([^<>]*)<\/a>/gi,
      (_, url: string, label: string) => linked(label, url),
    )
    .replace(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*)?\/?>/g, (whole, slash: string, tag: string) => {
      if (!isTag(slash + tag.toLowerCase())) return whole;
      isLossy ||= media.test(tag.toLowerCase());
      return /^(?:p|div|br|h[1-6]|li|tr|ul|ol|hr)$/i.test(tag) ? "\n" : "";
    })
    .replace(/&(?:#(\d{1,6})|([a-z]{2,5}));/gi, (whole, code?: string, name?: string) =>
      code ? String.fromCodePoint(Number(code)) : (entities.get(name?.toLowerCase() ?? "") ?? whole),
    );
  const lines = text.split("\n").map((line) => line.replace(/[ \t]{2,}/g, " ").trim());
  return {
    text: lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
      .toWellFormed(),
    isLossy,
  };
}

/** Returns a text block's texts: its first line is the title if it is short. */
export function noteTexts(item: Item, text: string): Pick<NodeData, "title" | "description"> {
  const [first = "", ...rest] = text.split("\n");
  if (rest.length > 0 && first.length <= 200) return worded(item, first, rest.join("\n").trim());
  return text.length <= titleLimit ? { title: text } : worded(item, "", text);
}
