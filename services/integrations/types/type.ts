import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import type { IntegrationConfig, IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { SessionEvent, TestEvent } from "../../../shared/domain/shapes/events.ts";
import type { OutgoingRequest, Sent } from "../outgoing/request.ts";

/**
 * How a type of integration delivers. A new type is its description in shared/domain/integrations/, its module in this
 * folder, and a row in the index.ts of each.
 *
 * A module says what goes where, and nothing else: leases, schedules, retries, records, redaction, addresses and deadlines
 * are the engine's. It talks to the world through its `Tools` alone.
 */
export interface IntegrationModule<C = Readonly<Record<string, Json>>> {
  /** Secrets that we make at creation, and nobody sends. */
  makeSecrets?(): Record<string, string>;
  /** One attempt. Says what came of it and throws only for a mistake of ours. */
  deliver(delivery: Delivery<C>, tools: Tools): Promise<Outcome>;
  /** What a test does: webhook and slack send `test.event`, the others only look whether they are connected. */
  check(test: Test<C>, tools: Tools): Promise<Outcome>;
}

export type ModuleOf<T extends IntegrationType> = IntegrationModule<IntegrationConfig<T>>;

/** An integration as its module sees it. */
export interface Connection<C = Readonly<Record<string, Json>>> {
  integration_id: string;
  /** with its defaults, without secret fields; what may be filled in later can be absent */
  config: C;
  /** opened, by name; only those that are still valid */
  secrets: Readonly<Record<string, string>>;
}

export interface Delivery<C = Readonly<Record<string, Json>>> extends Connection<C> {
  /** the same in every attempt of a delivery, `id` and `timestamp` included */
  event: SessionEvent;
  /** 1 for the first one */
  attempt: number;
}

export interface Test<C = Readonly<Record<string, Json>>> extends Connection<C> {
  event: TestEvent;
}

/** All that a module may use of the world. */
export interface Tools extends Tokens {
  /**
   * The guarded way out (decisions §7): no private address, no redirect, 64 KiB of the answer, and one deadline over all
   * requests of an attempt. Never throws: what went wrong on the way is a result too.
   */
  send(request: OutgoingRequest): Promise<Sent>;
  now(): Date;
  /** The graph of a published version, for titles and question types; null where there is none such. */
  graphOf(formId: string, versionNumber: number): Promise<Graph | null>;
  /**
   * One at a time under this name, over all copies (store/leases.ts): what is read at a provider and then written there. Null
   * where the ones before took too long.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

/** The OAuth types' credentials; the other types have none, and never ask. */
export interface Tokens {
  /** A token that is valid for a while yet, refreshed where it had to be. */
  accessToken(): Promise<Token>;
  /** A new one, once the provider has refused the last one (401); of callers at once, one asks the provider. */
  refresh(): Promise<Token>;
}

export type Token =
  /** `instance_url`: where the provider's API answers for this account, without a slash at its end */
  | { kind: "token"; token: string; instance_url: string }
  /** The provider withdrew its consent: the integration is `not_connected` by now, and its deliveries wait. */
  | { kind: "refused"; error_message: string }
  /** Nothing came of it this time: the network, a 5xx, a 429. */
  | { kind: "failed"; error_message: string; retry_after: number | null };

/** What came of an attempt (types/outcome.ts makes the usual ones). */
export interface Outcome {
  /** of the last answer; null where nothing answered */
  response_code: number | null;
  /** null exactly when it has succeeded */
  error_message: string | null;
  /** for the log; the engine takes known secrets and credentials out of it */
  request: Logged | null;
  response: Logged | null;
  /** seconds that the receiver asked for */
  retry_after: number | null;
  /** the receiver is gone (410): the integration is disabled */
  disable?: true;
  /**
   * An error that no other attempt would mend, in the mapping or in the answers: there is no retry, and it does not count
   * as failing. What could be delivered was.
   */
  final?: true;
  /** nobody is at fault but the connection: no attempt is used up, it waits until the integration is connected again */
  hold?: true;
  /** The failure is Pathform's own: it is tried again until it works, and says nothing about the receiver. */
  is_ours?: true;
}

export interface Logged {
  headers: Record<string, string>;
  body: string | null;
}
