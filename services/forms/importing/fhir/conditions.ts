import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { conditionOf, together } from "../expressions/condition.ts";
import type { Written } from "../expressions/guards.ts";
import type { Scope } from "../expressions/scope.ts";
import { call, nameTerm, type Term, Unmapped, valueTerm } from "../expressions/terms.ts";
import { type Raw, record, records, text } from "../values.ts";
import { expression } from "./extensions.ts";
import { parseFhirPath } from "./fhirPath.ts";
import { type Questionnaire, withoutPaths } from "./paths.ts";

/** Returns the conditions of an item: `enableWhen`, and the expression that takes its place. */
export function conditionsOf(raw: Raw, questionnaire: Questionnaire): Written[] {
  const written: Written[] = [];
  const whens = records(raw.enableWhen);
  const path = expression(raw, "sdc-questionnaire-enableWhenExpression");
  if (whens.length > 0) {
    const kind = text(raw.enableBehavior) === "any" ? "any" : "all";
    const source = whens.map((when) => `${text(when.question)} ${text(when.operator)}`).join(`, ${kind}: `);
    written.push({
      source,
      convert: (scope) =>
        together(
          kind,
          whens.map((when) => conditionOfWhen(when, scope)),
        ),
    });
  }
  if (path !== null) written.push(writtenPath(path, questionnaire));
  return written;
}

/** Returns a condition in FHIRPath. */
export const writtenPath = (source: string, questionnaire: Questionnaire): Written => ({
  source,
  convert: (scope) => {
    const language = /^(?!text\/fhirpath)(text|application)\/[a-z.+-]+(?=: )/.exec(source)?.[0];
    if (language) throw new Unmapped(`it is in ${language}, not in FHIRPath`);
    return conditionOf(withoutPaths(parseFhirPath(source), questionnaire), scope);
  },
});

function conditionOfWhen(when: Raw, scope: Scope): Condition {
  const name = text(when.question);
  const operator = text(when.operator);
  const answer = Object.entries(when).find(([key]) => /^answer[A-Z]/.test(key))?.[1];
  if (operator === "exists" || (operator === "" && typeof when.hasAnswer === "boolean"))
    return conditionOf(call((answer ?? when.hasAnswer) === false ? "empty" : "notempty", nameTerm(name)), scope);
  return conditionOf(call(operator || "=", nameTerm(name), answerTerm(answer)), scope);
}

function answerTerm(answer: unknown): Term {
  if (typeof answer === "boolean" || typeof answer === "number" || typeof answer === "string") return valueTerm(answer);
  const element = record(answer);
  const value = element.code ?? element.value ?? element.reference ?? element.display;
  if (typeof value !== "string" && typeof value !== "number") throw new Unmapped("its answer is missing");
  return valueTerm(value);
}
