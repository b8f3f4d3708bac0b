import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { directionOf } from "../../../shared/languages/direction.ts";
import { sendBody } from "../http/encodings.ts";
import { escaped } from "../http/staticPage.ts";

/** A page of a title and a text, without a build and scripts. */
export interface PlainPage {
  title: string;
  text?: string;
  /** Posts to the page's own address. */
  button?: string;
  /** Defaults to `en`. */
  language?: string;
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;background:#f3f4f6;color:#1c2128;margin:0}
main{box-sizing:border-box;width:min(36rem,100% - 2rem);margin:15vh auto;padding:2rem;background:#fff;border:1px solid #d9dde3;border-radius:12px;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0 0 1rem}button{font:inherit;font-weight:600;color:#fff;background:#1f4fd8;border:0;border-radius:8px;padding:.6rem 1.1rem}
@media (prefers-color-scheme:dark){body{background:#14171c;color:#e8eaed}main{background:#1e2329;border-color:#3a424d}button{background:#8ab4f8;color:#14171c}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

export function sendPlainPage(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  { title, text, button, language = "en" }: PlainPage,
): void {
  const form = button ? `<form method="post"><button>${escaped(button)}</button></form>` : "";
  res.statusCode = status;
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  const paragraph = text ? `<p>${escaped(text)}</p>` : "";
  const html = `<!doctype html><html lang="${escaped(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${paragraph}${form}</main></body></html>`;
  sendBody(req, res, { plain: Buffer.from(html) });
}
