import { texts } from "../../domain/texts.ts";
import * as annotations from "./annotations.ts";

/** Texts of the API about the properties of annotations.ts. */
export const annotationsTexts = [
  texts([annotations.AnnotateBody, annotations.Annotations], {
    tags: "Tags of the response, without repeats, in the order given.",
    note: "A note about the response.",
    is_flagged: "Whether the response is flagged.",
  }),
];
