import type { FormDetail, UpdateFormBody } from "../../../../../shared/api/shapes/forms.ts";
import { line } from "../../../strings/en/dashboard/fields.ts";
import type { FieldProblem } from "../../../ui/fields/field.ts";
import { fieldsOfSettings, type GenericFields, settingsOfFields } from "./settingFields.ts";

/** A form's settings in the page's fields. */
export interface SettingsFields extends GenericFields {
  title: string;
  slug: string;
  language: string;
  theme_id: string;
  embedding: "everybody" | "some" | "nobody";
  /** one per line, used for `some` only */
  origins: string;
}

export function fieldsOf(form: FormDetail): SettingsFields {
  const { title, slug, language, embed_origins: origins } = form;
  return {
    title,
    slug,
    language,
    theme_id: form.theme.id,
    embedding: origins.includes("*") ? "everybody" : origins.length === 0 ? "nobody" : "some",
    origins: origins.includes("*") ? "" : origins.join("\n"),
    ...fieldsOfSettings(form),
  };
}

/** Returns the PATCH of the changed fields. */
export function bodyOfFields(changes: Partial<SettingsFields>, values: SettingsFields): UpdateFormBody {
  const { title, slug, language, theme_id, embedding, origins } = changes;
  return {
    ...(title !== undefined && { title: title.trim() }),
    ...(slug !== undefined && { slug: slug.trim() }),
    ...(language !== undefined && { language: language.trim() }),
    ...(theme_id !== undefined && { theme_id }),
    ...((embedding !== undefined || origins !== undefined) && { embed_origins: originsOf(values) }),
    ...settingsOfFields(changes),
  };
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
