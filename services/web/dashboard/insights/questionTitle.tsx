import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { noTitle } from "../../strings/en/dashboard/insights.ts";
import { titleText } from "../../ui/titleText.ts";
import { NodeTitle } from "../builder/types/nodeTitle.tsx";

interface Props {
  title: string;
  /** undefined until it is loaded */
  node: GraphNode | undefined;
}

/** The title, with chips for inserted answers if the node still has it. */
export const QuestionTitle = ({ title, node }: Props) =>
  title && node && titleText(node.data?.title ?? "") === title ? <NodeTitle node={node} /> : title || noTitle;
