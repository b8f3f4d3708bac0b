import { DraftGraph, Graph, SubmittedGraph } from "../../domain/graph/shapes/graph.ts";
import { Problem } from "../../domain/graph/shapes/problem.ts";
import { labelLength, labelLimit } from "../../domain/labels.ts";
import { Closed, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { ThemeReference } from "../../domain/theme/themes.ts";
import { answeredSettings, writableSettings } from "./formSettings.ts";
import { Author } from "./workspaces.ts";

/** Forms, drafts and versions (spec §Form, §Form version; decisions §3). */
const title = () => Type.String({ minLength: 1, maxLength: 200 });

/** Slugs, except the words that paths use (decisions §3). */
export const slugPattern = "^(?!(?:session|new|link|resume|results|image)$)[a-z0-9](?:[a-z0-9-]{1,78})[a-z0-9]$";

const wellFormed = new RegExp(slugPattern, "u");

/** Returns whether the text is a valid slug. Other texts may not even be valid in PostgreSQL. */
export const isSlug = (text: string): boolean => wellFormed.test(text);

/** Labels of a workspace that are listed (wants §21.3). */
export const labelListLimit = 1_000;
const label = (options = {}) =>
  Type.String({
    minLength: 1,
    maxLength: labelLength,
    pattern: "\\S",
    patternMessage: "must not be blank",
    ...options,
  });
/** Labels of earlier releases can have characters that can't be seen. They are listed, and filter. */
const labels = () => Type.Array(label(), { maxItems: labelLimit });
const newLabels = () => Type.Array(label({ format: "name" }), { maxItems: labelLimit });

const { is_accepting_responses, response_limit, ...settings } = writableSettings;
const writable = {
  slug: Type.Optional(
    Type.String({
      pattern: slugPattern,
      patternMessage: "must be 3–80 of a–z, 0–9 and -, but not a reserved word such as `session` or `new`",
    }),
  ),
  is_accepting_responses,
  response_limit,
  theme_id: Type.Optional(Nullable(Uuid())),
  labels: Type.Optional(newLabels()),
  ...settings,
};

export const CreateFormBody = Closed({
  title: title(),
  ...writable,
  template: Type.Optional(Type.String({ maxLength: 100 })),
});
export const CopyFormBody = Closed({
  title: Type.Optional(title()),
  from: Type.Optional(Type.Union([Type.Literal("draft"), Type.Integer({ minimum: 1 })])),
});
export const UpdateFormBody = Closed({ title: Type.Optional(title()), ...writable });

export const FormListItem = Closed({
  id: Uuid(),
  title: Type.String(),
  slug: Type.String(),
  labels: labels(),
  is_active: answeredSettings.is_active,
  has_published_version: Type.Boolean(),
  is_accepting_responses: answeredSettings.is_accepting_responses,
  /** current version; null if never published */
  published_version: Nullable(Type.Integer()),
  published_at: Nullable(Timestamp()),
  /** the draft's graph or title differs from the current version; false without a draft */
  has_unpublished_changes: Type.Boolean(),
  draft_saved_at: Nullable(Timestamp()),
  total_sessions: Type.Integer(),
  completed_sessions: Type.Integer(),
  /** share of completed sessions, 0–1; null without sessions */
  completion_rate: Nullable(Type.Number()),
  /** completed sessions of the last 14 UTC days, oldest first */
  daily_completed: Type.Array(Type.Integer()),
  theme_colors: ThemeReference.properties.colors,
  response_limit: answeredSettings.response_limit,
  opens_at: answeredSettings.opens_at,
  closes_at: answeredSettings.closes_at,
  created_by: Author(),
  created: Timestamp(),
  modified: Timestamp(),
});

export const FormDetail = Closed({
  ...FormListItem.properties,
  theme: ThemeReference,
  ...answeredSettings,
});

/** `exclude=translations`: a draft without its translations, which a PUT then keeps (features §13). */
export const DraftQuery = Closed({ exclude: Type.Optional(Type.Enum(["translations"] as const)) });
export const SaveDraftBody = Closed({ title: Type.Optional(title()), graph: SubmittedGraph });
export const SavedDraft = Closed({ graph: DraftGraph, last_saved_at: Timestamp() });
export const Draft = Closed({
  title: Type.String(),
  graph: DraftGraph,
  last_saved_at: Timestamp(),
  saved_by: Author(),
  problems: Type.Array(Problem),
});
export const Validation = Closed({ is_valid: Type.Boolean(), problems: Type.Array(Problem) });
/** `problems` has only warnings, because errors prevent publishing (decisions §9.1). */
export const Published = Closed({
  version_number: Type.Integer(),
  published_at: Timestamp(),
  problems: Type.Array(Problem),
});

export const Version = Closed({
  id: Uuid(),
  version_number: Type.Integer(),
  status: Type.Enum(["published"]),
  is_valid: Type.Boolean(),
  published_at: Timestamp(),
  published_by: Author(),
  node_count: Type.Integer(),
  edge_count: Type.Integer(),
  is_current: Type.Boolean(),
});
export const VersionDetail = Closed({ ...Version.properties, graph: Graph });

/** By default, the list omits archived forms (decisions §3, §9.3). */
export const FormsQuery = Closed({
  is_active: Type.Optional(Type.Enum(["true", "false", "all"])),
  has_unpublished_changes: Type.Optional(Type.Boolean()),
  /** forms with this theme */
  theme_id: Type.Optional(Uuid()),
  /** forms with all of them */
  label: Type.Optional(labels()),
});
/** `label`: as it is spelled */
export const Label = Closed({ label: Type.String(), forms_count: Type.Integer() });

export const MoveFormBody = Closed({ workspace_id: Uuid(), is_dry_run: Type.Optional(Type.Boolean()) });
/** Something that stays in the old workspace. Themes and images are copied. */
const LeftBehind = Closed({
  kind: Type.Enum(["attachment", "mail", "access", "theme", "image"]),
  name: Type.String(),
});
export const MovedForm = Closed({ form: FormDetail, left: Type.Array(LeftBehind) });

export const LabelList = Type.Array(Label);
export type Label = Static<typeof Label>;
export type CreateFormBody = Static<typeof CreateFormBody>;
export type MoveFormBody = Static<typeof MoveFormBody>;
export type LeftBehind = Static<typeof LeftBehind>;
export type MovedForm = Static<typeof MovedForm>;
export type CopyFormBody = Static<typeof CopyFormBody>;
export type UpdateFormBody = Static<typeof UpdateFormBody>;
export type FormListItem = Static<typeof FormListItem>;
export type FormDetail = Static<typeof FormDetail>;
export type DraftQuery = Static<typeof DraftQuery>;
export type SaveDraftBody = Static<typeof SaveDraftBody>;
export type SavedDraft = Static<typeof SavedDraft>;
export type Draft = Static<typeof Draft>;
export type Validation = Static<typeof Validation>;
export type Published = Static<typeof Published>;
export type Version = Static<typeof Version>;
export type VersionDetail = Static<typeof VersionDetail>;
export type FormsQuery = Static<typeof FormsQuery>;
