import { createContext, useContext } from "react";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { noTitle } from "../../strings/en/dashboard/insights.ts";
import { RecallTitle } from "../../ui/recallTitle.tsx";
import { recallNamesIn, titleText } from "../../ui/titleText.ts";

interface Props {
  /** as `insightsQuery` has it */
  title: string;
  /** undefined until it is loaded */
  node: GraphNode | undefined;
}

/** The version whose titles name inserted answers. */
export const ShownGraph = createContext<Graph | undefined>(undefined);

/** The title, with chips for inserted answers if the node still has it. */
export function QuestionTitle({ title, node }: Props) {
  const graph = useContext(ShownGraph);
  const nameOf = recallNamesIn(graph?.nodes);
  const written = node?.data?.title ?? "";
  return title && titleText(written) === title ? <RecallTitle title={written} nameOf={nameOf} /> : title || noTitle;
}
