import type { Json } from "../../shared/domain/graph/types.ts";

/** Builders of small graphs, as an owner's client would send them. */
export interface SampleNode {
  id: string;
  question_type: string;
  data: { title: string; is_required?: boolean; config: { [key: string]: Json } };
}

export const node = (
  id: string,
  questionType: string,
  config: { [key: string]: Json } = {},
  isRequired = false,
): SampleNode => ({ id, question_type: questionType, data: { title: `About ${id}`, is_required: isRequired, config } });

export const edge = (from: string, to: string, condition: unknown = null) => ({ from, to, condition });

export const end = (id = "end", config: { [key: string]: Json } = {}) => node(id, "end_screen", config);

/** Connects the nodes one after another, with an end screen at the end. */
export function chain(...nodes: SampleNode[]) {
  const all = [...nodes, end()];
  return graphOf(
    all,
    all.slice(1).map(({ id }, index) => edge(all[index]?.id ?? "", id)),
  );
}

export function graphOf(nodes: SampleNode[], edges: ReturnType<typeof edge>[], further: Record<string, Json> = {}) {
  return { schema_version: "2.0", entry_node_id: nodes[0]?.id ?? null, nodes, edges, ...further };
}

/** A name, a choice that scores 5, 1 or 0, and a number. */
export const survey = () =>
  chain(
    node("name", "short_text", { max_length: 20 }, true),
    node("color", "multiple_choice", {
      options: [
        { value: "red", label: "Red" },
        { value: "blue", label: "Blue, light" },
        { value: "none", label: "None" },
      ],
      scoring: { mode: "options", points: { red: 5, blue: 1 } },
    }),
    node("age", "number", { min: 0, max: 150 }),
  );
