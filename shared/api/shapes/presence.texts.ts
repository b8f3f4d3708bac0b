import { texts } from "../../domain/texts.ts";
import * as presence from "./presence.ts";
import { author } from "./workspaces.texts.ts";

const node = "ID of the question that is edited. Null for none.";

/** Texts of the API about the properties of presence.ts. */
export const presenceTexts = [
  texts(presence.PresenceBody, { client_id: "A random ID of this window.", node_id: node }),
  texts(presence.PresentPerson, { id: "ID of the person.", name: "Name of the person.", node_id: node }),
  texts(presence.Presence, {
    people: "Other people with the form open in the last 40 seconds, by their names.",
    etag: "ETag of the draft. Null without one.",
    saved_by: ["Author of the draft's last save. Null without one, or if unknown.", author],
  }),
];
