import { escapeMarkup } from "../../../shared/domain/markup.ts";
import { directionOf } from "../../../shared/languages/direction.ts";
import { mailWords } from "../../../shared/languages/mails.ts";
import type { AnswerLine, Part } from "./content.ts";

/** An email's content without its markup. */
export interface Letter {
  /** of the frame around the owner's texts; English by default */
  language?: string;
  /** said where more would be larger than an email can be */
  rest?: string;
  heading: string;
  /** languages of the heading and the paragraphs where they are others */
  languages?: { heading?: string | undefined; paragraphs?: string | undefined };
  paragraphs: Part[];
  /** Groups of answers. A daily email has one per response. */
  groups: { heading: Part[]; lines: AnswerLine[] }[];
  /** More would be larger than an email can be. */
  isCut: boolean;
  button: { url: string; label: string } | null;
  /** Names the sender and the reason. */
  footer: string;
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

/** Bytes of both parts. Encoded for the mail server they are a third larger, 1 MB (features §17). */
const letterLimit = 700_000;

/** Takes paragraphs and answers until the letter is full, without making more. */
export function boundedContent(
  text: Iterable<Part>,
  answers: readonly Group[],
): Pick<Letter, "paragraphs" | "groups" | "isCut"> {
  const room = { bytes: letterLimit };
  const paragraphs: Part[] = [];
  const groups: Letter["groups"] = [];
  const done = (isCut: boolean) => ({ paragraphs, groups, isCut });
  for (const part of text) {
    if (!takes(room, flat([part]), marked([part]))) return done(true);
    paragraphs.push(part);
  }
  for (const { heading, lines } of answers) {
    const group = { heading, lines: [] as AnswerLine[] };
    if (!takes(room, flat(heading), groupHtml(group))) return done(true);
    groups.push(group);
    for (const line of lines) {
      if (!takes(room, lineText(line), lineHtml(line))) return done(true);
      group.lines.push(line);
    }
  }
  return done(false);
}

function takes(room: { bytes: number }, ...parts: string[]): boolean {
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (size > room.bytes) return false;
  room.bytes -= size;
  return true;
}

const english = { language: "en", rest: mailWords("en").words.rest, stopLabel: mailWords("en").words.unsubscribe };

export function textOf(letter: Letter): string {
  const { paragraphs, groups, isCut, button, footer, stopUrl } = letter;
  const { rest, stopLabel } = { ...english, ...letter };
  const answers = groups.map(({ heading, lines }) =>
    [...(heading.length > 0 ? [flat(heading)] : []), ...lines.map(lineText)].join("\n\n"),
  );
  const end = ["-- ", footer, ...(stopUrl ? [`${stopLabel}: ${stopUrl}`] : [])].join("\n");
  const blocks = [
    flat(paragraphs),
    ...answers,
    ...(isCut ? [rest] : []),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    end,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

const lineText = ({ title, values }: AnswerLine): string =>
  `${title}\n${values.map((value) => `  ${flat([value]).replaceAll("\n", "\n  ")}`).join("\n")}`;

const flat = (parts: readonly Part[]): string =>
  parts
    .map((part) => ("text" in part ? part.text : part.label === part.url ? part.url : `${part.label}: ${part.url}`))
    .join("");

/** Tables and inline styles, because mail programs ignore other layouts. Dark colors follow the reader's setting. */
export function htmlOf(letter: Letter): string {
  const { heading, languages = {}, paragraphs, groups, isCut, button, footer, stopUrl } = letter;
  const { language, rest, stopLabel } = { ...english, ...letter };
  const stop = stopUrl
    ? ` <a class="quiet" href="${escapeMarkup(stopUrl)}" style="color:#5b6470">${escapeMarkup(stopLabel)}</a>`
    : "";
  return /* words: ok */ `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(heading)}</title><style>${dark}</style></head>
<body class="page" style="margin:0;background:#f3f4f6;color:#1c2128;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="card" style="background:#ffffff;border:1px solid #d9dde3;border-radius:12px;padding:28px;overflow-wrap:anywhere">
<h1 ${directed(languages.heading)} style="font-size:20px;line-height:1.3;margin:0 0 16px">${escapeMarkup(heading)}</h1>
${paragraphs.length > 0 ? `<div ${directed(languages.paragraphs)} style="white-space:pre-line;margin:0 0 16px">${marked(paragraphs)}</div>` : ""}
${groups.map(groupHtml).join("\n")}
${isCut ? `<p style="margin:16px 0 0">${rest}</p>` : ""}
${button ? buttonHtml(button) : ""}
</td></tr><tr><td class="quiet" style="color:#5b6470;font-size:13px;padding:16px 28px;overflow-wrap:anywhere">${escapeMarkup(footer)}${stop}</td></tr>
</table></td></tr></table></body></html>
`;
}

const dark = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:#14171c!important;color:#e8eaed!important}
.card{background:#1e2329!important;border-color:#3a424d!important}.quiet{color:#aab2bd!important}.link{color:#8ab4f8!important}
.line{border-color:#3a424d!important}.button{background:#8ab4f8!important;color:#14171c!important}}`;

const groupHtml = ({ heading, lines }: Letter["groups"][number]): string =>
  `${
    heading.length > 0 ? `<h2 style="font-size:16px;margin:20px 0 4px">${marked(heading)}</h2>` : ""
  }<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${lines.map(lineHtml).join("")}</table>`;

/** Attributes of a text. Its own letters decide on its direction. */
const directed = (language: string | undefined): string =>
  language === undefined ? 'dir="auto"' : `lang="${escapeMarkup(language)}" dir="auto"`;

const lineHtml = ({ title, values, languages = {} }: AnswerLine): string =>
  `<tr><td class="line" style="border-top:1px solid #e3e6ea;padding:10px 0"><div class="quiet" ${directed(languages.title)} style="color:#5b6470;font-size:14px">${escapeMarkup(title)}</div>${values
    .map((value) => `<div ${directed(languages.values)} style="white-space:pre-line">${marked([value])}</div>`)
    .join("")}</td></tr>`;

const buttonHtml = ({ url, label }: { url: string; label: string }): string =>
  `<p style="margin:20px 0 0"><a class="button" href="${escapeMarkup(url)}" style="display:inline-block;background:#1f4fd8;color:#ffffff;text-decoration:none;border-radius:8px;padding:10px 18px;font-weight:600">${escapeMarkup(label)}</a></p>`;

const marked = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      "text" in part
        ? escapeMarkup(part.text)
        : `<a class="link" href="${escapeMarkup(part.url)}" style="color:#1f4fd8">${escapeMarkup(part.label)}</a>`,
    )
    .join("");
