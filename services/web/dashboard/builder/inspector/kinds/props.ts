import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import type { FieldProps as AnyFieldProps } from "../../../../ui/fields/field.ts";

export interface FieldProps extends AnyFieldProps {
  /** the question that it belongs to */
  node: GraphNode;
}
