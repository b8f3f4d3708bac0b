import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import type { ImportForm, ImportQuestion } from "../form/questions.ts";
import type { OwnColumn, RowsColumn } from "../table.ts";

/** A table before its rows are read. */
export interface Heading {
  source: ImportSource;
  headers: readonly string[];
  titles?: readonly string[] | undefined;
  own: readonly (OwnColumn | null)[];
  /** columns of rows of records */
  rowsColumns?: readonly RowsColumn[] | undefined;
}

/**
 * A part of an answer that a column has. `whole`: the answer, or a part that its cells tell. `option`: whether an option is chosen, or its
 * rank. `place`: the option at a rank, from 1. `row`: of a matrix. `other`: the own text. `lacking`: whether an option is chosen that the
 * question lacks.
 */
export type Part =
  | { kind: "whole" }
  | { kind: "option"; value: string }
  | { kind: "place"; place: number }
  | { kind: "row"; key: string }
  | { kind: "other" }
  | { kind: "lacking"; name: string };

export type OwnTarget = Exclude<OwnColumn, "skip">;

/** Target of a column, with the part of an answer that it has. */
export type Target =
  | { kind: "own"; field: OwnTarget }
  | { kind: "hidden"; key: string }
  | { kind: "answer"; question: ImportQuestion; part: Part };

/** Targets of the response itself (wants §25). */
export const ownTargets: readonly string[] = ["id", "started_at", "completed_at", "language"] satisfies OwnTarget[];

export const hiddenPrefix = "hidden:";

/** Returns a target as `mapping.columns` takes it. */
export function targetText(target: Target): string {
  if (target.kind === "own") return target.field;
  if (target.kind === "hidden") return hiddenPrefix + target.key;
  const { question, part } = target;
  return part.kind === "row" ? `${question.id}.${part.key}` : question.id;
}

/** A target as `mapping.columns` names it, or an error. The header tells the part of a question. */
export function targetOf(
  text: string,
  form: ImportForm,
): Exclude<Target, { kind: "answer" }> | { kind: "question"; question: ImportQuestion; row: string | null } | string {
  if (ownTargets.includes(text)) return { kind: "own", field: text as OwnTarget };
  if (text.startsWith(hiddenPrefix)) {
    const key = text.slice(hiddenPrefix.length);
    return form.hidden.has(key) ? { kind: "hidden", key } : "must be one of the form's hidden fields";
  }
  const question = form.questions.get(text);
  if (question) return { kind: "question", question, row: null };
  if (form.screens.has(text)) return "must be a question, not a screen";
  const dot = text.indexOf(".");
  const matrix = dot < 0 ? undefined : form.questions.get(text.slice(0, dot));
  if (!matrix) return "must be a question of the form";
  const row = text.slice(dot + 1);
  return matrix.rows?.values.includes(row) ? { kind: "question", question: matrix, row } : "must be a row of a matrix";
}
