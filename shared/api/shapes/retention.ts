import { Closed, Nullable, type Static, Timestamp, Type } from "../../domain/schema.ts";

/** The responses that a retention would erase (wants §21.4). */

export const RetentionQuery = Closed({ days: Type.Integer({ minimum: 1, maximum: 3650 }) });

export const RetentionPreview = Closed({
  count: Type.Integer(),
  /** the oldest last activity of those */
  oldest: Nullable(Timestamp()),
  /** the oldest 24 months that have some, in UTC */
  by_month: Type.Array(Closed({ month: Type.String({ pattern: "^\\d{4}-\\d{2}$" }), count: Type.Integer() })),
});

export type RetentionQuery = Static<typeof RetentionQuery>;
export type RetentionPreview = Static<typeof RetentionPreview>;
