import { isObject, type Json } from "../../../../shared/domain/json.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import { cellOf, rowsIn } from "../../../../shared/domain/questions/rows.ts";
import { numberText } from "../questions/numbers.ts";
import { type Part, rowName, rowSummary } from "../questions/rowTexts.ts";
import type { GivenAnswer } from "../walk/state.ts";
import { counted, fill, numeral, words, wordsLang } from "../words.ts";

/** A line of an answer. `none`: the respondent gave none. `row`: one row of records. */
export interface Line {
  parts: Part[];
  look?: "none" | "row";
}

interface Labelled {
  key?: string;
  value?: string;
  label: string;
}

/** Returns an answer as lines: one per row of a matrix, rank, or row of records. `language` (BCP 47) is the form's. */
export function linesOf({ node, text, answer }: GivenAnswer, language: string): Line[] {
  const { question_type: type, data } = node;
  const config: Record<string, unknown> = { ...defaults[type as QuestionType], ...data.config };
  const list = (name: string) => (config[name] ?? []) as Labelled[];
  const labelOf = (name: string, value: Json) => list(name).find((one) => one.value === value)?.label ?? String(value);
  const none = { text: words.review.none, lang: wordsLang() };
  if (type === "matrix" && isObject(answer)) {
    return list("rows").map(({ key = "", label }): Line => {
      const column = cellOf(answer, key);
      return column === null
        ? { parts: [{ text: `${label}: ` }, none], look: "none" }
        : { parts: [{ text: `${label}: ${labelOf("columns", column)}` }] };
    });
  }
  if (type === "records" && Array.isArray(answer)) return rowLines(answer, config.fields as RecordField[], language);
  if (type === "ranking" && Array.isArray(answer)) {
    return answer.map((value, at) => ({
      parts: [{ text: `${numberText(at + 1, language)}. ${labelOf("options", value)}` }],
    }));
  }
  if (text === "") return [{ parts: [none], look: "none" }];
  return [{ parts: [{ text: measured(text, type, config, language) }] }];
}

/** Returns the number of rows, and each row as its closed card says it. */
function rowLines(answer: Json, fields: readonly RecordField[], language: string): Line[] {
  const rows = rowsIn(answer);
  const count = { text: counted(words.records.count, rows.length), lang: wordsLang() };
  const lines = rows.map((row, at): Line => {
    const name = rowName(row, fields, language);
    const first: Part =
      name === null
        ? { text: fill(words.records.row, { number: numeral(at + 1) }), lang: wordsLang() }
        : { text: name };
    const others = rowSummary(row, fields, language).flatMap((parts) => [
      { text: " · " },
      ...parts.flatMap((part, index) => (index === 0 ? [part] : [{ text: " " }, part])),
    ]);
    return { parts: [first, ...others], look: "row" };
  });
  return [{ parts: [count] }, ...lines];
}

const scales: readonly string[] = ["opinion_scale", "number_scale", "star_rating"];

/** An answer of a scale says its highest value too, and a number its unit. */
function measured(text: string, type: string, { max, unit }: Record<string, unknown>, language: string): string {
  if (type === "number" && typeof unit === "string") return `${text} ${unit}`;
  if (!scales.includes(type) || typeof max !== "number") return text;
  return `${text} ${fill(words.end.ofMaximum, { max: numberText(max, language) })}`;
}
