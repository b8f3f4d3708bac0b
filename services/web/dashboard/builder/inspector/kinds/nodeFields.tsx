import type { ReactNode } from "react";
import * as parts from "../../../../ui/fields/nodeFields.tsx";
import { useGraph } from "../../editing/useEditor.ts";
import { nameOfNode } from "../../types/names.ts";
import type { FieldProps } from "./props.ts";

/** Fields that refer to nodes of the edited form. */
export const NodeField = (props: FieldProps) => (
  <OfGraph>
    <parts.NodeField {...props} />
  </OfGraph>
);

export const NodeMapField = (props: FieldProps) => (
  <OfGraph>
    <parts.NodeMapField {...props} />
  </OfGraph>
);

function OfGraph({ children }: { children: ReactNode }) {
  const { nodes } = useGraph();
  const named = nodes.map((node) => ({ id: node.id, name: nameOfNode(node) }));
  return <parts.NodesContext value={named}>{children}</parts.NodesContext>;
}
