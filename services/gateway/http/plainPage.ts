import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brandLook, type Palette } from "../../../shared/domain/mail/letterLook.ts";
import { directionOf } from "../../../shared/languages/direction.ts";
import { sendBody } from "./encodings.ts";
import { envelope, mark } from "./mark.ts";
import { escaped } from "./staticPage.ts";

/** A page of a title and a text, without a build and scripts. */
export interface PlainPage {
  title: string;
  text?: string;
  /** Posts to the page's own address. */
  button?: string;
  /** Respondents' pages have an envelope in place of the mark, as their emails have none. Absent for owners, in English. */
  language?: string;
}

const { light, dark, radius } = brandLook;
const colors = ({ page, card, line, text, button, ...palette }: Palette) =>
  `body{background:${page};color:${text}}main{background:${card};border-color:${line}}button{background:${button};color:${palette["button-text"]}}button:focus-visible{outline-color:${palette.link}}`;
/** Looks like the emails, whose links lead to these pages. */
const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}
main{box-sizing:border-box;width:min(30rem,100% - 2rem);margin:15vh auto;padding:28px;border:1px solid;border-radius:12px;overflow-wrap:anywhere}
svg{display:block;margin:0 0 16px}h1{font-size:20px;line-height:26px;font-weight:650;margin:0}p{margin:12px 0 0}form{margin:20px 0 0}
button{font:inherit;font-weight:600;border:0;border-radius:${radius}px;padding:10px 18px;min-height:44px;cursor:pointer}button:focus-visible{outline:2px solid;outline-offset:2px}
${colors(light)}@media (prefers-color-scheme:dark){${colors(dark)}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Returns whether the client asks for HTML, as browsers do. */
export const asksForHtml = ({ headers }: IncomingMessage): boolean => headers.accept?.includes("text/html") === true;

/** Returns whether a browser opens a page, not a path of the API. */
export const opensPage = (req: IncomingMessage): boolean =>
  req.method === "GET" && !/^\/api(?:[/?]|$)/.test(req.url ?? "") && asksForHtml(req);

export const sendPageNotFound = (req: IncomingMessage, res: ServerResponse): void =>
  sendPlainPage(req, res, 404, { title: "Page not found", text: "Check the address, or ask for a new link." });

export function sendPlainPage(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  { title, text, button, language }: PlainPage,
): void {
  const tag = language ?? "en";
  const form = button ? `<form method="post"><button>${escaped(button)}</button></form>` : "";
  res.statusCode = status;
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  const paragraph = text ? `<p>${escaped(text)}</p>` : "";
  const html = `<!doctype html><html lang="${escaped(tag)}" dir="${directionOf(tag)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main>${language === undefined ? mark : envelope}<h1>${escaped(title)}</h1>${paragraph}${form}</main></body></html>`;
  sendBody(req, res, { plain: Buffer.from(html) });
}
