import { inTransaction } from "../../shared/platform/database/transaction.ts";
import type { Kind } from "../../shared/platform/jobs/jobs.ts";
import type { AuthService } from "./service.ts";
import { lockSuspension } from "./store/suspension.ts";

/** The subject of its job. */
export const aboutWorkspace = (id: string): string => `workspace ${id}`;

/**
 * Tells forms whether a workspace is going to be deleted (teams §20.13). One copy at a time tells of a workspace, so that forms never
 * hears two different things in the wrong order.
 */
export const suspend: Kind<AuthService, { account_id: string }> = {
  task: "hide or show the forms of a workspace",
  priority: 0,
  pauses: { first: 1_000, longest: 60_000 },
  attempts: null,
  run: ({ call, database: { pool } }, { account_id }) =>
    inTransaction(pool, async (client) => {
      const isSuspended = await lockSuspension(client, account_id);
      if (isSuspended !== null) await call("forms.suspend", { account_id, is_suspended: isSuspended });
    }),
};
