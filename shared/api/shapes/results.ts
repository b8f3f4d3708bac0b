import { nodeLimit } from "../../domain/limits.ts";
import { Closed, Nullable, type Static, Timestamp, Type } from "../../domain/schema.ts";
import { Bucket, Nps, Share } from "./insights.ts";

/** Public results of a form (features §24.1). */

export const PutResultsBody = Closed({
  node_ids: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: nodeLimit }))),
  title: Type.String({ minLength: 1, maxLength: 200, format: "name" }),
  expires_at: Type.Optional(Nullable(Timestamp())),
});

export const Results = Closed({
  url: Type.String(),
  title: Type.String(),
  node_ids: Nullable(Type.Array(Type.String())),
  expires_at: Nullable(Timestamp()),
  created: Timestamp(),
});

/** Of completed responses. Figures of few people are left out (docs/guide/results.md). */
export const PublicResultQuestion = Closed({
  node_id: Type.String(),
  title: Type.String(),
  question_type: Type.String(),
  answered: Type.Optional(Type.Integer({ minimum: 0 })),
  /** of choices, matrices and rankings (options ranked first) */
  counts: Type.Optional(Type.Array(Share)),
  /** of numbers, scales and ratings */
  histogram: Type.Optional(Type.Array(Bucket)),
  nps: Type.Optional(Nps),
  statistics: Type.Optional(Closed({ mean: Nullable(Type.Number()), median: Nullable(Type.Number()) })),
});

export const PublicResults = Closed({
  title: Type.String(),
  updated_at: Timestamp(),
  completed: Type.Integer({ minimum: 0 }),
  questions: Type.Array(PublicResultQuestion),
});

export type PublicResultQuestion = Static<typeof PublicResultQuestion>;
export type PublicResults = Static<typeof PublicResults>;
export type PutResultsBody = Static<typeof PutResultsBody>;
export type Results = Static<typeof Results>;
