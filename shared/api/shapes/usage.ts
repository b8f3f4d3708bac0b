import { Closed, Nullable, type Static, Type, Uuid } from "../../domain/schema.ts";

/** API usage of an account (spec §API key, decisions §2). */
const day = "An ISO date (a whole UTC day) or a timestamp.";

export const UsageQuery = Closed({
  from: Type.Optional(Type.String({ format: "date-or-time", description: `Requests on or after this time. ${day}` })),
  to: Type.Optional(Type.String({ format: "date-or-time", description: `Requests on or before this time. ${day}` })),
  key_id: Type.Optional(Uuid()),
});

const count = () => Type.Integer({ minimum: 0 });
/** 0–1; null without requests */
const rate = () => Nullable(Type.Number({ minimum: 0, maximum: 1 }));
/** accurate to 5% */
const latency = () => Nullable(Type.Number({ minimum: 0 }));

export const Usage = Closed({
  totals: Closed({ requests: count(), errors: count(), error_rate: rate() }),
  /** every day of the range */
  by_day: Type.Array(Closed({ date: Type.String({ format: "date" }), requests: count(), errors: count() })),
  by_endpoint: Type.Array(
    Closed({
      method: Type.String(),
      path: Type.String(),
      requests: count(),
      errors: count(),
      error_rate: rate(),
      p50_ms: latency(),
      p95_ms: latency(),
    }),
  ),
  /** `key_id` is null for signed-in users */
  by_key: Type.Array(
    Closed({
      key_id: Nullable(Uuid()),
      name: Nullable(Type.String()),
      prefix: Nullable(Type.String()),
      requests: count(),
      errors: count(),
      error_rate: rate(),
    }),
  ),
});

export type UsageQuery = Static<typeof UsageQuery>;
export type Usage = Static<typeof Usage>;
