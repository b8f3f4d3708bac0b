import { useCallback } from "react";
import type { FieldProblem } from "./field.ts";

type Worded = (problems: readonly FieldProblem[]) => readonly FieldProblem[];

/**
 * Returns the wording of a `SubmitForm` for a field of several entries. The service names an invalid entry by its index: `word` names
 * the first of them, as a problem of the whole field. `entries`: as sent.
 */
export function useWordedEntries(
  field: string,
  entries: readonly string[] | null | undefined,
  word: (entry: string) => string,
): Worded {
  return useCallback(
    (problems) => {
      const isOfOne = ({ at: [name, index] }: FieldProblem) => name === field && index !== undefined;
      const entry = entries?.[Number(problems.find(isOfOne)?.at[1])];
      if (entry === undefined) return problems;
      return [...problems.filter((problem) => !isOfOne(problem)), { at: [field], text: word(entry) }];
    },
    [field, entries, word],
  );
}
