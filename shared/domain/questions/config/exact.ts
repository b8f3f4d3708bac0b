import { field, Type } from "../../schema.ts";

/** Settings that hold over all completed sessions of a form (wants §22). */

export const Unique = Type.Boolean({
  ...field("boolean", "Unique answers", "Refuse an answer that another completed response has."),
});

export const ShowPlaces = Type.Boolean({
  ...field("boolean", "Show places left", "Show how many places each limited option has left."),
});
