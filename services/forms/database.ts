import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { Draft, Form, FormState, Theme, Version } from "./entities.ts";
import { FormsSchema } from "./migrations/0001-forms.ts";
import { AddPresentation } from "./migrations/0002-presentation.ts";
import { AddIdempotencyHash } from "./migrations/0003-idempotency-hash.ts";
import { IndexIdempotencyHash } from "./migrations/0004-idempotency-index.ts";
import { AddImages } from "./migrations/0005-images.ts";
import { AddLayouts } from "./migrations/0006-layouts.ts";
import { AddPeople } from "./migrations/0007-people.ts";
import { AddAuditOutbox } from "./migrations/0008-audit-outbox.ts";
import { AddSuspensions } from "./migrations/0009-suspensions.ts";
import { AddMoves } from "./migrations/0010-moves.ts";
import { AddTranslations } from "./migrations/0011-translations.ts";
import { AddBotProtection } from "./migrations/0013-bot-protection.ts";
import { AddTranslationSources } from "./migrations/0014-translation-sources.ts";
import { AddResume } from "./migrations/0015-resume.ts";
import { AddAccess } from "./migrations/0016-access.ts";
import { AddTranslationRows } from "./migrations/0017-translation-rows.ts";
import { FormsJobs } from "./migrations/0018-jobs.ts";
import { HashShownGraphs } from "./migrations/0019-shown-graphs.ts";
import { AddLabels } from "./migrations/0020-labels.ts";
import { AddEditWindow } from "./migrations/0021-edit-window.ts";
import { AddReview } from "./migrations/0022-review.ts";
import { AddRetention } from "./migrations/0023-retention.ts";
import { AddPersonalRetention } from "./migrations/0024-personal-retention.ts";
import { CreateSavedViews } from "./migrations/0026-saved-views.ts";
import { AddSuspensionRevisions } from "./migrations/0027-suspension-revisions.ts";

export const formsSchema: SchemaOptions = {
  schema: "forms",
  entities: [Theme, Form, FormState, Draft, Version],
  migrations: [
    { name: "0001-forms", class: FormsSchema },
    { name: "0002-presentation", class: AddPresentation },
    { name: "0003-idempotency-hash", class: AddIdempotencyHash },
    { name: "0004-idempotency-index", class: IndexIdempotencyHash },
    { name: "0005-images", class: AddImages },
    { name: "0006-layouts", class: AddLayouts },
    { name: "0007-people", class: AddPeople },
    { name: "0008-audit-outbox", class: AddAuditOutbox },
    { name: "0009-suspensions", class: AddSuspensions },
    { name: "0010-moves", class: AddMoves },
    { name: "0011-translations", class: AddTranslations },
    { name: "0013-bot-protection", class: AddBotProtection },
    { name: "0014-translation-sources", class: AddTranslationSources },
    { name: "0015-resume", class: AddResume },
    { name: "0016-access", class: AddAccess },
    { name: "0017-translation-rows", class: AddTranslationRows },
    { name: "0018-jobs", class: FormsJobs },
    { name: "0019-shown-graphs", class: HashShownGraphs },
    { name: "0020-labels", class: AddLabels },
    { name: "0021-edit-window", class: AddEditWindow },
    { name: "0022-review", class: AddReview },
    { name: "0023-retention", class: AddRetention },
    { name: "0024-personal-retention", class: AddPersonalRetention },
    { name: "0026-saved-views", class: CreateSavedViews },
    { name: "0027-suspension-revisions", class: AddSuspensionRevisions },
  ],
};
