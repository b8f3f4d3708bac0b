import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { mailMissing } from "../../shared/api/endpoints/integrations.ts";
import { type StoredSettings, settingsOfBody } from "../../shared/api/shapes/formSettings.ts";
import type { UpdateFormBody } from "../../shared/api/shapes/forms.ts";
import type { Call } from "../../shared/bus/calls.ts";
import type { Caller } from "../../shared/bus/contract.ts";
import { labelKey } from "../../shared/domain/labels.ts";
import { env } from "../../shared/platform/env.ts";
import { conflict, invalid, isProblem } from "../../shared/platform/errors.ts";
import type { FormRow, ThemeRow } from "./entities.ts";
import { defaultTheme, findTheme } from "./store/themes.ts";

/** Fields that owners can write on POST and PATCH (decisions §3). Respondents can see each of them. */
export type FormFields = Pick<FormRow, "title" | "slug" | "theme" | "labels" | "label_keys"> & StoredSettings;

/** Returns the fields in the body as columns. */
export function fieldsOf(body: UpdateFormBody, theme?: ThemeRow): Partial<FormFields> {
  return {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.slug !== undefined && { slug: body.slug }),
    ...(theme && { theme }),
    ...(body.labels && labelColumns(body.labels)),
    ...settingsOfBody(body),
  };
}

/** Throws 400 for a label that stands twice (wants §21.3). */
function labelColumns(given: readonly string[]): Pick<FormRow, "labels" | "label_keys"> {
  const keys = given.map(labelKey);
  const errors = keys.flatMap((key, at) => (keys.indexOf(key) < at ? [`labels.${at}: is in the list already`] : []));
  if (errors.length > 0) throw invalid(errors);
  return { labels: given.map((label) => label.trim()), label_keys: keys };
}

/** Throws 400 if `*`, which allows every origin, isn't the only entry (decisions §9.2). */
export function checkOrigins({ embed_origins }: UpdateFormBody): void {
  if (embed_origins?.includes("*") && embed_origins.length > 1) {
    throw invalid(['embed_origins: "*" allows every origin and must be the only entry']);
  }
}

/** Throws 409 if respondents could ask for a link that this server can't send (wants §23). */
export async function checkMail(bus: { call: Call }, { resume }: UpdateFormBody): Promise<void> {
  if (resume !== "mail") return;
  const { has_mail: hasMail } = await bus.call("integrations.hasMail", {});
  if (!hasMail) throw conflict(mailMissing);
}

/** Throws 400 for more days than the server keeps responses (wants §21.4, §21.5). */
export function checkRetention(body: UpdateFormBody): void {
  const max = env().RETENTION_DAYS_MAX;
  if (max === undefined) return;
  const names = ["retention_days", "personal_retention_days"] as const;
  const longer = names.filter((name) => (body[name] ?? 0) > max);
  if (longer.length > 0) throw invalid(longer.map((name) => `${name}: must be at most ${max} on this server`));
}

export function checkWindow({ opens_at, closes_at }: Partial<Pick<FormRow, "opens_at" | "closes_at">>): void {
  if (opens_at && closes_at && opens_at >= closes_at) throw invalid(["closes_at: must be after opens_at"]);
}

/**
 * Returns the theme for a body: Default for null, 400 if unknown, 403 if another account's (decisions §3). Locks the
 * theme until the form is written, so that a change of the theme doesn't miss the form. Themes are always locked before
 * forms.
 */
export async function themeFor(em: EntityManager, caller: Caller, id: string | null): Promise<ThemeRow> {
  if (id === null) return defaultTheme(em, caller, LockMode.PESSIMISTIC_READ);
  try {
    return await findTheme(em, caller, id, LockMode.PESSIMISTIC_READ);
  } catch (error) {
    if (isProblem(error, "NOT_FOUND")) throw invalid(["theme_id: theme not found"]);
    throw error;
  }
}
