import { directionOf } from "../../languages/direction.ts";
import { mailWords } from "../../languages/mails.ts";
import { plainLine } from "../graph/markup/plain.ts";
import type { Inline } from "../graph/markup/tree.ts";
import { escapeMarkup } from "../markup.ts";
import { brandLook, type LetterLook, type Palette } from "./letterLook.ts";

/** A text, or a link that Pathform makes. Input of people is always a text. */
export type Part = { text: string } | { url: string; label: string };

/** A line of answers: a question with its values. */
export interface AnswerLine {
  /** with the owner's emphasis and links (wants §21.1) */
  title: readonly Inline[];
  values: Part[];
  /** languages of both where they aren't that of the letter; a text of respondents has none */
  languages?: { title?: string | undefined; values?: string | undefined };
}

/** An email's content without its markup. Its two parts say the same. */
export interface Letter {
  /** default: Pathform's own */
  look?: LetterLook;
  /** of the frame around the owner's texts; English by default */
  language?: string;
  /** said where more would be larger than an email can be */
  rest?: string;
  heading: string;
  /** Pathform wrote all of it. Then the plain part has the heading, which the owner's texts don't need. */
  isOurs?: true;
  /** languages of the heading and the paragraphs where they are others */
  languages?: { heading?: string | undefined; paragraphs?: string | undefined };
  paragraphs: Part[];
  /** Groups of answers. A daily email has one per response. */
  groups: { heading: Part[]; lines: AnswerLine[] }[];
  /** More would be larger than an email can be. */
  isCut: boolean;
  button: { url: string; label: string } | null;
  /** below the button, such as how long it works */
  notes?: readonly string[];
  /** Names the sender and the reason. */
  footer: string;
  /** address of the server, without a trailing slash */
  server?: string | undefined;
  /** Null in emails that can't be stopped. */
  stopUrl: string | null;
  /** label of the link that stops; default: Unsubscribe */
  stopLabel?: string;
}

/** Answers of a response before they are written. */
export interface Group {
  heading: Part[];
  lines: Iterable<AnswerLine>;
}

const english = {
  look: brandLook,
  language: "en",
  rest: mailWords("en").words.rest,
  stopLabel: mailWords("en").words.unsubscribe,
};

