import type { FieldProblem } from "./field.ts";

/**
 * Returns the problems with those of single entries, which the service names by index, as one of the whole field: `word` names the
 * first of these entries.
 */
export function withEntryProblem(
  problems: readonly FieldProblem[],
  field: string,
  entries: readonly string[] | null | undefined,
  word: (entry: string) => string,
): readonly FieldProblem[] {
  const isOfOne = ({ at: [name, index] }: FieldProblem) => name === field && index !== undefined;
  const entry = entries?.[Number(problems.find(isOfOne)?.at[1])];
  if (entry === undefined) return problems;
  return [...problems.filter((problem) => !isOfOne(problem)), { at: [field], text: word(entry) }];
}
