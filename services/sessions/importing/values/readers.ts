import type { Family } from "../../../../shared/domain/conditions/operators.ts";
import { textOf } from "../table.ts";
import { cellAnswer, choiceAnswer, matrixAnswer } from "./answers.ts";
import type { AnswerColumns, AnswerReader, FileFacts, Row } from "./reading.ts";
import { reasons } from "./reading.ts";
import { recordsReader } from "./records.ts";
import { type CellReader, dateReader, numberReader, optionReader, textReader } from "./scalars.ts";
import { rankingAnswer, selectionAnswer } from "./selections.ts";
import { type ColumnStyle, newColumnStyle } from "./styles.ts";

/** Returns the reader of a question's answers, made once for a file. */
export function answerReader(given: AnswerColumns, facts: FileFacts): AnswerReader {
  const answer = given.columns.every(({ part }) => part.kind === "other") ? withoutOthers(given) : given;
  const family = answer.question.question.domain?.family;
  const reader = byFamily[family ?? "text"](answer, facts);
  const empty = family === "text" ? emptyTexts[facts.source] : emptyValues[facts.source];
  return empty === undefined ? reader : (row, language) => reader(without(row, empty), language);
}

/** A column of a header such as `Answer text` has the whole answer if no other one has it. */
const withoutOthers = ({ question, columns }: AnswerColumns): AnswerColumns => ({
  question,
  columns: columns.map(({ column }) => ({ column, part: { kind: "whole" } })),
});

/** Texts that tools write for no answer. `N/A` of LimeSurvey can be a text that someone wrote. */
const emptyTexts: Partial<Record<FileFacts["source"], string>> = { qualtrics: "-99" };
const emptyValues: typeof emptyTexts = { ...emptyTexts, limesurvey: "N/A" };

const without =
  (row: Row, empty: string): Row =>
  (column) => {
    const cell = row(column);
    return textOf(cell) === empty ? "" : cell;
  };

const eachColumn = (answer: AnswerColumns, facts: FileFacts, read: (style: ColumnStyle) => CellReader): AnswerReader =>
  cellAnswer(
    answer,
    answer.columns.map(({ column }) => read(facts.styleOf(column))),
  );

const byFamily: Record<Family, (answer: AnswerColumns, facts: FileFacts) => AnswerReader> = {
  text: (answer, facts) => eachColumn(answer, facts, () => textReader(answer.question)),
  num: (answer, facts) => eachColumn(answer, facts, (style) => numberReader(answer.question, style)),
  date: (answer, facts) => eachColumn(answer, facts, (style) => dateReader(answer.question, style, facts)),
  one: (answer, facts) => choiceAnswer(answer, optionReader(answer.question, facts)),
  many: selectionAnswer,
  rank: rankingAnswer,
  row: matrixAnswer,
  count: (answer, facts) =>
    cellAnswer(
      answer,
      answer.columns.map(({ column }) =>
        answer.question.fields
          ? recordsReader(
              answer.question,
              facts.rowHeaders(column),
              { ...facts, styleOf: newColumnStyle },
              answerReader,
            )
          : () => ({ reason: reasons.file }),
      ),
    ),
};