/** Returns the plain part. */
export function textOf(letter: Letter): string {
  const { heading, isOurs, paragraphs, groups, isCut, button, notes = [], footer, server, stopUrl } = letter;
  const { rest, stopLabel } = { ...english, ...letter };
  const answers = groups.map(({ heading, lines }) =>
    [...(heading.length > 0 ? [flat(heading)] : []), ...lines.map(lineText)].join("\n\n"),
  );
  const end = ["-- ", footer, ...(server ? [server] : []), ...(stopUrl ? [`${stopLabel}: ${stopUrl}`] : [])].join("\n");
  const blocks = [
    ...(isOurs ? [heading] : []),
    flat(paragraphs),
    ...answers,
    ...(isCut ? [rest] : []),
    ...(button ? [`${button.label}:${isOurs ? "\n" : " "}${button.url}`] : []),
    ...notes,
    end,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

export const lineText = ({ title, values }: AnswerLine): string =>
  `${plainLine(title, true)}\n${values.map((value) => `  ${flat([value]).replaceAll("\n", "\n  ")}`).join("\n")}`;

export const flat = (parts: readonly Part[]): string =>
  parts
    .map((part) => ("text" in part ? part.text : part.label === part.url ? part.url : `${part.label}: ${part.url}`))
    .join("");

/**
 * Returns the HTML part. Tables and inline styles, because mail programs ignore other layouts. The dark colors follow the reader's
 * setting. Nothing is loaded, so it looks the same without images.
 */
export function htmlOf(letter: Letter): string {
  const { heading, languages = {}, paragraphs, groups, isCut, button, notes = [], footer, server, stopUrl } = letter;
  const { language, rest, stopLabel, look } = { ...english, ...letter };
  const { light, radius, isBranded } = look;
  const of = (name: keyof Palette) => `color:${light[name]}`;
  const stop = stopUrl
    ? ` <a class="quiet" href="${escapeMarkup(stopUrl)}" style="${of("quiet")}">${escapeMarkup(stopLabel)}</a>`
    : "";
  return /* words: ok */ `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(heading)}</title><style>${darkStyle(look.dark)}</style></head>
<body class="page" style="margin:0;background:${light.page};${of("text")};font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
${isBranded ? brand(light) : ""}<tr><td class="card" style="background:${light.card};border:1px solid ${light.line};border-radius:${Math.max(12, radius)}px;padding:28px;overflow-wrap:anywhere">
<h1 ${directed(languages.heading)} style="font-size:20px;line-height:26px;font-weight:650;margin:0 0 16px">${escapeMarkup(heading)}</h1>
${paragraphs.length > 0 ? `<div ${directed(languages.paragraphs)} style="white-space:pre-line;margin:0 0 16px">${marked(paragraphs, look)}</div>` : ""}
${groups.map((group) => groupHtml(group, look)).join("\n")}
${isCut ? `<p style="margin:16px 0 0">${rest}</p>` : ""}
${button ? buttonHtml(button, look) : ""}
${notes.map((note) => `<p class="quiet" style="${of("quiet")};font-size:14px;line-height:20px;margin:16px 0 0">${escapeMarkup(note)}</p>`).join("\n")}
${button ? `<p class="quiet" style="${of("quiet")};font-size:13px;line-height:18px;margin:16px 0 0;word-break:break-all">${escapeMarkup(button.url)}</p>` : ""}
</td></tr><tr><td class="quiet" style="${of("quiet")};font-size:13px;line-height:18px;padding:16px 28px;overflow-wrap:anywhere">${escapeMarkup(footer)}${stop}${server ? `<br>${escapeMarkup(server)}` : ""}</td></tr>
</table></td></tr></table></body></html>
`;
}

const brand = (light: Palette): string =>
  `<tr><td class="link" style="color:${light.link};font-size:20px;line-height:28px;font-weight:700;padding:0 28px 16px">Pathform</td></tr>\n`;

const darkStyle = (dark: Palette): string =>
  `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:${dark.page}!important;color:${dark.text}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important}.quiet{color:${dark.quiet}!important}.link{color:${dark.link}!important}
.line{border-color:${dark.line}!important}.button{background:${dark.button}!important;color:${dark["button-text"]}!important}}`;

export const groupHtml = ({ heading, lines }: Letter["groups"][number], look: LetterLook): string =>
  `${
    heading.length > 0
      ? `<h2 style="font-size:16px;line-height:24px;margin:20px 0 4px">${marked(heading, look)}</h2>`
      : ""
  }<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${lines.map((line) => lineHtml(line, look)).join("")}</table>`;

/** Attributes of a text. Its own letters decide on its direction. */
const directed = (language: string | undefined): string =>
  language === undefined ? 'dir="auto"' : `lang="${escapeMarkup(language)}" dir="auto"`;

export const lineHtml = ({ title, values, languages = {} }: AnswerLine, look: LetterLook): string =>
  `<tr><td class="line" style="border-top:1px solid ${look.light.line};padding:10px 0"><div class="quiet" ${directed(languages.title)} style="color:${look.light.quiet};font-size:14px">${inlineHtml(title, look)}</div>${values
    .map((value) => `<div ${directed(languages.values)} style="white-space:pre-line">${marked([value], look)}</div>`)
    .join("")}</td></tr>`;

const inlineHtml = (parts: readonly Inline[], look: LetterLook): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return escapeMarkup(part);
      const inner = inlineHtml(part.children, look);
      if (part.kind === "link")
        return `<a class="link" href="${escapeMarkup(part.href)}" target="_blank" rel="noopener noreferrer" style="color:${look.light.link}">${inner}</a>`;
      return part.kind === "strong" ? `<strong>${inner}</strong>` : `<em>${inner}</em>`;
    })
    .join("");

const buttonHtml = ({ url, label }: { url: string; label: string }, { light, radius }: LetterLook): string =>
  `<p style="margin:20px 0 0"><a class="button" href="${escapeMarkup(url)}" style="display:inline-block;background:${light.button};color:${light["button-text"]};text-decoration:none;border-radius:${radius}px;padding:10px 18px;font-weight:600">${escapeMarkup(label)}</a></p>`;

export const marked = (parts: readonly Part[], { light }: LetterLook): string =>
  parts
    .map((part) =>
      "text" in part
        ? escapeMarkup(part.text)
        : `<a class="link" href="${escapeMarkup(part.url)}" style="color:${light.link}">${escapeMarkup(part.label)}</a>`,
    )
    .join("");
