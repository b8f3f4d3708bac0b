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

export const sessionsSchema: SchemaOptions = {
  schema: "sessions",
  migrations: [
    { name: "0001-sessions", class: Sessions },
    { name: "0002-files", class: AddFiles },
    { name: "0003-changes", class: AddChanges },
    { name: "0004-event-position", class: AddEventPosition },
    { name: "0005-counting", class: AddCounting },
    { name: "0006-claims", class: AddClaims },
    { name: "0007-quotas", class: AddQuotas },
    { name: "0008-presentation", class: AddPresentation },
    { name: "0009-attached-forms", class: AddAttachedForms },
    { name: "0010-erased-sessions", class: AddErasedSessions },
    { name: "0011-completions", class: IndexCompletions },
    { name: "0012-deadlines", class: AddDeadlines },
    { name: "0013-counts", class: AddCounts },
    { name: "0014-cheaper-counts", class: CheapenCounts },
    { name: "0015-session-keys", class: KeyBySession },
    { name: "0016-drop-acknowledged", class: DropAcknowledged },
    { name: "0017-shown-results", class: AddShownResults },
    { name: "0018-clients", class: AddClients },
    { name: "0019-drop-counting-triggers", class: DropCountingTriggers },
    { name: "0020-audit-outbox", class: AddAuditOutbox },
    { name: "0021-suspended-forms", class: AddSuspendedForms },
    { name: "0022-language", class: AddLanguages },
    { name: "0024-bot-protection", class: AddBotProtection },
    { name: "0025-links", class: AddLinks },
    { name: "0026-resumes", class: AddResumes },
    { name: "0027-link-sessions", class: IndexLinkSessions },
    { name: "0028-answered-links", class: IndexAnsweredLinks },
    { name: "0029-devices", class: AddDevices },
  ],
};
