import { ProblemReason } from "../reason.ts";
import { Closed, Nullable, type Static, Type } from "../schema.ts";
import { DraftGraph } from "./graph.ts";

/** Imports of foreign forms (features §14). */
export const importFormats = ["pathform", "xlsform", "typeform", "fhir", "surveyjs", "google_forms"] as const;
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
  severity: Type.Enum(["lost", "changed"], {
    description: "`lost`: it has no counterpart. `changed`: it became something similar, or lost a part.",
  }),
  code: Type.String({ description: "Stable name of the reason, such as `backward_jump`." }),
  source: Type.String({ description: "Place in the document, such as `survey row 14` or `fields[3]`." }),
  node_id: Nullable(Type.String({ description: "ID of the resulting node." })),
  path: Nullable(Type.String({ description: "JSON Pointer (RFC 6901) to the node in `graph`. Null without a node." })),
  reason: Nullable(ProblemReason),
  message: Type.String({ description: "Message for the owner. It can change; read `code` and `reason` instead." }),
});

export const ImportCause = Closed({
  code: Type.String({ description: "Code of its issues." }),
  message: Type.String({ description: "The cause of the issues, and a way to fix them." }),
  issues_count: Type.Integer({ minimum: 1, description: "Issues with this cause." }),
  node_ids: Type.Array(Type.String(), { maxItems: 50, description: "The first 50 nodes with these issues." }),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const ImportResult = Closed({
  format: Type.Enum([...importFormats]),
  title: Type.String(),
  language: Type.String({ description: "Language tag, such as `en`." }),
  graph: DraftGraph,
  translations_count: count("Imported languages besides the form's own."),
  counts: Closed({
    found: count("Questions, notes, ends, calculations and metadata rows of the document."),
    converted: count("Items converted without changes."),
    changed: count("Those that became something similar or lost a part."),
    lost: count("Items that weren't imported."),
  }),
  causes: Type.Array(ImportCause, {
    maxItems: 100,
    description: "Causes of the issues, those with the most issues first.",
  }),
  issues: Type.Array(ImportIssue, { maxItems: 500, description: "Up to 500 issues. `counts` includes all." }),
});

export type ImportCause = Static<typeof ImportCause>;
export type ImportIssue = Static<typeof ImportIssue>;
export type ImportResult = Static<typeof ImportResult>;
