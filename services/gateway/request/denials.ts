import type { Service } from "moleculer";
import { type AuditTarget, actorOf, formTarget, type SentAuditEntry } from "../../../shared/api/audit/entry.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import type { Request } from "../http/request.ts";
import { originOf } from "./origin.ts";

/**
 * Refusals by missing permissions, for the audit log (teams §20.10, §20.21). Sent every two seconds and at shutdown with counts, so a
 * crash loses less than three seconds. Nothing was changed then. Auth makes one entry of those with the same actor, need and target.
 */
export interface Denials {
  /** Notes the error if it is such a refusal. */
  note(request: Request, caller: Caller, error: unknown): void;
  /** Sends the remaining ones. Call it when no request is in progress. */
  close(): Promise<void>;
}

const interval = 2_000;
/** Maximum entries per message, and that wait while auth is away. */
const batchLimit = 100;
const waitingLimit = 10_000;

interface Denial {
  entry: SentAuditEntry;
  count: number;
}

export function openDenials(record: (entries: SentAuditEntry[]) => Promise<unknown>, log: Service["logger"]): Denials {
  const waiting = new Map<string, Denial>();
  /** stays the same until it is stored: auth knows a repeated one by its IDs */
  let batch: SentAuditEntry[] = [];
  let flushing = Promise.resolve();
  const timer = setInterval(flush, interval).unref();

  function flush(): Promise<void> {
    flushing = flushing.then(send).catch((error: Error) => {
      log.warn(`Failed to store refusals in the audit log, retrying: ${error.message}`);
    });
    return flushing;
  }

  async function send(): Promise<void> {
    while (batch.length > 0 || waiting.size > 0) {
      if (batch.length === 0) batch = taken();
      await record(batch);
      batch = [];
    }
  }

  function taken(): SentAuditEntry[] {
    const first = [...waiting].slice(0, batchLimit);
    for (const [key] of first) waiting.delete(key);
    return first.map(([, denial]) => withCount(denial));
  }

  return {
    note(request, caller, error) {
      const need = isProblem(error, "FORBIDDEN") ? error.data?.body?.needs : undefined;
      if (typeof need !== "string") return;
      const entry = denied(request, caller, need);
      const key = JSON.stringify([entry.account_id, entry.actor, need, entry.targets]);
      const known = waiting.get(key);
      if (known) known.count += 1;
      else if (waiting.size < waitingLimit) waiting.set(key, { entry, count: 1 });
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function denied(request: Request, caller: Caller, need: string): SentAuditEntry {
  return {
    id: newUuid(),
    account_id: caller.account_id,
    occurred_at: new Date().toISOString(),
    action: "access.denied",
    outcome: "denied",
    actor: actorOf(caller),
    targets: targetsOf(request),
    context: originOf(request),
    changes: [{ field: "needs", before: null, after: need }],
  };
}

const withCount = ({ entry, count }: Denial): SentAuditEntry => ({
  ...entry,
  changes: [...entry.changes, { field: "count", before: null, after: count }],
});

/**
 * Returns what the path names, if a service found it before it refused: a form by its slug, or something of the workspace by its ID.
 * Nothing below them was looked for. Auth knows its own IDs.
 */
function targetsOf({ req, route, path }: Request): AuditTarget[] {
  if (path.slug !== undefined) return [formTarget(null, path.slug)];
  // a repeated request is refused before its target is looked for
  const isFound = req.headers["idempotency-key"] === undefined;
  return Object.entries(path).flatMap(([name, value]) => {
    const kind = name === "id" ? kindIn(route.path) : kinds[name];
    return kind && (isFound || ofAuth.has(kind)) ? [{ type: kind, id: value, name: null }] : [];
  });
}

const ofAuth = new Set(["workspace", "member", "invitation", "api_key"]);
const kinds: Record<string, string> = { user_id: "member", invitation_id: "invitation" };

/** Returns the thing that `{id}` names: the last word of the path before it, in the singular. */
function kindIn(path: string): string {
  const before = path.slice(0, path.indexOf("{id}"));
  const word = before.split("/").findLast((part) => /^[a-z-]+$/.test(part)) ?? "";
  return word.replace("-", "_").replace(/(?<!s)s$/, "");
}
