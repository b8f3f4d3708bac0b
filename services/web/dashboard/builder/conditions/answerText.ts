import { isObject } from "../../../../../shared/domain/json.ts";
import type { Reading } from "./operands.ts";
import { partLabel, valueLabel } from "./sentence.ts";

/** Returns an answer with the labels that respondents see. Null without an answer. */
export function answerText(nodeId: string, answer: unknown, reading: Omit<Reading, "from">): string | null {
  const left = { type: "answer", node_id: nodeId } as const;
  const label = (value: unknown) => valueLabel(String(value), left, { ...reading, from: nodeId });
  if (answer === undefined || answer === null) return null;
  if (Array.isArray(answer)) return answer.map(label).join(", ");
  if (!isObject(answer)) return label(answer);
  const row = (key: string) => partLabel(key, left, { ...reading, from: nodeId });
  return Object.entries(answer)
    .map(([key, value]) => `${row(key)}: ${label(value)}`)
    .join(", ");
}
