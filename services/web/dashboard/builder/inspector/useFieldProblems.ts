import type { Fault } from "../../../../../shared/domain/fault.ts";
import { placeKeys } from "../../../../../shared/domain/graph/problemPath.ts";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import type { FieldProblem } from "../../../ui/fields/field.ts";
import { fieldProblem } from "../problems/settingProblem.ts";
import { useConfigProblems } from "../problems/useConfigProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { useQuestionTable } from "../types/questionTable.ts";

/** Returns the problems that fields of a node show, from its data down: of settings, the image and conditions. */
export function useFieldProblems(node: GraphNode, problems: readonly Problem[]): FieldProblem[] {
  const schema = useQuestionTable().schemaOf(node.question_type);
  const textOf = useProblemText();
  const faults = useConfigProblems(node).map(({ at, reason }): Fault => ({ at: ["config", ...at], reason }));
  const worded = problems.flatMap((problem) => {
    const [list, , , ...at] = placeKeys(problem);
    if (list !== "nodes") return [];
    if (isOfGuard(at)) return { at: guardKeys(at), text: textOf(problem) };
    return at[0] === "config" || at[0] === "image" ? fieldProblem({ at, reason: problem.reason }, schema) : [];
  });
  return distinct([...faults.map((fault) => fieldProblem(fault, schema)), ...worded]);
}

/** The check of a config and of the graph can find the same. */
const distinct = (problems: readonly FieldProblem[]): FieldProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

const isOfGuard = ([member, key, , itemKey]: readonly string[]): boolean =>
  member === "show_if" || member === "valid_if" || (key === "options" && itemKey === "show_if");

/** Returns the keys of the whole condition or message. */
const guardKeys = (keys: readonly string[]): readonly string[] =>
  keys.slice(0, { show_if: 1, valid_if: 3 }[keys[0] ?? ""] ?? 4);
