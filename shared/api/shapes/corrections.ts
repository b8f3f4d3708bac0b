import { idPattern, idPatternMessage } from "../../domain/formats.ts";
import type { Json } from "../../domain/json.ts";
import { Closed, Nullable, type Static, Timestamp, Type } from "../../domain/schema.ts";

/** Corrections of a response's answers (features §18.1). */

const value = () => Type.Unsafe<Json>({});

/** Author of a correction. `name`: of the member or the API key; null for the respondent. */
export const Editor = Closed({ kind: Type.Enum(["owner", "respondent"]), name: Nullable(Type.String()) });

/** Returns a member or an API key as the author. */
export const ownerNamed = (name: string | undefined): Editor => ({ kind: "owner", name: name ?? null });

export const CorrectBody = Closed({
  answers: Type.Record(Type.String({ pattern: idPattern, patternMessage: idPatternMessage }), value()),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  revision: Type.Optional(Type.Integer({ minimum: 1 })),
});

export const EditBody = Closed({ answers: CorrectBody.properties.answers });

/** A completed session whose answers its respondent can change. */
export const Editable = Closed({
  /** values by node id, on the session's path */
  answers: Type.Record(Type.String(), value()),
  traversal_path: Type.Array(Type.String()),
  editable_until: Timestamp(),
});

export const Revision = Closed({
  revision: Type.Integer({ minimum: 2 }),
  edited_at: Timestamp(),
  editor: Editor,
  reason: Nullable(Type.String()),
  changes: Type.Array(Closed({ node_id: Type.String(), before: value(), after: value() })),
});
export const History = Type.Array(Revision);

export type Editor = Static<typeof Editor>;
export type Revision = Static<typeof Revision>;
export type EditBody = Static<typeof EditBody>;
export type Editable = Static<typeof Editable>;
export type CorrectBody = Static<typeof CorrectBody>;
export type History = Static<typeof History>;
