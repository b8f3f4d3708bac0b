import { isObject } from "../../../../../shared/domain/json.ts";
import type { Reading } from "./operands.ts";
import { partLabel, valueLabel } from "./sentence.ts";

/** Returns an answer with the labels that respondents see. Null without an answer. */
export function answerText(nodeId: string, answer: unknown, reading: Omit<Reading, "from">): string | null {
  const left = { type: "answer", node_id: nodeId } as const;
  const part = (key: string) => partLabel(key, left, { ...reading, from: nodeId });
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(text).join(value.some(isObject) ? "; " : ", ");
    if (!isObject(value)) return valueLabel(String(value), left, { ...reading, from: nodeId });
    const parts = Object.entries(value).map(([key, one]) => `${part(key)}: ${text(one)}`);
    return parts.join(", ");
  };
  return answer === undefined || answer === null ? null : text(answer);
}
