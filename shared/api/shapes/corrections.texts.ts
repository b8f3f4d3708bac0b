import { texts } from "../../domain/texts.ts";
import * as corrections from "./corrections.ts";

/** Texts of the API about the properties of corrections.ts. */
export const correctionsTexts = [
  texts(corrections.CorrectBody, {
    answers: "Answers by node ID. Null removes one. Other answers stay.",
    reason: "Why they are corrected, for the history.",
    revision: "The revision that you have seen. If it isn't the newest, the response is 409.",
  }),
  texts(corrections.EditBody, { answers: "Answers by node ID. Null removes one. Other answers stay." }),
  texts(corrections.Editable, {
    answers: "Answers on the path by node ID.",
    traversal_path: "IDs of the nodes on the path.",
    editable_until: "Time until which the answers can be changed.",
  }),
  texts(corrections.Editor, {
    kind: "Kind of the author. An owner is a member or an API key.",
    name: "Name of the person or the API key. Null for the respondent.",
  }),
  texts(corrections.Revision, {
    revision: "Number of the revision. The first correction makes 2.",
    edited_at: "Time of the correction.",
    editor: "Author of the correction.",
    reason: "The reason that was given. Null without one.",
    changes: [
      "The answers that differ.",
      {
        node_id: "Node of the answer.",
        before: "The value before. Null if there was none.",
        after: "The value after. Null if there is none, or if it left the path.",
      },
    ],
  }),
];
