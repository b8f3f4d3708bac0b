import type { Caller } from "../access/caller.ts";
import type { AuditAction } from "./actions.ts";

/** Entries of the audit log (teams §20.10). */
export type AuditActorType = "user" | "api_key" | "sso" | "operator" | "system";

export interface AuditActor {
  type: AuditActorType;
  id: string | null;
  /** at that time */
  name: string | null;
}

export interface AuditTarget {
  type: string;
  id: string | null;
  name: string | null;
}

/** A setting, role or title, never an answer, a secret or a graph. */
export interface AuditChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The HTTP request behind an entry. All null for operators and the system. */
export interface AuditContext {
  address: string | null;
  user_agent: string | null;
  request_id: string | null;
  method: string | null;
  /** the route's template */
  path: string | null;
}

export interface NewAuditEntry {
  action: AuditAction;
  /** default: success */
  outcome?: "success" | "denied";
  targets: readonly AuditTarget[];
  changes?: readonly AuditChange[];
}

/** An entry as a service's outbox sends it. */
export interface SentAuditEntry extends Required<NewAuditEntry> {
  id: string;
  account_id: string;
  /** null for now */
  occurred_at: string | null;
  actor: AuditActor;
  context: AuditContext;
}

export const noContext: AuditContext = { address: null, user_agent: null, request_id: null, method: null, path: null };

export const operator: AuditActor = { type: "operator", id: null, name: null };

export const actorOf = ({ key_id, user_id, name }: Caller): AuditActor =>
  key_id === null
    ? { type: "user", id: user_id, name: name ?? null }
    : { type: "api_key", id: key_id, name: name ?? null };

export const formTarget = (id: string | null, name: string | null): AuditTarget => ({ type: "form", id, name });

/** Returns the fields of `after` that differ. Undefined ones were left out of a request. */
export function changesBetween(before: object, after: object): AuditChange[] {
  const old: Record<string, unknown> = { ...before };
  return Object.entries(after).flatMap(([field, value]) =>
    value === undefined || text(old[field]) === text(value)
      ? []
      : [{ field, before: old[field] ?? null, after: value }],
  );
}

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** Returns the entry with its longest texts cut until it has at most `limit` bytes. */
export function fitted<T extends { targets: readonly AuditTarget[]; changes: readonly AuditChange[] }>(
  entry: T,
  limit = 8 * 1024,
): T {
  for (let length = 1_000; ; length = Math.floor(length / 2)) {
    const targets = entry.targets.map((target) => ({ ...target, name: target.name && cut(target.name, length) }));
    const changes = entry.changes.map((change) => ({
      field: cut(change.field, length),
      before: cutValue(change.before, length),
      after: cutValue(change.after, length),
    }));
    const cutEntry = { ...entry, targets, changes };
    if (length === 0 || new TextEncoder().encode(JSON.stringify(cutEntry)).length <= limit) return cutEntry;
  }
}

const cut = (given: string, length: number): string =>
  given.length <= length ? given : `${given.slice(0, length).toWellFormed()}…`;

/** A value of several parts becomes its shortened JSON. */
function cutValue(value: unknown, length: number): unknown {
  if (typeof value === "string") return cut(value, length);
  const json = JSON.stringify(value ?? null);
  return json.length <= length ? (value ?? null) : cut(json, length);
}
