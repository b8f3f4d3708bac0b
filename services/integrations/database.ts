import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { Attachment, Integration } from "./entities.ts";
import { CreateIntegrations } from "./migrations/0001-integrations.ts";
import { AddDeliveries } from "./migrations/0002-deliveries.ts";
import { AddOauth } from "./migrations/0003-oauth.ts";
import { WidenNotices } from "./migrations/0004-notices.ts";
import { AddAttachmentPosition } from "./migrations/0005-attachment-position.ts";
import { TidyQueue } from "./migrations/0006-queue.ts";
import { AddHealth } from "./migrations/0007-health.ts";
import { AddConditions } from "./migrations/0008-conditions.ts";
import { AddMails } from "./migrations/0009-mails.ts";
import { AddPartitions } from "./migrations/0010-partitions.ts";
import { AddMailKinds } from "./migrations/0011-mail-kinds.ts";
import { IndexMailClients } from "./migrations/0012-mail-clients.ts";
import { AddPeople } from "./migrations/0013-people.ts";
import { AddAuditOutbox } from "./migrations/0014-audit-outbox.ts";
import { AddResumeMails } from "./migrations/0016-resume-mails.ts";
import { AddLinkMails } from "./migrations/0017-link-mails.ts";
import { AddMailTranslations } from "./migrations/0018-mail-translations.ts";
import { AddRecipientKey } from "./migrations/0019-recipient-key.ts";
import {
  IndexWaiting,
  IntegrationsJobs,
  TakeMailings,
  TakeNoticeMails,
  TakeQuestions,
  TakeResumeMails,
} from "./migrations/0020-jobs.ts";
import { AddMade } from "./migrations/0026-made.ts";
import { AddPersonal } from "./migrations/0027-personal.ts";
import { IndexFailing } from "./migrations/0028-failing.ts";

export const integrationsSchema: SchemaOptions = {
  schema: "integrations",
  entities: [Integration, Attachment],
  migrations: [
    { name: "0001-integrations", class: CreateIntegrations },
    { name: "0002-deliveries", class: AddDeliveries },
    { name: "0003-oauth", class: AddOauth },
    { name: "0004-notices", class: WidenNotices },
    { name: "0005-attachment-position", class: AddAttachmentPosition },
    { name: "0006-queue", class: TidyQueue },
    { name: "0007-health", class: AddHealth },
    { name: "0008-conditions", class: AddConditions },
    { name: "0009-mails", class: AddMails },
    { name: "0010-partitions", class: AddPartitions },
    { name: "0011-mail-kinds", class: AddMailKinds },
    { name: "0012-mail-clients", class: IndexMailClients },
    { name: "0013-people", class: AddPeople },
    { name: "0014-audit-outbox", class: AddAuditOutbox },
    { name: "0016-resume-mails", class: AddResumeMails },
    { name: "0017-link-mails", class: AddLinkMails },
    { name: "0018-mail-translations", class: AddMailTranslations },
    { name: "0019-recipient-key", class: AddRecipientKey },
    { name: "0020-jobs", class: IntegrationsJobs },
    { name: "0021-resume-mails", class: TakeResumeMails },
    { name: "0022-questions", class: TakeQuestions },
    { name: "0023-notice-mails", class: TakeNoticeMails },
    { name: "0024-mailings", class: TakeMailings },
    { name: "0025-waiting", class: IndexWaiting },
    { name: "0026-made", class: AddMade },
    { name: "0027-personal", class: AddPersonal },
    { name: "0028-failing", class: IndexFailing },
  ],
};
