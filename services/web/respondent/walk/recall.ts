import type { CompiledGraph } from "../../../../shared/domain/graph/compile.ts";
import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { type Kept, keptWalk, ownValue } from "./kept.ts";

/**
 * A node's title and description with what they recall (decisions §4): `{{answer:<node_id>}}` as the respondent saw it,
 * `{{hidden:<key>}}`. What is not known is blank; what is filled in is never read as a recall itself.
 */
export function withRecalls(node: GraphNode, kept: Kept, graph: CompiledGraph | null, language: string): GraphNode {
  const { visits } = keptWalk(kept);
  const recall = (kind: string, name: string): string => {
    if (kind === "hidden") return ownValue(kept.hidden, name) ?? "";
    const answer = visits.find(({ node_id }) => node_id === name)?.answer ?? null;
    return answer === null || !graph ? "" : shown(answer, name, graph, kept, language);
  };
  const filled = (text: string) =>
    text.replace(/\{\{(answer|hidden):([^{}]*)\}\}/g, (_, kind: string, name: string) => recall(kind, name));
  const { title, description } = node.data;
  const data = {
    ...node.data,
    ...(title !== undefined && { title: filled(title) }),
    ...(description !== undefined && { description: filled(description) }),
  };
  return { ...node, data };
}

function shown(answer: Json, nodeId: string, graph: CompiledGraph, { files }: Kept, language: string): string {
  const question = graph.nodes.get(nodeId)?.question;
  if (!question) return "";
  const label = (value: Json): string => {
    if (typeof value === "number") return value.toLocaleString(language);
    const text = String(value);
    if (question.domain?.family === "date") return dayIn(language, text);
    return question.labels.get(text) ?? ownValue(files, text)?.name ?? text;
  };
  if (Array.isArray(answer)) return answer.map(label).join(", ");
  return typeof answer === "object" ? question.cells(answer, "labels").filter(Boolean).join(", ") : label(answer);
}

const dayIn = (language: string, day: string): string =>
  new Date(day).toLocaleDateString(language, { dateStyle: "long", timeZone: "UTC" });
