import { expect } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import type { AuthService } from "../../../services/auth/service.ts";
import { type Call, callOf } from "../../../shared/bus/calls.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { migratedDatabase } from "../../support/postgres.ts";

/** The auth service with its own database. */
export interface AuthBroker {
  call: Call;
  service: AuthService;
  url: string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service. Set environment variables before, because a test file reads them once. */
export async function startAuth(): Promise<AuthBroker> {
  const { url, drop } = await migratedDatabase();
  process.env.DATABASE_URL = url;
  const { default: auth } = await import("../../../services/auth/auth.service.ts");
  const start = async () => {
    const broker = new ServiceBroker({ logger: false });
    const service = broker.createService(auth) as AuthService;
    await broker.start();
    return { broker, call: callOf(broker), service };
  };
  let { broker, ...running } = await start();
  const started: AuthBroker = {
    ...running,
    url,
    async restart() {
      await broker.stop();
      ({ broker, ...running } = await start());
      Object.assign(started, running);
    },
    async stop() {
      await broker.stop();
      await drop();
    },
  };
  return started;
}

/** Resolves when auth has sent all its letters. */
export async function lettersSent({ service }: AuthBroker): Promise<void> {
  await service.background.finished();
  await eventually(async () => {
    const { rows } = await service.database.pool.query("select from auth.jobs where kind = 'letter'");
    expect(rows).toEqual([]);
  });
}

/** Returns what the audit log has about accounts, also what is still on its way to it, in order. */
export async function auditOf({ service }: Pick<AuthBroker, "service">, ...accountIds: string[]) {
  const { rows } = await service.database.pool.query<{
    account_id: string;
    action: string;
    actor_type: string;
    actor_name: string | null;
    targets: unknown;
    changes: unknown;
  }>(
    // an entry is in both until it is deleted from the outbox
    `select distinct on (id) id, account_id, action, actor_type, actor_name, targets, changes from (
      select id, account_id, action, actor_type, actor_name, targets, changes from auth.audit_events where account_id = any($1)
      union all select id, account_id, entry->>'action', entry->'actor'->>'type', entry->'actor'->>'name', entry->'targets',
          entry->'changes'
        from auth.audit_outbox where account_id = any($1)) e order by id`,
    [accountIds],
  );
  return rows;
}

let people = 0;

/** Registers an owner with a new account. Needs SIGNUP=open. */
export async function newOwner(call: Call, password = "correct horse battery") {
  const email = `owner${++people}@example.com`;
  const { user, token } = await call("auth.register", { body: { email, password, name: "Owner" } });
  const caller: Caller = { account_id: user.account_id, user_id: user.id, key_id: null };
  return { user, token, email, password, caller };
}

/** Returns the HTTP status of a call, 200 for a result. */
export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (error: { code?: number }) => error.code ?? 500,
  );
