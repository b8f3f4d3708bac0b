import type { Tables } from "../../../../services/forms/importing/limesurvey/document.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

type Row = Record<string, string>;

const functions = {
  iif: (condition: unknown, then: unknown, otherwise: unknown) => (condition ? then : otherwise),
  is_empty: (value: unknown) => value === "",
  count: (...values: unknown[]) => values.filter((value) => value !== "").length,
  /** An order needs two numbers in the Expression Manager. */
  order: (left: unknown, holds: (left: number) => boolean) => left !== "" && holds(Number(left)),
};

/** Answers a survey by the rules of the Expression Manager (https://manual.limesurvey.org/ExpressionScript_-_Presentation). */
export function limeSurveyOracle(tables: Tables): Oracle {
  const rowsOf = (table: string): Row[] => (tables.get(table) ?? []).map((row) => Object.fromEntries(row));
  const groups = new Map(rowsOf("groups").map((row) => [row.gid, row.grelevance ?? ""]));
  const questions = rowsOf("questions");
  const answers = new Map<string, Json>();
  const read = (name: string): unknown => {
    const equation = questions.find(({ title, type }) => title === name && type === "*");
    if (equation) {
      const text = rowsOf("question_l10ns").find(({ qid, language }) => qid === equation.qid && language === "en");
      return evaluate(text?.question?.slice(1, -1) ?? "");
    }
    const id = /^\d+X\d+X(\d+)(\w*)$/.exec(name);
    const question = questions.find(({ title, qid }) => (id ? qid === id[1] : name.split("_")[0] === title));
    const part = id ? (id[2] ?? "") : name.slice((question?.title ?? "").length + 1);
    const value = answers.get(question?.title ?? "") ?? null;
    if (value === null) return "";
    if (question?.type === "M") return (value as string[]).includes(part) ? "Y" : "";
    if (question?.type === "R") return (value as string[])[Number(part) - 1] ?? "";
    if (question?.type === "Y") return value === "yes" ? "Y" : "N";
    return part === "" ? value : ((value as Record<string, Json>)[part] ?? "");
  };
  const evaluate = (expression: string): unknown => {
    const source = (expression.match(/"[^"]*"|[A-Za-z0-9_]+(?:\.NAOK)?|[<>]=? *\d+|[^\w"<>]+/g) ?? [])
      .map((token) => {
        if (token === "and" || token === "or") return token === "and" ? "&&" : "||";
        if (token === "if") return "iif";
        return /^\d*[A-Za-z]/.test(token) && !(token in functions) ? `read("${token.replace(".NAOK", "")}")` : token;
      })
      .join("")
      .replace(/(read\("\w+"\)) ?([<>]=? *\d+)/g, "order($1, (it) => it $2)");
    const names = { read, ...functions };
    return new Function(...Object.keys(names), `return ${source || "1"}`)(...Object.values(names));
  };
  return {
    isAsked: (id) => {
      const question = questions.find(({ title }) => title === id);
      if (!question) return null;
      return [question.relevance, groups.get(question.gid)].every((it) => Boolean(evaluate(it ?? "")));
    },
    answer: (id, value) => void answers.set(id, value),
  };
}
