import { idPattern, idPatternMessage } from "../../domain/formats.ts";
import { Closed, Nullable, type Static, Type, Uuid } from "../../domain/schema.ts";
import { Author } from "./workspaces.ts";

/** People who edit a form now. They are held in memory for some seconds, and stored nowhere. */
const nodeId = () => Nullable(Type.String({ pattern: idPattern, patternMessage: idPatternMessage }));

export const PresenceBody = Closed({ client_id: Uuid(), node_id: nodeId() });
export const PresentPerson = Closed({ id: Uuid(), name: Type.String(), node_id: nodeId() });
export const Presence = Closed({
  people: Type.Array(PresentPerson),
  etag: Nullable(Type.String()),
  saved_by: Author(),
});

export type PresenceBody = Static<typeof PresenceBody>;
export type PresentPerson = Static<typeof PresentPerson>;
export type Presence = Static<typeof Presence>;
