import { idPattern, idPatternMessage } from "../../domain/formats.ts";
import type { Json } from "../../domain/json.ts";
import { Closed, Nullable, type Static, Timestamp, Type } from "../../domain/schema.ts";

/** Corrections of a response's answers (features §18.1). */

const value = () => Type.Unsafe<Json>({});

export const CorrectBody = Closed({
  answers: Type.Record(Type.String({ pattern: idPattern, patternMessage: idPatternMessage }), value(), {
    description: "Answers by node ID. null removes one.",
  }),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: "The revision that the caller has seen. 409 if it isn't the newest." }),
  ),
});

export const Revision = Closed({
  revision: Type.Integer({ minimum: 2 }),
  edited_at: Timestamp(),
  editor: Closed({ kind: Type.Enum(["owner", "respondent"]), name: Nullable(Type.String()) }),
  reason: Nullable(Type.String()),
  changes: Type.Array(Closed({ node_id: Type.String(), before: value(), after: value() })),
});
export const History = Type.Array(Revision);

export type Revision = Static<typeof Revision>;
export type CorrectBody = Static<typeof CorrectBody>;
export type History = Static<typeof History>;
