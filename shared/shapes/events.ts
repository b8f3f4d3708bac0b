import { Closed, type Static, Timestamp, Type, Uuid } from "../schema.ts";
import { EventName } from "./integrations.ts";
import { SessionDetail } from "./sessions.ts";

/** What integrations deliver (decisions §7). */
export const FormOfEvent = Closed({ id: Uuid(), slug: Type.String(), title: Type.String() });

export const SessionEvent = Closed({
  type: EventName,
  id: Uuid(),
  /** when it happened */
  timestamp: Timestamp(),
  data: Closed({ form: FormOfEvent, session: SessionDetail }),
});

/** A test delivery: it tells of no form and no session. */
export const TestEvent = Closed({
  type: Type.Enum(["test"]),
  id: Uuid(),
  timestamp: Timestamp(),
  data: Closed({ message: Type.String() }),
});

export type FormOfEvent = Static<typeof FormOfEvent>;
export type { EventName } from "./integrations.ts";
export type SessionEvent = Static<typeof SessionEvent>;
export type TestEvent = Static<typeof TestEvent>;
