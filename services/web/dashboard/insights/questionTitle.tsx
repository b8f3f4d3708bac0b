import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { noTitle } from "../../strings/en/dashboard/insights.ts";
import { RecallTitle } from "../../ui/recallTitle.tsx";

interface Props {
  title: string;
  /** undefined until it is loaded */
  node: GraphNode | undefined;
}

/** A title as insights of the API have it. */
const inApi = (title: string): string => replaceRecalls(title, (_, name) => `[${name}]`).trim();

/** The title, with chips for inserted answers if the node still has it. */
export function QuestionTitle({ title, node }: Props) {
  const written = node?.data?.title ?? "";
  return title && inApi(written) === title ? <RecallTitle title={written} /> : title || noTitle;
}
