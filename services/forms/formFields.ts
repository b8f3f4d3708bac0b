import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Caller } from "../../shared/bus/contract.ts";
import type { UpdateFormBody } from "../../shared/domain/shapes/forms.ts";
import { invalid, isProblem } from "../../shared/platform/errors.ts";
import type { FormRow, ThemeRow } from "./entities.ts";
import { defaultTheme, findTheme } from "./store/themes.ts";

/** decisions §3: what an owner may write of a form, on POST and PATCH alike. Respondents can see each of these. */
const copied = [
  "title",
  "slug",
  "is_accepting_responses",
  "response_limit",
  "closed_message",
  "is_active",
  "language",
  "embed_origins",
] as const satisfies (keyof UpdateFormBody & keyof FormRow)[];

export type FormFields = Pick<FormRow, (typeof copied)[number] | "theme" | "opens_at" | "closes_at">;

/** The fields that a body names, as the row has them. */
export function fieldsOf(body: UpdateFormBody, theme?: ThemeRow): Partial<FormFields> {
  const named = copied.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  return {
    ...Object.fromEntries(named),
    ...(theme && { theme }),
    ...(body.opens_at !== undefined && { opens_at: timeOf(body.opens_at) }),
    ...(body.closes_at !== undefined && { closes_at: timeOf(body.closes_at) }),
  };
}

/** `*` is every origin already (decisions §9.2). */
export function checkOrigins({ embed_origins }: UpdateFormBody): void {
  if (embed_origins?.includes("*") && embed_origins.length > 1) {
    throw invalid(['embed_origins: "*" allows every origin and must be the only entry']);
  }
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

export function checkWindow({ opens_at, closes_at }: Partial<Pick<FormRow, "opens_at" | "closes_at">>): void {
  if (opens_at && closes_at && opens_at >= closes_at) throw invalid(["closes_at: must be after opens_at"]);
}

/**
 * The theme that a body asks for; null means Default, an unknown one is 400 and another account's 403 (decisions §3).
 * It is locked against changes until the form is written: a theme's own change must not miss the form. Themes are
 * always locked before forms.
 */
export async function themeFor(em: EntityManager, caller: Caller, id: string | null): Promise<ThemeRow> {
  if (id === null) return defaultTheme(em, caller, LockMode.PESSIMISTIC_READ);
  try {
    return await findTheme(em, caller, id, LockMode.PESSIMISTIC_READ);
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) throw invalid(["theme_id: this theme does not exist"]);
    throw error;
  }
}
