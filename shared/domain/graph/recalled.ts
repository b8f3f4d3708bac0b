import type { CompiledQuestion } from "../questions/question.ts";
import { recallPattern } from "./recalls.ts";
import type { GraphNode, Json } from "./types.ts";

/** Reads recalls, for the graph engine. The respondent page fills them in before it has the engine (recalls.ts). */

/** Returns the recalls in a text, in order. */
export const recallsOf = (text: string): { kind: string; name: string }[] =>
  Array.from(text.matchAll(recallPattern), ([, kind = "", name = ""]) => ({ kind, name }));

/** Returns the keys of calculations that an end screen lists. */
export function shownCalculations({ data }: GraphNode): string[] {
  const keys = data?.config?.show_calculations;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
}

/** Returns an answer as a text recalls it, with labels. Empty if unanswered. `written` returns a value as a language writes it. */
export function recalledAnswer(
  question: CompiledQuestion | undefined,
  answer: Json | null,
  written?: (value: Json) => string | undefined,
): string {
  if (!question || answer === null) return "";
  const text = (value: Json) => written?.(value) ?? question.labels.get(String(value)) ?? String(value);
  if (question.rowTexts) return question.rowTexts(answer).join("; ");
  if (Array.isArray(answer)) return answer.map(text).join(", ");
  return typeof answer === "object" ? question.cells(answer, "labels").filter(Boolean).join(", ") : text(answer);
}

/** Returns the keys of calculations that an end screen lists, then those that its texts insert. */
export function calculationsOn(node: GraphNode): string[] {
  const { title, description } = node.data;
  const recalled = recallsOf(`${title ?? ""}\n${description ?? ""}`).filter(
    ({ kind }) => kind === "calculation" || kind === "band",
  );
  return [...new Set([...shownCalculations(node), ...recalled.map(({ name }) => name)])];
}
