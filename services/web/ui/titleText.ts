import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";

/** Returns a question's title with readable recalls: `Why {{answer:rating}}?` → `Why @rating?`. */
export const titleText = (title: string): string => replaceRecalls(title, (_, name) => `@${name}`).trim();
