import type { SessionEvent, TestEvent } from "../../../shared/api/shapes/events.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import type { IntegrationConfig, IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { OutgoingRequest, Sent } from "../outgoing/request.ts";

/**
 * Delivers events of one integration type. A new type needs a description in shared/domain/integrations/, a module in this
 * folder, and a row in the index.ts of each.
 *
 * A module only decides what goes where. The engine handles leases, schedules, retries, records, redaction, addresses and
 * timeouts. A module uses only its `Tools`.
 */
export interface IntegrationModule<C = Readonly<Record<string, Json>>> {
  /** Returns secrets that the service generates at creation. */
  makeSecrets?(): Record<string, string>;
  /** Makes one attempt and returns its outcome. Throws only for a bug. */
  deliver(delivery: Delivery<C>, tools: Tools): Promise<Outcome>;
  /** Whether `session.updated` changes what earlier deliveries of the session made. It waits for them then. */
  changesMade?: true;
  /** Runs a test: webhook and slack send `test.event`, the others check the connection. */
  check(test: Test<C>, tools: Tools): Promise<Outcome>;
}

export type ModuleOf<T extends IntegrationType> = IntegrationModule<IntegrationConfig<T>>;

/** An integration for its module. */
export interface Connection<C = Readonly<Record<string, Json>>> {
  integration_id: string;
  /** With defaults and without secrets. Fields that can be set later may be absent. */
  config: C;
  /** Opened secrets by name, without expired ones. */
  secrets: Readonly<Record<string, string>>;
}

export interface Delivery<C = Readonly<Record<string, Json>>> extends Connection<C> {
  /** The same in every attempt, with `id` and `timestamp`. */
  event: SessionEvent;
  /** Nodes whose answers the event lacks, with all other personal data. Null if it lacks none. */
  omitted: ReadonlySet<string> | null;
  /** 1 for the first attempt. */
  attempt: number;
  /** Name of the record or row that an earlier delivery of this session made, or null. */
  made: string | null;
}

export interface Test<C = Readonly<Record<string, Json>>> extends Connection<C> {
  event: TestEvent;
}

/** Everything that a module can use. */
export interface Tools extends Tokens {
  /**
   * Sends a request (decisions §7): no private address, no redirect, 64 KiB of the response, and one timeout for all
   * requests of an attempt. Never throws.
   */
  send(request: OutgoingRequest): Promise<Sent>;
  now(): Date;
  /** Returns the graph of a published version, for titles and question types, or null. */
  graphOf(formId: string, versionNumber: number): Promise<Graph | null>;
  /**
   * Runs work under this name one at a time, across copies (store/leases.ts), such as a read and write at a provider.
   * Null if others took too long.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | null>;
}

/** Tokens of the OAuth types. */
export interface Tokens {
  /** Returns a token that stays valid for a while. */
  accessToken(): Promise<Token>;
  /** Returns a new token after the provider refused the last one (401). One of several callers asks the provider. */
  refresh(): Promise<Token>;
}

export type Token =
  /** `instance_url` is the base URL of the account's API, without a trailing slash. */
  | { kind: "token"; token: string; instance_url: string }
  /** The provider revoked access. The integration is `not_connected` and its deliveries wait. */
  | { kind: "refused"; error_message: string }
  /** No token this time: the network, a 5xx or a 429. */
  | { kind: "failed"; error_message: string; retry_after: number | null };

/** The result of an attempt. See types/outcome.ts for common ones. `made`: the provider's name of what it made, for later events. */
export type Outcome = Exchanged & Result & { made?: string };

/** Request and response, for the log. The engine removes secrets. */
interface Exchanged {
  /** Status of the last response. Null if none arrived. */
  response_code: number | null;
  request: Logged | null;
  response: Logged | null;
}

/** `error_message` is for the owner. */
export type Result =
  /** `error_message`: why nothing was changed, if so */
  | { kind: "delivered"; error_message: string | null }
  /** Tried again by the schedule. `retry_after`: seconds that the receiver asked for. */
  | { kind: "failed"; error_message: string; retry_after: number | null }
  /** An error that another attempt would repeat, in the mapping or the answers. Doesn't count as failing. The rest was delivered. */
  | { kind: "permanent"; error_message: string }
  /** The receiver is gone (410), so the integration is disabled. */
  | { kind: "gone"; error_message: string }
  /** An error of this server: tried again until it works, and doesn't count against the receiver. */
  | { kind: "internal_error"; error_message: string }
  /** Nothing was sent, and nothing will be. */
  | { kind: "unsent"; error_message: string }
  /** There is nothing to send, which isn't an error: the condition is false, or there is no recipient. */
  | { kind: "skipped"; error_message: string | null }
  /** Nothing was sent yet. Uses up no attempt: claimed again soon, or after midnight UTC. */
  | { kind: "postponed"; until: "soon" | "tomorrow"; error_message: string };

/** The result of an attempt, without secrets. */
export interface Attempted {
  outcome: Outcome;
  duration_ms: number;
}

export interface Logged {
  headers: Record<string, string>;
  body: string | null;
}
