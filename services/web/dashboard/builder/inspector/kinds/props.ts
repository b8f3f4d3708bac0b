import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import type { Field } from "../fields.ts";

export interface FieldProps {
  field: Field;
  /** the question that it belongs to */
  node: GraphNode;
  value: unknown;
  /** undefined: the key is not there */
  onChange(value: unknown): void;
  /** what is wrong with it */
  problems?: readonly string[];
}
