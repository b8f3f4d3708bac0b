import type { FormDetail, UpdateFormBody } from "../../../../../shared/domain/shapes/forms.ts";
import { line } from "../../../strings/en/dashboard/fields.ts";
import type { FieldProblem } from "../../../ui/fields/field.ts";

/** A form's settings in the page's fields. */
export interface SettingsFields {
  title: string;
  slug: string;
  language: string;
  is_accepting_responses: boolean;
  /** `YYYY-MM-DDThh:mm` in the browser's time zone, empty for none */
  opens_at: string;
  closes_at: string;
  /** as typed, empty for none */
  response_limit: string;
  closed_message: string;
  theme_id: string;
  embedding: "everybody" | "some" | "nobody";
  /** one per line, used for `some` only */
  origins: string;
  bot_protection: boolean;
  /** respondents can finish on another device */
  resume: boolean;
}

export function fieldsOf(form: FormDetail): SettingsFields {
  const { title, slug, language, is_accepting_responses, embed_origins: origins } = form;
  return {
    title,
    slug,
    language,
    is_accepting_responses,
    opens_at: localTime(form.opens_at),
    closes_at: localTime(form.closes_at),
    response_limit: form.response_limit === null ? "" : String(form.response_limit),
    closed_message: form.closed_message ?? "",
    theme_id: form.theme.id,
    embedding: origins.includes("*") ? "everybody" : origins.length === 0 ? "nobody" : "some",
    origins: origins.includes("*") ? "" : origins.join("\n"),
    bot_protection: form.bot_protection === "challenge",
    resume: form.resume === "mail",
  };
}

/** Returns the PATCH of the changed fields. Other text than a number is sent as typed, so the API explains it. */
export function bodyOfFields(changes: Partial<SettingsFields>, values: SettingsFields): UpdateFormBody {
  const { title, slug, language, is_accepting_responses, theme_id } = changes;
  const { opens_at, closes_at, response_limit, closed_message, embedding, origins, bot_protection, resume } = changes;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...(language !== undefined && { language: language.trim() }),
    ...(is_accepting_responses !== undefined && { is_accepting_responses }),
    ...(theme_id !== undefined && { theme_id }),
    ...(opens_at !== undefined && { opens_at: timestampOf(opens_at) }),
    ...(closes_at !== undefined && { closes_at: timestampOf(closes_at) }),
    ...(response_limit !== undefined && { response_limit: limitOf(response_limit) }),
    ...(closed_message !== undefined && { closed_message: closed_message || null }),
    ...(bot_protection !== undefined && { bot_protection: bot_protection ? ("challenge" as const) : ("off" as const) }),
    ...(resume !== undefined && { resume: resume ? ("mail" as const) : ("device" as const) }),
    ...((embedding !== undefined || origins !== undefined) && { embed_origins: originsOf(values) }),
  };
}

/** Returns the value of a `datetime-local` field. */
export function localTime(timestamp: string | null): string {
  if (timestamp === null) return "";
  const time = new Date(timestamp);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function timestampOf(local: string): string | null {
  const time = new Date(local);
  return local === "" || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function limitOf(typed: string): number | null {
  const text = typed.trim();
  if (text === "") return null;
  return /^\d{1,12}$/.test(text) ? Number(text) : (text as unknown as number);
}

function originsOf({ embedding, origins }: SettingsFields): string[] {
  if (embedding === "everybody") return ["*"];
  return embedding === "nobody" ? [] : linesOf(origins);
}

const linesOf = (text: string): string[] => text.split(/\s+/).filter((line) => line !== "");

/** Puts a problem of one origin at the field with one origin per line. */
export const atOneField = ({ at, text }: FieldProblem): FieldProblem =>
  at[0] === "embed_origins" && at[1] !== undefined
    ? { at: ["embed_origins"], text: `${line(Number(at[1]) + 1)} ${text}` }
    : { at, text };
