import type { Written } from "../expressions/guards.ts";
import { call, nameTerm, type Term, Unmapped, valueTerm } from "../expressions/terms.ts";
import { type Raw, record, records, text } from "../values.ts";
import { expression } from "./extensions.ts";
import { parseFhirPath } from "./fhirPath.ts";
import { type AnswerKind, kindOfValue } from "./kinds.ts";
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
      parse: () => call(kind === "any" ? "or" : "and", ...whens.map((when) => termOfWhen(when, questionnaire))),
    });
  }
  if (path !== null) written.push(writtenPath(path, questionnaire));
  return written;
}

/** Returns a condition in FHIRPath. */
export const writtenPath = (source: string, questionnaire: Questionnaire): Written => ({
  source,
  parse: () => {
    const language = /^(?!text\/fhirpath)(text|application)\/[a-z.+-]+(?=: )/.exec(source)?.[0];
    if (language) throw new Unmapped(`it is in ${language}, not in FHIRPath`);
    return withoutPaths(parseFhirPath(source), questionnaire);
  },
});

function termOfWhen(when: Raw, { kinds }: Questionnaire): Term {
  const name = text(when.question);
  const operator = text(when.operator);
  const answer = Object.entries(when).find(([key]) => /^answer[A-Z]/.test(key))?.[1];
  if (operator === "exists" || (operator === "" && typeof when.hasAnswer === "boolean"))
    return call((answer ?? when.hasAnswer) === false ? "empty" : "notempty", nameTerm(name));
  const answered = answerTerm(answer);
  const asked = comparable(name, kinds.get(name), kindOfValue(when, "answer"));
  // one of several answers is enough, and without an answer none is equal
  if (operator === "=" || operator === "") return call("anyof", asked, { kind: "list", items: [answered] });
  const isOther = call("noneof", asked, { kind: "list", items: [answered] });
  if (operator === "!=") return call("or", call("empty", nameTerm(name)), isOther);
  return call(operator, asked, answered);
}

/** Returns a question to compare with an answer. Authors who compare a coded answer with a text mean its code. */
function comparable(name: string, asked: AnswerKind | null | undefined, wanted: AnswerKind | null): Term {
  const isSame = asked === wanted || asked === undefined || asked === null || wanted === null;
  if (isSame) return asked === "coded" ? call("code", nameTerm(name)) : nameTerm(name);
  if (asked === "coded" && wanted === "text") return call("meant-code", nameTerm(name));
  throw new Unmapped(`it compares \`${name.slice(0, 60)}\` with a value of another type`);
}

function answerTerm(answer: unknown): Term {
  if (typeof answer === "boolean" || typeof answer === "number" || typeof answer === "string") return valueTerm(answer);
  const element = record(answer);
  const value = element.code ?? element.value ?? element.reference ?? element.display;
  if (typeof value !== "string" && typeof value !== "number") throw new Unmapped("its answer is missing");
  return valueTerm(value);
}
