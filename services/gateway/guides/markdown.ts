import { posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { escaped } from "../http/staticPage.ts";
import { slugOf } from "./browser/search.js";

/** A guide as HTML. */
export interface Guide {
  title: string;
  html: string;
  /** Its first sentence. Empty if it starts with something else. */
  description: string;
  /** Without the title, in order. */
  headings: { id: string; text: string; depth: number }[];
}

/** Returns the address of a file of docs/, or null if the server doesn't have it. */
export type AddressOf = (path: string) => string | null;

/** Renders a page of docs/. `path` is relative to docs/. Links to files that the server doesn't have become text. */
export function renderGuide(text: string, path: string, addressOf: AddressOf): Guide {
  const headings: Guide["headings"] = [];
  const ids = new Map<string, number>();
  let tables = 0;
  let description = "";
  const target = (href: string): string | null => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [file = "", anchor] = href.split("#");
    const address = addressOf(posix.normalize(posix.join(posix.dirname(path), file)));
    return address === null ? null : `${address}${anchor === undefined ? "" : `#${anchor}`}`;
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        const id = idOf(plain, ids);
        headings.push({
          id,
          text: textOf(plain),
          depth,
        });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        const link = `<a class="anchor" href="#${id}" aria-label="Link to “${escaped(textOf(plain))}”">#</a>`;
        return `<h${depth} id="${id}">${inner} ${link}</h${depth}>\n`;
      },
      link({ href, tokens, raw }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = raw === href && !isPublic(href) ? null : target(href);
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      image({ href, text: alternative }: Tokens.Image) {
        const address = target(href);
        if (address === null) return "";
        const image = `<img src="${escaped(address)}" alt="${escaped(alternative)}" loading="lazy">`;
        return `<a href="${escaped(address)}">${image}</a>`;
      },
      paragraph({ tokens }: Tokens.Paragraph) {
        const html = this.parser.parseInline(tokens);
        if (headings.length === 1) description ||= textOf(this.parser.parseInline(tokens, this.parser.textRenderer));
        return `<p>${html}</p>\n`;
      },
      code({ text: code, lang = "" }: Tokens.Code) {
        const language = /^\w*/.exec(lang)?.[0] ?? "";
        return `<pre tabindex="0"${language && ` data-language="${language}"`}><code>${escaped(code)}\n</code></pre>\n`;
      },
      // wide tables scroll in their own box
      table(token: Tokens.Table) {
        const cell = (tag: string, { tokens }: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const row = (tag: string, cells: Tokens.TableCell[]) =>
          `<tr>${cells.map((one) => cell(tag, one)).join("")}</tr>`;
        const body = token.rows.map((cells) => row("td", cells)).join("\n");
        const label = `Table ${++tables}: ${headings.at(-1)?.text ?? path}`;
        return `<div class="table" tabindex="0" role="region" aria-label="${escaped(label)}"><table><thead>${row("th", token.header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      html: () => "",
    },
  });
  const html = marked.parse(text, { async: false });
  const [sentence = ""] = /^.*?\.(?=\s|$)/s.exec(description) ?? [];
  return {
    title: headings[0]?.text ?? path,
    html,
    description: sentence.replaceAll(/\s+/g, " "),
    headings: headings.slice(1),
  };
}

/** False for an address that stands for one of the reader's, such as http://HOST:PORT. */
const isPublic = (href: string): boolean => URL.parse(href)?.hostname.includes(".") ?? false;

/** Decodes the entities of the renderer for plain texts. */
const textOf = (html: string): string =>
  html.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? "");
const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Returns the anchor of a heading as GitHub makes it. */
function idOf(text: string, seen: Map<string, number>): string {
  const plain = slugOf(textOf(text));
  const before = seen.get(plain) ?? 0;
  seen.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}
