import { DraftGraph } from "../../domain/graph/shapes/graph.ts";
import { ProblemReason } from "../../domain/reason.ts";
import { Closed, Nullable, type Static, Type } from "../../domain/schema.ts";

import { mailsPerForm } from "./mails.ts";

/** Imports of foreign forms (features §14). */
export const importFormats = [
  "pathform",
  "xlsform",
  "typeform",
  "fhir",
  "surveyjs",
  "google_forms",
  "kobo",
  "table",
  "redcap",
  "limesurvey",
  "qualtrics",
  "formbricks",
  "tally",
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Bytes of a document with its attachments. */
export const importLimit = 5 * 1024 * 1024;

/** Files that can come with a document. */
export const attachmentLimit = 10;

/** A file that comes with a document. `size` is in bytes. */
export interface AttachedPart {
  name: string;
  size: number;
}

export const ImportIssue = Closed({
  severity: Type.Enum(["lost", "changed"]),
  code: Type.String(),
  source: Type.String(),
  node_id: Nullable(Type.String()),
  path: Nullable(Type.String()),
  reason: Nullable(ProblemReason),
  message: Type.String(),
});

export const ImportCause = Closed({
  code: Type.String(),
  message: Type.String(),
  issues_count: Type.Integer({ minimum: 1 }),
  node_ids: Type.Array(Type.String(), { maxItems: 50 }),
});

const count = () => Type.Integer({ minimum: 0 });

const anything = () => Type.Object({}, { additionalProperties: true });

export const ImportResult = Closed({
  format: Type.Enum([...importFormats]),
  title: Type.String(),
  language: Type.String(),
  graph: DraftGraph,
  translations_count: count(),
  counts: Closed({
    found: count(),
    converted: count(),
    changed: count(),
    lost: count(),
  }),
  causes: Type.Array(ImportCause, { maxItems: 100 }),
  issues: Type.Array(ImportIssue, { maxItems: 500 }),
  form: Type.Optional(anything()),
  theme: Type.Optional(anything()),
  mails: Type.Optional(Type.Array(anything(), { maxItems: mailsPerForm })),
});

export type ImportCause = Static<typeof ImportCause>;
export type ImportIssue = Static<typeof ImportIssue>;
export type ImportResult = Static<typeof ImportResult>;
