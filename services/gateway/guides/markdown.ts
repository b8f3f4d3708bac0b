import { posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { escaped } from "../http/staticPage.ts";

/** A guide as HTML. */
export interface Guide {
  title: string;
  html: string;
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
          text: plain.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => signs[name] ?? ""),
          depth,
        });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens, raw }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const address = raw === href && !isPublic(href) ? null : target(href);
        return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
      },
      image({ href, text: alternative }: Tokens.Image) {
        const address = target(href);
        return address === null ? "" : `<img src="${escaped(address)}" alt="${escaped(alternative)}" loading="lazy">`;
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
  return { title: headings[0]?.text ?? path, html, headings: headings.slice(1) };
}

/** False for an address that stands for one of the reader's, such as http://HOST:PORT. */
const isPublic = (href: string): boolean => URL.parse(href)?.hostname.includes(".") ?? false;

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** Returns the anchor of a heading as GitHub makes it. */
function idOf(text: string, seen: Map<string, number>): string {
  const plain = text
    .replace(/&[a-z#0-9]+;/g, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
  const before = seen.get(plain) ?? 0;
  seen.set(plain, before + 1);
  return before === 0 ? plain : `${plain}-${before}`;
}
