import type { Database, Log } from "../../../shared/database/open.ts";
import type { Call } from "../../../shared/moleculer.ts";
import { alone } from "../lease.ts";
import { openTokens } from "../oauth/tokens.ts";
import type { Outgoing } from "../outgoing/send.ts";
import type { IntegrationType } from "../types/index.ts";
import { moduleOf } from "../types/index.ts";
import type { Token, Tokens, Tools } from "../types/type.ts";
import type { Graphs } from "./graphs.ts";

/** What attempts have around them in one process. */
export interface Surroundings {
  database: Database;
  call: Call;
  log: Log;
  outgoing: Outgoing;
  graphs: Graphs;
  /** limit of one attempt */
  timeoutMs: number;
  now(): Date;
  /** aborts when the process is told to stop */
  stopping: AbortSignal;
}

/** The tools of one attempt; its deadline runs from here. `onSecret` hears of every token that is handed out. */
export function toolsFor(
  surroundings: Surroundings,
  target: { integration_id: string; type: IntegrationType },
  onSecret: (secret: string) => void,
): Tools {
  const { outgoing, timeoutMs, stopping, now, graphs, database } = surroundings;
  const send = outgoing.within(timeoutMs, stopping);
  const tokens = moduleOf(target.type).isOAuth ? openTokens({ database, send, now }, target.integration_id) : noTokens;
  const heard = async (asked: Promise<Token>) => {
    const token = await asked;
    if (token.kind === "token") onSecret(token.token);
    return token;
  };
  return {
    send,
    now,
    graphOf: graphs.get,
    alone: (name, work) => alone(database.pool, name, work),
    accessToken: () => heard(tokens.accessToken()),
    refresh: () => heard(tokens.refresh()),
  };
}

const none = async (): Promise<Token> => ({
  kind: "failed",
  error_message: "This type has no token.",
  retry_after: null,
});
const noTokens: Tokens = { accessToken: none, refresh: none };
