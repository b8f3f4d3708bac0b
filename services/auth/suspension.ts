import type { Kind } from "../../shared/platform/jobs/jobs.ts";
import type { AuthService } from "./service.ts";
import { readSuspension } from "./store/suspension.ts";

/** The subject of its job. */
export const aboutWorkspace = (id: string): string => `workspace ${id}`;

/**
 * Tells forms whether a workspace is going to be deleted (teams §20.13). Has no lock and no connection while forms runs, because
 * forms may need one of the same pool. Calls may overtake each other: forms keeps what has the newest revision.
 */
export const suspend: Kind<AuthService, { account_id: string }> = {
  task: "hide or show the forms of a workspace",
  priority: 0,
  pauses: { first: 1_000, longest: 60_000 },
  attempts: null,
  async run({ call, database: { pool } }, { account_id }) {
    const suspension = await readSuspension(pool, account_id);
    if (suspension) await call("forms.suspend", { account_id, ...suspension });
  },
};
