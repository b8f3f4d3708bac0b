import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { Sessions } from "./migrations/0001-sessions.ts";
import { AddFiles } from "./migrations/0002-files.ts";
import { AddChanges } from "./migrations/0003-changes.ts";
import { AddEventPosition } from "./migrations/0004-event-position.ts";
import { AddCounting } from "./migrations/0005-counting.ts";
import { AddClaims } from "./migrations/0006-claims.ts";
import { AddQuotas } from "./migrations/0007-quotas.ts";
import { AddPresentation } from "./migrations/0008-presentation.ts";
import { AddAttachedForms } from "./migrations/0009-attached-forms.ts";
import { AddErasedSessions } from "./migrations/0010-erased-sessions.ts";
import { IndexCompletions } from "./migrations/0011-completions.ts";
import { AddDeadlines } from "./migrations/0012-deadlines.ts";
import { AddCounts } from "./migrations/0013-counts.ts";
import { CheapenCounts } from "./migrations/0014-cheaper-counts.ts";
import { KeyBySession } from "./migrations/0015-session-keys.ts";
import { DropAcknowledged } from "./migrations/0016-drop-acknowledged.ts";
import { AddShownResults } from "./migrations/0017-shown-results.ts";
import { AddClients } from "./migrations/0018-clients.ts";
import { DropCountingTriggers } from "./migrations/0019-drop-counting-triggers.ts";
import { AddAuditOutbox } from "./migrations/0020-audit-outbox.ts";
import { AddSuspendedForms } from "./migrations/0021-suspended-forms.ts";
import { AddLanguages } from "./migrations/0022-language.ts";
import { AddBotProtection } from "./migrations/0024-bot-protection.ts";
import { AddLinks } from "./migrations/0025-links.ts";
import { AddResumes } from "./migrations/0026-resumes.ts";
import { IndexLinkSessions } from "./migrations/0027-link-sessions.ts";
import { IndexAnsweredLinks } from "./migrations/0028-answered-links.ts";
import { AddDevices } from "./migrations/0029-devices.ts";
import { AddRevisions } from "./migrations/0030-revisions.ts";
import { AddAnnotations, IndexAnnotations } from "./migrations/0031-annotations.ts";
import { AddEdits } from "./migrations/0033-edits.ts";
import { AddReview } from "./migrations/0034-review.ts";
import { AddRetention } from "./migrations/0035-retention.ts";
import { AddExact } from "./migrations/0036-exact.ts";
import { AddPersonal } from "./migrations/0037-personal.ts";
import { AddImports } from "./migrations/0038-imports.ts";
import { AddImportTurns } from "./migrations/0039-import-turns.ts";
import { names } from "./migrations/names.ts";

const classes: Record<(typeof names)[number], SchemaOptions["migrations"][number]["class"]> = {
  "0001-sessions": Sessions,
  "0002-files": AddFiles,
  "0003-changes": AddChanges,
  "0004-event-position": AddEventPosition,
  "0005-counting": AddCounting,
  "0006-claims": AddClaims,
  "0007-quotas": AddQuotas,
  "0008-presentation": AddPresentation,
  "0009-attached-forms": AddAttachedForms,
  "0010-erased-sessions": AddErasedSessions,
  "0011-completions": IndexCompletions,
  "0012-deadlines": AddDeadlines,
  "0013-counts": AddCounts,
  "0014-cheaper-counts": CheapenCounts,
  "0015-session-keys": KeyBySession,
  "0016-drop-acknowledged": DropAcknowledged,
  "0017-shown-results": AddShownResults,
  "0018-clients": AddClients,
  "0019-drop-counting-triggers": DropCountingTriggers,
  "0020-audit-outbox": AddAuditOutbox,
  "0021-suspended-forms": AddSuspendedForms,
  "0022-language": AddLanguages,
  "0024-bot-protection": AddBotProtection,
  "0025-links": AddLinks,
  "0026-resumes": AddResumes,
  "0027-link-sessions": IndexLinkSessions,
  "0028-answered-links": IndexAnsweredLinks,
  "0029-devices": AddDevices,
  "0030-revisions": AddRevisions,
  "0031-annotations": AddAnnotations,
  "0032-annotation-filters": IndexAnnotations,
  "0033-edits": AddEdits,
  "0034-review": AddReview,
  "0035-retention": AddRetention,
  "0036-exact": AddExact,
  "0037-personal": AddPersonal,
  "0038-imports": AddImports,
  "0039-import-turns": AddImportTurns,
};

export const sessionsSchema: SchemaOptions = {
  schema: "sessions",
  migrations: names.map((name) => ({ name, class: classes[name] })),
};
