import type { Call } from "../../../shared/bus/calls.ts";
import { descriptionOf, type IntegrationType } from "../../../shared/domain/integrations/index.ts";
import type { Database, Log } from "../../../shared/platform/database/open.ts";
import type { Graphs } from "../graphs.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Send } from "../outgoing/request.ts";
import type { Outgoing } from "../outgoing/send.ts";
import { alone } from "../store/leases.ts";
import type { Token, Tokens, Tools } from "../types/type.ts";

/** Dependencies of attempts in one process. */
export interface AttemptContext {
  database: Database;
  call: Call;
  log: Log;
  outgoing: Outgoing;
  graphs: Graphs;
  /** Null without a mail server. */
  mail: Mailer | null;
  /** Returns the tokens of an OAuth integration. Requests for them count towards the attempt's timeout. */
  tokensOf(integrationId: string, send: Send): Tokens;
  /** Timeout of one attempt. */
  timeoutMs: number;
  now(): Date;
  /** Aborts when the process is stopping. */
  stopping: AbortSignal;
}

/** Returns the tools of one attempt and starts its timeout. Calls `onSecret` with every token it returns. */
export function toolsFor(
  context: AttemptContext,
  target: { integration_id: string; type: IntegrationType },
  onSecret: (secret: string) => void,
): Tools {
  const { outgoing, timeoutMs, stopping, now, graphs, database, tokensOf } = context;
  const send = outgoing.within(timeoutMs, stopping);
  const tokens = descriptionOf(target.type).auth === "oauth" ? tokensOf(target.integration_id, send) : noTokens;
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
  error_message: "This integration type has no token.",
  retry_after: null,
});
const noTokens: Tokens = { accessToken: none, refresh: none };
