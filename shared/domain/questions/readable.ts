import type { Json } from "../json.ts";
import type { CompiledQuestion } from "./question.ts";

/** Returns an answer as texts for people, with labels: one of each row of records or answered row of a matrix, else one. */
export function readableTexts({ rowTexts, columns, cells }: CompiledQuestion, answer: Json): string[] {
  if (rowTexts) return rowTexts(answer);
  return cells(answer, "labels").flatMap((cell, index) => {
    const label = columns[index]?.label;
    return cell === "" ? [] : [label === undefined ? cell : `${label}: ${cell}`];
  });
}
