import type { Service } from "moleculer";
import type { Caller } from "../../../shared/bus/contract.ts";
import { type AuditTarget, actorOf, formTarget, type SentAuditEntry } from "../../../shared/domain/audit/entry.ts";
import { keyedUuid } from "../../../shared/platform/audit/keyed.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import type { Request } from "../http/request.ts";
import { originOf } from "./origin.ts";

/**
 * Refusals by missing permissions, for the audit log (teams §20.10): one a minute of each caller, endpoint and target, on all
 * copies. Sent every two seconds and at shutdown, so a crash loses less than three seconds. Nothing was changed then.
 */
export interface Denials {
  /** Notes the error if it is such a refusal. */
  note(request: Request, caller: Caller, error: unknown): void;
  /** Sends the remaining ones. Call it when no request is in progress. */
  close(): Promise<void>;
}

const interval = 2_000;
const minuteMs = 60_000;
/** Maximum entries per message, and that wait while auth is away. */
const batchLimit = 100;
const waitingLimit = 10_000;

export function openDenials(record: (entries: SentAuditEntry[]) => Promise<unknown>, log: Service["logger"]): Denials {
  let seen = new Set<string>();
  let minute = 0;
  let waiting: SentAuditEntry[] = [];
  let flushing = Promise.resolve();
  const timer = setInterval(flush, interval).unref();

  function flush(): Promise<void> {
    flushing = flushing.then(send).catch((error: Error) => {
      log.warn(`Failed to store refusals in the audit log, retrying: ${error.message}`);
    });
    return flushing;
  }

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchLimit);
      await record(batch);
      waiting = waiting.slice(batch.length);
    }
  }

  return {
    note(request, caller, error) {
      const need = isProblem(error, "FORBIDDEN") ? error.data?.body?.needs : undefined;
      if (typeof need !== "string" || waiting.length >= waitingLimit) return;
      const now = Date.now();
      const entry = denied(request, caller, need, now);
      const current = Math.floor(now / minuteMs);
      if (current !== minute) [seen, minute] = [new Set(), current];
      if (seen.has(entry.id)) return;
      seen.add(entry.id);
      waiting.push(entry);
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function denied(request: Request, caller: Caller, need: string, now: number): SentAuditEntry {
  const actor = actorOf(caller);
  const targets = targetsOf(request);
  const { method, path } = request.route;
  const by = [caller.account_id, actor.type, actor.id, method, path, ...targets.map(({ id, name }) => id ?? name)];
  return {
    id: keyedUuid(`denied ${JSON.stringify(by)} ${Math.floor(now / minuteMs)}`),
    account_id: caller.account_id,
    occurred_at: new Date(now).toISOString(),
    action: "access.denied",
    outcome: "denied",
    actor,
    targets,
    context: originOf(request),
    changes: [{ field: "needs", before: null, after: need }],
  };
}

/** Returns what the path names: a form by its slug, other things by their ids. */
function targetsOf({ route, path }: Request): AuditTarget[] {
  return Object.entries(path).flatMap(([name, value]) => {
    if (name === "slug") return [formTarget(null, value)];
    if (name === "id") return [{ type: kindIn(route.path), id: value, name: null }];
    return name.endsWith("_id") ? [{ type: kinds[name] ?? name.slice(0, -"_id".length), id: value, name: null }] : [];
  });
}

const kinds: Record<string, string> = { user_id: "member", session_id: "response" };

/** Returns the thing that `{id}` names: the last word of the path before it, in the singular. */
function kindIn(path: string): string {
  const before = path.slice(0, path.indexOf("{id}"));
  const word = before.split("/").findLast((part) => /^[a-z-]+$/.test(part)) ?? "";
  return word.replace("-", "_").replace(/(?<!s)s$/, "");
}
