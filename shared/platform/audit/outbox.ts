import type { Caller } from "../../api/access/caller.ts";
import {
  type AuditActor,
  type AuditContext,
  actorOf,
  fitted,
  type NewAuditEntry,
  noContext,
} from "../../api/audit/entry.ts";
import type { SchemaOptions } from "../database/orm.ts";
import { rows, type Target } from "../database/rows.ts";
import { madeWork } from "../database/work.ts";
import { newOrderedUuid } from "../ids.ts";
import { keyedUuid } from "./keyed.ts";

/** A service's own entries of the audit log, until auth has them (collect.ts). Written in the transaction of their cause. */
export const createAuditOutbox = (schema: SchemaOptions["schema"]) => `
  create table if not exists ${schema}.audit_outbox (
    id uuid primary key,
    account_id uuid not null,
    entry jsonb not null,
    created timestamptz not null default clock_timestamp()
  )`;

/** An actor in a workspace, and the request. */
export interface Acting {
  account_id: string;
  actor: AuditActor;
  /** missing for operators and the system, and from a gateway of the previous release */
  origin?: AuditContext | undefined;
}

/** A call on behalf of an owner. */
interface OwnersCall {
  params: { caller: Caller };
  meta: { origin?: AuditContext };
}

export const actingIn = ({ params, meta }: OwnersCall): Acting => ({
  account_id: params.caller.account_id,
  actor: actorOf(params.caller),
  origin: meta.origin,
});

/** An entry with a key is written once for all that have the same. */
type Entry = NewAuditEntry & { key?: string };

/** Returns the functions that write entries of a service. */
export function auditIn(schema: SchemaOptions["schema"]) {
  const text = `insert into ${schema}.audit_outbox (id, account_id, entry) values ($1, $2, $3) on conflict do nothing`;

  async function auditAs(target: Target, acting: Acting, entry: Entry): Promise<void> {
    const { key, ...fields } = entry;
    const { account_id, actor, origin: context = noContext } = acting;
    const id = key === undefined ? newOrderedUuid() : keyedUuid(key);
    const stored = fitted({ outcome: "success", changes: [], ...fields, actor, context });
    const values = [id, account_id, JSON.stringify(stored)];
    await rows(target, text, values);
    madeWork(target, `${schema}.audit_outbox`);
  }

  return {
    /** Writes an entry about the caller of an action. Call it in the transaction of its cause. */
    audit: (target: Target, call: OwnersCall, entry: Entry) => auditAs(target, actingIn(call), entry),
    auditAs,
  };
}
