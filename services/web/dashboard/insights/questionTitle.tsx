import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { noTitle } from "../../strings/en/dashboard/insights.ts";
import { NodeTitle } from "../builder/types/nodeTitle.tsx";

interface Props {
  title: string;
  /** undefined until it is loaded */
  node: GraphNode | undefined;
}

/** A title as insights of the API have it. */
const inApi = (title: string): string => replaceRecalls(title, (_, name) => `[${name}]`).trim();

/** The title, with chips for inserted answers if the node still has it. */
export const QuestionTitle = ({ title, node }: Props) =>
  title && node && inApi(node.data?.title ?? "") === title ? <NodeTitle node={node} /> : title || noTitle;
