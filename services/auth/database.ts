import type { SchemaOptions } from "../../shared/platform/database/open.ts";
import { Account, ApiKey, User } from "./entities.ts";
import { CreateAuth } from "./migrations/0001-auth.ts";
import { AddUsage } from "./migrations/0002-usage.ts";
import { AddIdempotencyKeys } from "./migrations/0003-idempotency-keys.ts";
import { AddSetupToken } from "./migrations/0004-setup-token.ts";
import { AddWorkspaces } from "./migrations/0005-workspaces.ts";
import { AddSecondFactor } from "./migrations/0006-second-factor.ts";
import { AddSso } from "./migrations/0007-sso.ts";
import { AddAudit } from "./migrations/0008-audit.ts";
import { AddDeletion } from "./migrations/0009-deletion.ts";
import { EndTakeovers } from "./migrations/0010-takeover.ts";
import { LimitInvitationLetters } from "./migrations/0011-invitation-letters.ts";
import { CountDenials } from "./migrations/0012-denials.ts";
import { AddForgottenAddresses } from "./migrations/0013-forgotten-addresses.ts";
import { AuthJobs, TakeDeletedUsers, TakeDepartures, TakeSuspensions } from "./migrations/0014-jobs.ts";
import { AddAnonymousReading } from "./migrations/0018-anonymous.ts";
import { AddSuspensionRevision } from "./migrations/0019-suspension-revision.ts";
import { RaiseSuspensionRevision } from "./migrations/0020-suspension-trigger.ts";

export const authSchema: SchemaOptions = {
  schema: "auth",
  entities: [Account, User, ApiKey],
  migrations: [
    { name: "0001-auth", class: CreateAuth },
    { name: "0002-usage", class: AddUsage },
    { name: "0003-idempotency-keys", class: AddIdempotencyKeys },
    { name: "0004-setup-token", class: AddSetupToken },
    { name: "0005-workspaces", class: AddWorkspaces },
    { name: "0006-second-factor", class: AddSecondFactor },
    { name: "0007-sso", class: AddSso },
    { name: "0008-audit", class: AddAudit },
    { name: "0009-deletion", class: AddDeletion },
    { name: "0010-takeover", class: EndTakeovers },
    { name: "0011-invitation-letters", class: LimitInvitationLetters },
    { name: "0012-denials", class: CountDenials },
    { name: "0013-forgotten-addresses", class: AddForgottenAddresses },
    { name: "0014-jobs", class: AuthJobs },
    { name: "0015-departures", class: TakeDepartures },
    { name: "0016-deleted-users", class: TakeDeletedUsers },
    { name: "0017-suspensions", class: TakeSuspensions },
    { name: "0018-anonymous", class: AddAnonymousReading },
    { name: "0019-suspension-revision", class: AddSuspensionRevision },
    { name: "0020-suspension-trigger", class: RaiseSuspensionRevision },
  ],
};
