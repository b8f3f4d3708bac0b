import { isObject } from "../../../../../shared/domain/json.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import type { Reading } from "../conditions/operands.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { ScoreResult } from "../problems/evaluateScores.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { nameOfCalculation, nameOfQuestion } from "./formula/formulaText.ts";
import { innerOf, isDates, kindOf } from "./formula/kinds.ts";
import { hasPoints } from "./simple.ts";

interface Context {
  reading: Reading;
  run: DryRun;
  parts: ScoreResult["parts"];
}

/** Returns why a score or a part of it is unknown, in plain words. Empty if it is known. */
export function whyUnknown(part: unknown, path: string, context: Context): string[] {
  const kind = kindOf(part);
  if (kind === null || kind === "number" || context.parts[path] !== null) return [];
  const operand = (part as Record<string, unknown>)[kind];
  switch (kind) {
    case "answer":
    case "points":
    case "selected":
      return [whyNoAnswer(kind, String(operand), context)];
    case "hidden": {
      const key = String(operand);
      return [context.run.hidden[key] ? words.hiddenText(key) : words.hiddenEmpty(key)];
    }
    case "sum_of":
    case "mean_of":
      return [whyNoAnswer("answer", (operand as { node: string }).node, context)];
    case "calculation":
      return [words.scoreUnknown(nameOfCalculation(String(operand), context.reading))];
  }
  if (isDates(kind)) return [...new Set((operand as unknown[]).flatMap((day) => whyNoDay(day, context)))];
  const inner = innerOf(part);
  const pathOf = (at: number | null) => (at === null ? `${path}.${kind}` : `${path}.${kind}.${at}`);
  const needed = isObject(part) ? Number(part.at_least) || 0 : 0;
  const known = inner.filter((one) => context.parts[pathOf(one.at)] !== null).length;
  const why = inner.flatMap((one) => whyUnknown(one.part, pathOf(one.at), context));
  if (known < needed) return [words.tooFew(known, inner.length, needed), ...new Set(why)];
  return why.length > 0 ? [...new Set(why)] : [words.notFinite];
}

function whyNoAnswer(kind: "answer" | "points" | "selected", id: string, { reading, run }: Context): string {
  const name = nameOfQuestion(id, reading);
  const given = run.answers.find(({ node_id }) => node_id === id)?.answer ?? null;
  const node = nodeIn(reading.graph, id);
  if (kind === "points" && node && !hasPoints(node)) return words.noPoints(name);
  return given === null ? words.notAnswered(name) : words.noNumber(name);
}

function whyNoDay(day: unknown, { reading, run }: Context): string[] {
  if (!isObject(day) || typeof day.answer !== "string") return [];
  const isGiven = run.answers.some(({ node_id, answer }) => node_id === day.answer && answer !== null);
  return isGiven ? [] : [words.notAnswered(nameOfQuestion(day.answer, reading))];
}
