import type { GraphNode } from "../../../../shared/domain/graph/types.ts";

interface Labelled {
  key?: string;
  value?: string;
  label?: string;
}

/** Returns what people see for a value of the filter `answer.<node_id>`: an option's label, or those of a matrix's row and column. */
export function answerLabel(node: GraphNode | undefined, value: string): string {
  const config = (node?.data.config ?? {}) as { options?: Labelled[]; rows?: Labelled[]; columns?: Labelled[] };
  const labelIn = (list: Labelled[] | undefined, name: string) =>
    list?.find((it) => (it.key ?? it.value) === name)?.label ?? name;
  const [row = "", column] = value.split(".");
  if (node?.question_type !== "matrix" || column === undefined) return labelIn(config.options, value);
  return `${labelIn(config.rows, row)}: ${labelIn(config.columns, column)}`;
}
