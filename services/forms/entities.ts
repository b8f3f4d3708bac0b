import { defineEntity, type InferEntity, p, Type } from "@mikro-orm/core";
import type { SettingName } from "../../shared/api/shapes/formSettings.ts";
import type { Theme as ThemeJson } from "../../shared/domain/theme/themes.ts";
import type { StoredTexts } from "./translations/storedTexts.ts";

/** Rows of the schema `forms`, created by its migrations. */
export const Theme = defineEntity({
  name: "Theme",
  tableName: "themes",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    name: p.text(),
    is_default: p.boolean(),
    colors: p.json<ThemeJson["colors"]>().columnType("json"),
    font: p.text(),
    logo_url: p.text().strictNullable(),
    background_image_url: p.text().strictNullable(),
    border_radius: p.integer(),
    layout: p.text().$type<ThemeJson["layout"]>(),
    scheme: p.text().$type<ThemeJson["scheme"]>(),
    background_style: p.text().$type<ThemeJson["background_style"]>(),
    created: p.datetime(),
    modified: p.datetime(),
  },
});

const settings = {
  is_accepting_responses: p.boolean(),
  response_limit: p.integer().strictNullable(),
  opens_at: p.datetime().strictNullable(),
  closes_at: p.datetime().strictNullable(),
  closed_message: p.text().strictNullable(),
  is_active: p.boolean(),
  language: p.text(),
  embed_origins: p.json<string[]>().columnType("json"),
  bot_protection: p.text().$type<"off" | "challenge">(),
  access: p.text().$type<"anyone" | "link">(),
  resume: p.text().$type<"device" | "mail">(),
  edit_window_minutes: p.integer(),
  review: p.boolean(),
  retention_days: p.integer().strictNullable(),
  personal_retention_days: p.integer().strictNullable(),
} satisfies Record<SettingName, unknown>;

/**
 * `revision` counts the changes that respondents can see. The state that sessions has acknowledged (`live_revision`,
 * `live_version`) is not part of the entity: only store/live.ts writes it.
 */
export const Form = defineEntity({
  name: "Form",
  tableName: "forms",
  properties: {
    id: p.uuid().primary(),
    account_id: p.uuid(),
    slug: p.text(),
    title: p.text(),
    theme: () => p.manyToOne(Theme).joinColumn("theme_id"),
    labels: p.array<string>().columnType("text[]"),
    /** for the filter, which has no regard to case */
    label_keys: p.array<string>().columnType("text[]"),
    ...settings,
    /** The version that respondents get. Null if never published. */
    current_version: p.integer().strictNullable(),
    revision: p.bigint("number"),
    created_by: p.uuid().strictNullable(),
    created_by_name: p.text().strictNullable(),
    created: p.datetime(),
    modified: p.datetime(),
  },
});

/**
 * A graph may be a megabyte, so it is read only on request, and as text. To request it, name all fields: `populate`
 * would read the column as is, and the driver would parse it. store/drafts.ts and store/versions.ts write it.
 */
class JsonAsText extends Type<string, string> {
  override convertToJSValueSQL(column: string): string {
    return `${column}::text`;
  }
}
const graph = () => p.type(JsonAsText).columnType("json").lazy();

export const Draft = defineEntity({
  name: "Draft",
  tableName: "drafts",
  properties: {
    form_id: p.uuid().primary(),
    title: p.text(),
    graph: graph(),
    /** The ETag is made from it. */
    revision: p.bigint("number"),
    saved_at: p.datetime(),
    saved_by: p.uuid().strictNullable(),
    saved_by_name: p.text().strictNullable(),
  },
});

export const Version = defineEntity({
  name: "Version",
  tableName: "versions",
  properties: {
    id: p.uuid().primary(),
    form_id: p.uuid(),
    version_number: p.integer(),
    title: p.text(),
    graph: graph(),
    node_count: p.integer(),
    edge_count: p.integer(),
    published_at: p.datetime(),
    published_by: p.uuid().strictNullable(),
    published_by_name: p.text().strictNullable(),
    /** SHA-256 of the Idempotency-Key of the publish. */
    idempotency_hash: p.blob().strictNullable(),
  },
});

/** A view of a form's draft and current version. */
export const FormState = defineEntity({
  name: "FormState",
  tableName: "form_states",
  properties: {
    form_id: p.uuid().primary(),
    published_at: p.datetime().strictNullable(),
    draft_saved_at: p.datetime().strictNullable(),
    has_unpublished_changes: p.boolean(),
  },
});

export type FormStateRow = InferEntity<typeof FormState>;
export type ThemeRow = InferEntity<typeof Theme>;
export type FormRow = InferEntity<typeof Form>;
/** Translations are read with the graph. */
interface WithTranslations {
  translations?: readonly StoredTexts[];
}
export type DraftRow = InferEntity<typeof Draft> & WithTranslations;
export type VersionRow = InferEntity<typeof Version> & WithTranslations;

export const draftFields = [
  "form_id",
  "title",
  "graph",
  "revision",
  "saved_at",
  "saved_by",
  "saved_by_name",
] as const satisfies (keyof DraftRow)[];
export const versionFields = [
  "id",
  "form_id",
  "version_number",
  "title",
  "graph",
  "node_count",
  "edge_count",
  "published_at",
  "published_by",
  "published_by_name",
  "idempotency_hash",
] as const satisfies (keyof VersionRow)[];
