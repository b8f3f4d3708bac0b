import type { Database } from "../../../shared/database/open.ts";
import type { Send } from "../outgoing/request.ts";
import type { Token, Tokens } from "../types/type.ts";

/** What the tokens of an OAuth integration are read, refreshed and kept with. */
export interface TokenSurroundings {
  database: Database;
  /** counts towards the attempt's deadline */
  send: Send;
  now(): Date;
}

/** The engine asks for these once an attempt, for types with `isOAuth` only. */
export function openTokens(_surroundings: TokenSurroundings, _integrationId: string): Tokens {
  const none = async (): Promise<Token> => ({ kind: "refused", error_message: "The integration is not connected." });
  return { accessToken: none, refresh: none };
}
