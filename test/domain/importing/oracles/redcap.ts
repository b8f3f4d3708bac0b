import { fieldOf } from "../../../../services/forms/importing/redcap/fields.ts";
import type { Row } from "../../../../services/forms/importing/xlsform/workbook.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import { type Oracle, today } from "./walks.ts";

const functions = {
  sum: (...values: unknown[]) => values.filter((it) => it !== "").reduce((sum: number, it) => sum + Number(it), 0),
  round: (value: number, places = 0) => (Number.isFinite(value) ? Number(value.toFixed(places)) : ""),
  iif: (condition: boolean, then: unknown, otherwise: unknown) => (condition ? then : otherwise),
  datediff: (from: string, to: string, unit: "y" | "M" | "d", isSigned = false) => {
    if (from === "" || to === "") return "";
    const day = (text: string) => Date.parse(text === "today" ? today : text) / 86_400_000;
    const days = day(to) - day(from);
    return (isSigned ? days : Math.abs(days)) / { d: 1, M: 30.44, y: 365.2425 }[unit];
  },
};

/** Answers a dictionary as REDCap does, which runs its logic as JavaScript with the operators of that language. */
export function redcapOracle(rows: readonly Row[]): Oracle {
  const fields = rows.map(fieldOf);
  const answers = new Map<string, Json>();
  const read = (name: string): unknown => {
    const field = fields.find((it) => it.name === name);
    if (field?.type === "calc") return evaluate(field.choices);
    const value = answers.get(name) ?? "";
    return field?.type === "yesno" ? ({ yes: "1", no: "0" }[String(value)] ?? "") : value;
  };
  const evaluate = (logic: string): unknown => {
    const source = logic
      .replace(/\[(\w+)\((\w+)\)\]/g, (_, name, code) => `(checked("${name}", "${code}"))`)
      .replace(/\[(\w+)\]/g, (_, name) => `(read("${name}"))`)
      .replace(/\bif\(/g, "iif(")
      .replaceAll("<>", "!=")
      .replaceAll("^", "**")
      .replace(/(?<![<>!])=/g, "==")
      .replace(/\band\b/g, "&&")
      .replace(/\bor\b/g, "||");
    const checked = (name: string, code: string) =>
      (answers.get(name) as string[] | null)?.includes(code) ? "1" : "0";
    const names = { read, checked, ...functions };
    return new Function(...Object.keys(names), `return ${source}`)(...Object.values(names));
  };
  return {
    isAsked: (id) => {
      const field = fields.find(({ name, matrix }) => name === id || (matrix !== "" && matrix === id));
      return field ? field.logic === "" || Boolean(evaluate(field.logic)) : null;
    },
    answer: (id, value) => {
      answers.set(id, value);
      const rowsOf = fields.filter(({ matrix }) => matrix === id);
      for (const { name } of rowsOf) answers.set(name, (value as Record<string, Json> | null)?.[name] ?? null);
    },
  };
}
