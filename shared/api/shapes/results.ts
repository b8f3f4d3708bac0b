import { nodeLimit } from "../../domain/limits.ts";
import { Closed, Nullable, type Static, Timestamp, Type } from "../../domain/schema.ts";

/** Public results of a form (features §24.1). */

export const PutResultsBody = Closed({
  node_ids: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: nodeLimit }))),
  title: Type.String({ minLength: 1, maxLength: 200 }),
  expires_at: Type.Optional(Nullable(Timestamp())),
});

export const Results = Closed({
  url: Type.String(),
  title: Type.String(),
  node_ids: Nullable(Type.Array(Type.String())),
  expires_at: Nullable(Timestamp()),
  created: Timestamp(),
});

export type PutResultsBody = Static<typeof PutResultsBody>;
export type Results = Static<typeof Results>;
