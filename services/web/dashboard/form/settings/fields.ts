import type { FormDetail, UpdateFormBody } from "../../../../../shared/api/shapes/forms.ts";
import { line } from "../../../strings/en/dashboard/fields.ts";
import { problems } from "../../../strings/en/dashboard/formSettings.ts";
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

/** Words a problem for people. That of one origin is shown at the field with one origin per line. */
export function worded({ at, text }: FieldProblem): FieldProblem {
  const [field = "", index] = at;
  if (field === "embed_origins" && index !== undefined)
    return { at: [field], text: `${line(Number(index) + 1)} ${text}` };
  return { at, text: problems[field as keyof typeof problems] ?? text };
}
