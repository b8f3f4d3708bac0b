import { lexer, type Token, type Tokens } from "marked";
import { type PackedPage, type Section, slugOf } from "./browser/search.js";
import type { Guide } from "./markdown.ts";

const keywordLine = /^<!-- search (.*) -->$/m;

/** Other words that people search a page by: `<!-- search captcha, spam -->`. */
const keywordsIn = (text: string): string => text.match(keywordLine)?.[1] ?? "";

/** Returns the sections by page, which is smaller. `opened` of the scripts returns them again. */
export function packed(sections: readonly Section[]): PackedPage[] {
  const pages: PackedPage[] = [];
  for (const { address, title, heading, keywords, text } of sections) {
    const [page = "", id] = address.split("#");
    if (pages.at(-1)?.address !== page) pages.push({ address: page, title, keywords, parts: [] });
    // the first part has the page's title
    const own = id === undefined ? "" : heading;
    pages.at(-1)?.parts.push([id === slugOf(own) ? "" : (id ?? ""), own, text]);
  }
  return pages;
}

/** Returns the parts of a guide for the search. `text` is its Markdown. */
export function sectionsOf(text: string, { title, headings }: Guide, address: string): Section[] {
  const first: Section = { address, title, heading: title, keywords: keywordsIn(text), text: "" };
  const sections = [first];
  const rest = headings.values();
  for (const token of lexer(text)) {
    if (token.type === "heading" && token.depth > 1) {
      const { id = "", text: heading = "" } = rest.next().value ?? {};
      sections.push({ address: `${address}#${id}`, title, heading, keywords: "", text: "" });
    } else if (token.type !== "heading") {
      const section = sections.at(-1) ?? first;
      section.text = `${section.text}\n${plainText(token)}`.trim();
    }
  }
  return sections;
}

/**
 * Returns whether a column of a table is searched. Later ones have limits. Beside parts of another tool are those of Pathform, which other
 * guides explain.
 */
const isSearched = ({ header }: Tokens.Table, at: number): boolean =>
  at < (header[1]?.text === "Pathform" ? 1 : 3) && !["Default", "Type"].includes(header[at]?.text ?? "");

/** Returns a token's text without code blocks and comments. Items, rows and paragraphs are lines. */
function plainText(token: Token): string {
  switch (token.type) {
    case "code":
    case "html":
    case "image":
    case "space":
      return "";
    case "table": {
      const table = token as Tokens.Table;
      return table.rows
        .map((cells) =>
          cells
            .filter((_, at) => isSearched(table, at))
            .map(({ tokens }) => joined(tokens))
            .join(" – "),
        )
        .join("\n");
    }
    case "list":
      return (token as Tokens.List).items.map(({ tokens }) => joined(tokens)).join("\n");
    case "text":
    case "paragraph":
    case "strong":
    case "em":
    case "link":
    case "blockquote":
      return "tokens" in token && token.tokens ? joined(token.tokens) : decoded((token as Tokens.Text).text);
    default:
      return "text" in token ? decoded(String(token.text)) : "";
  }
}

const joined = (tokens: readonly Token[]): string => tokens.map(plainText).join("").replaceAll(/\s+/g, " ").trim();

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? "");
