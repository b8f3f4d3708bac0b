import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";

/** A question's title as a person reads it where there is no answer to recall: `Why {{answer:rating}}?` → `Why [rating]?`. */
export const titleText = (title: string): string => replaceRecalls(title, (_, name) => `[${name}]`).trim();
