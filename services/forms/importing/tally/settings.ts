import type { ImportedForm } from "../importedForm.ts";
import { list, type Raw, record, text } from "../values.ts";
import { fitted, plain } from "../wording.ts";
import type { Block } from "./blocks.ts";

/** Settings of the form that have a place elsewhere, with what to do. */
const others: readonly [code: string, keys: readonly string[], message: string][] = [
  [
    "emails",
    ["hasSelfEmailNotifications", "hasRespondentEmailNotifications"],
    "Emails after a response aren't imported. Add them as notifications.",
  ],
  [
    "closing",
    ["closeDate", "submissionsLimit"],
    "The closing date and the limit aren't imported. Set them in the form.",
  ],
  ["password", ["password"], "The password isn't imported. Share personal links instead."],
  [
    "unique",
    ["uniqueSubmissionKey"],
    "Respondents can answer more than once. Make the question unique in the builder.",
  ],
];

/** Notes settings and parts of the form's title that aren't imported. */
export function noteSettings(form: ImportedForm, settings: Raw, blocks: readonly Block[]): void {
  for (const [code, keys, message] of others) {
    const set = keys.find((key) => !isUnset(settings[key]));
    if (set !== undefined) form.note("lost", code, `settings.${set}`, message);
  }
  const titles = blocks.filter(({ type }) => type === "FORM_TITLE");
  if (titles.some(({ payload }) => ["logo", "cover"].some((key) => text(payload[key]) !== "")))
    form.note("lost", "media", "form title", "The logo and the cover aren't imported. Add them to a theme.");
  if (blocks.some(({ payload }) => text(record(payload.button).label) !== ""))
    form.note("lost", "button", "buttons", "Labels of buttons aren't imported, such as that of the last page.");
}

/** Texts with mentions are objects. */
function isUnset(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return !value;
  const { html, safeHTMLSchema } = record(value);
  return text(html) === "" && list(safeHTMLSchema).length === 0;
}

/** Returns where respondents go after the form, as the config of an end screen. Null if they stay. */
export function redirectIn(form: ImportedForm, settings: Raw): Raw | null {
  const given = settings.redirectOnCompletion;
  const { html, safeHTMLSchema } = record(given);
  const parts = list(safeHTMLSchema).map((node) => text(list(node)[0]));
  const url = text(given) || plain(text(html)).text || parts.join("");
  const isComputed = parts.length > 1 || list(record(given).mentions).length > 0 || url.includes("@");
  if (url === "" && !isComputed) return null;
  if (!isComputed && url.startsWith("https://") && URL.canParse(url)) return { redirect_url: url, redirect_delay_s: 0 };
  const why = isComputed ? "It inserts answers" : "Redirects need https";
  form.note(
    "lost",
    "redirect",
    "settings.redirectOnCompletion",
    `${why}, so the redirect to “${fitted(url, 200)}” isn't imported.`,
  );
  return null;
}
