import { settingsOfRow } from "../../shared/api/shapes/formSettings.ts";
import type {
  Draft,
  FormDetail,
  FormListItem,
  SavedDraft,
  Validation,
  Version,
  VersionDetail,
} from "../../shared/api/shapes/forms.ts";
import type { FormCounts } from "../../shared/bus/contract/sessions.ts";
import type { FormReference, Tagged } from "../../shared/bus/contract.ts";
import type { Problem } from "../../shared/domain/graph/shapes/problem.ts";
import { type JsonText, jsonWith } from "../../shared/domain/json.ts";
import type { Theme, ThemeReference } from "../../shared/domain/theme/themes.ts";
import { authorIn } from "./authors.ts";
import type { DraftRow, FormRow, ThemeRow, VersionRow } from "./entities.ts";
import { etagOf } from "./etag.ts";

/** Converts rows to the API's objects (spec §Form, §Draft graph, §Form version, decisions §3). */
const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Data of a form in a list: its draft, its current version and its sessions. */
export interface FormSummary {
  published_at: Date | null;
  draft_saved_at: Date | null;
  has_unpublished_changes: boolean;
  sessions: Omit<FormCounts, "form_id">;
}

export function formListItem(form: FormRow, theme: ThemeRow, summary: FormSummary): FormListItem {
  const { total, completed, daily_completed } = summary.sessions;
  return {
    id: form.id,
    title: form.title,
    slug: form.slug,
    labels: form.labels,
    is_active: form.is_active,
    has_published_version: form.current_version !== null,
    is_accepting_responses: form.is_accepting_responses,
    published_version: form.current_version,
    published_at: timeOrNull(summary.published_at),
    has_unpublished_changes: summary.has_unpublished_changes,
    draft_saved_at: timeOrNull(summary.draft_saved_at),
    total_sessions: total,
    completed_sessions: completed,
    completion_rate: total === 0 ? null : completed / total,
    daily_completed,
    theme_colors: theme.colors,
    response_limit: form.response_limit,
    opens_at: timeOrNull(form.opens_at),
    closes_at: timeOrNull(form.closes_at),
    created_by: authorIn(form.created_by, form.created_by_name),
    created: form.created.toISOString(),
    modified: form.modified.toISOString(),
  };
}

export function formDetail(form: FormRow, theme: ThemeRow, summary: FormSummary): FormDetail {
  return {
    ...formListItem(form, theme, summary),
    theme: themeReference(theme),
    ...settingsOfRow(form),
  };
}

export function formReference(form: FormRow): FormReference {
  const { id, slug, title, current_version, language } = form;
  return { form_id: id, slug, title, current_version, language };
}

/** `isWhole`: with its translations. */
export function draftView(draft: DraftRow, problems: Problem[], isWhole = true): Tagged<JsonText<Draft>> {
  const savedBy = authorIn(draft.saved_by, draft.saved_by_name);
  const about = { title: draft.title, last_saved_at: draft.saved_at.toISOString(), saved_by: savedBy, problems };
  return {
    etag: etagOf(draft),
    value: jsonWith<Draft, "graph">(about, "graph", isWhole ? graphOf(draft) : contentOf(draft).graph),
  };
}

export function savedDraft(draft: DraftRow): Tagged<JsonText<SavedDraft>> {
  const about = { last_saved_at: draft.saved_at.toISOString() };
  return { etag: etagOf(draft), value: jsonWith<SavedDraft, "graph">(about, "graph", graphOf(draft)) };
}

export function validation(problems: Problem[]): Validation {
  return { is_valid: problems.every(({ severity }) => severity !== "error"), problems };
}

/** `is_valid` is always true: only a valid draft becomes a version. */
export function versionView(version: VersionRow, currentVersion: number | null): Version {
  return {
    id: version.id,
    version_number: version.version_number,
    status: "published",
    is_valid: true,
    published_at: version.published_at.toISOString(),
    published_by: authorIn(version.published_by, version.published_by_name),
    node_count: version.node_count,
    edge_count: version.edge_count,
    is_current: version.version_number === currentVersion,
  };
}

export function versionDetail(version: VersionRow, currentVersion: number | null): JsonText<VersionDetail> {
  return jsonWith<VersionDetail, "graph">(versionView(version, currentVersion), "graph", graphOf(version));
}

/** Returns the graph as it is stored, and its translations. Throws if the row was read without them. */
export function contentOf({ graph, translations }: Pick<DraftRow, "translations"> & { graph?: string }) {
  if (!graph) throw new Error("The row was read without its graph.");
  return { graph, translations };
}

/** Returns the graph with its translations as JSON. Throws if the row was read without it. */
export function graphOf({ graph, translations = [] }: Pick<DraftRow, "translations"> & { graph?: string }): string {
  if (!graph) throw new Error("The row was read without its graph.");
  if (translations.length === 0) return graph;
  const languages = translations.map(({ language, texts }) => `${JSON.stringify(language)}:${texts}`);
  return `${graph.slice(0, -1)},"translations":{${languages.join()}}}`;
}

export function themeReference(theme: ThemeRow): ThemeReference {
  return {
    id: theme.id,
    name: theme.name,
    colors: theme.colors,
    font: theme.font,
    logo_url: theme.logo_url,
    background_image_url: theme.background_image_url,
    border_radius: theme.border_radius,
    layout: theme.layout,
    scheme: theme.scheme,
    background_style: theme.background_style,
  };
}

export function themeView(theme: ThemeRow): Theme {
  return {
    ...themeReference(theme),
    created: theme.created.toISOString(),
    modified: theme.modified.toISOString(),
  };
}
