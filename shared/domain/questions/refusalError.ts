import { dotted } from "../fieldError.ts";
import { shortened } from "../limits.ts";
import type { Refusal } from "./question.ts";

/** Returns a refusal as an error of the API: `<field>: <message>`, such as `value.2.age: must be a number`. */
export const refusalError = (field: string, { at = [], message }: Pick<Refusal, "at" | "message">): string =>
  `${shortened(dotted([...(field ? [field] : []), ...at]))}: ${message}`;
