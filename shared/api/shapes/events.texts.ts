import { texts } from "../../domain/texts.ts";
import { eventShapes, FormOfEvent } from "./events.ts";

/** Texts of the API about the properties of events.ts. */
export const eventsTexts = [
  texts(FormOfEvent, { id: "ID of the form.", slug: "Slug of the form.", title: "Title of the form." }),
  texts(Object.values(eventShapes), {
    type: "Name of the event.",
    id: "ID of the event. Repeated deliveries have the same one.",
    timestamp: "Time of the event.",
    data: [
      "The form and the session.",
      { form: "Form of the session.", session: "The session at the time of the event." },
    ],
  }),
];
