import type { Json } from "../../../shared/graph/types.ts";
import type { TSchema } from "../../../shared/schema.ts";

/** What is known of a kind of integration. A new one is a module in this folder and a row in index.ts. */
export interface IntegrationModule {
  /** every field that `config` may hold (decisions §7) */
  config: Record<string, ConfigField>;
  /** Connected by a user's consent at the provider, so not from the start. */
  isOAuth: boolean;
  /** Secrets that we make at creation, and nobody sends. */
  makeSecrets?(): Record<string, string>;
}

export interface ConfigField {
  shape: TSchema;
  /** Text that is stored encrypted and never returned. */
  isSecret?: true;
  /** Needed from the start; the others may be filled in later. */
  isRequired?: true;
  /** the value where none is given, and after null has cleared it */
  fallback?: Json;
  /** What the shape cannot say; each completes `config.<field>`: ": must …" or ".<member>: must …". */
  problems?(value: Json): string[];
}
