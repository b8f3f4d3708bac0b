import { Closed, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import type { EventName } from "./integrations.ts";
import { SessionDetail } from "./sessions.ts";

/** Events that integrations deliver (decisions §7). */
export const FormOfEvent = Closed({ id: Uuid(), slug: Type.String(), title: Type.String() });

const event = <Name extends EventName>(name: Name) =>
  Closed({
    type: Type.Literal(name),
    id: Uuid(),
    /** time of the event */
    timestamp: Timestamp(),
    data: Closed({ form: FormOfEvent, session: SessionDetail }),
  });
export const SessionStartedEvent = event("session.started");
export const SessionCompletedEvent = event("session.completed");
export const SessionAbandonedEvent = event("session.abandoned");
/** answers were corrected (features §18.1), once a revision */
export const SessionUpdatedEvent = event("session.updated");

/** Shapes of events by their names in the OpenAPI document. */
export const eventShapes = { SessionStartedEvent, SessionCompletedEvent, SessionAbandonedEvent, SessionUpdatedEvent };

export interface SessionEvent extends Omit<Static<typeof SessionCompletedEvent>, "type"> {
  type: EventName;
}

export const SessionEvent = Type.Unsafe<SessionEvent>({
  anyOf: Object.values(eventShapes),
  discriminator: { propertyName: "type" },
});

/** A test delivery, without form and session. */
export const TestEvent = Closed({
  type: Type.Enum(["test"]),
  id: Uuid(),
  timestamp: Timestamp(),
  data: Closed({ message: Type.String() }),
});

export type FormOfEvent = Static<typeof FormOfEvent>;
export type { EventName } from "./integrations.ts";
export type TestEvent = Static<typeof TestEvent>;
