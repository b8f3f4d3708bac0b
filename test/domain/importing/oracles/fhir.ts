import { createRequire } from "node:module";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

interface Item {
  linkId: string;
  type: string;
  repeats?: boolean;
  item?: Item[];
  answerOption?: { valueCoding: object }[];
  enableWhen?: { question: string; operator: string; [answer: string]: unknown }[];
  enableBehavior?: string;
  extension?: { url: string; valueExpression: { name?: string; expression: string } }[];
}

const require = createRequire(import.meta.url);
/** Its types would change those of `fetch` in all tests. */
const fhirpath = require("fhirpath") as {
  evaluate(resource: object, expression: string, environment: object, model: object): unknown[];
};
const r4: object = require("fhirpath/fhir-context/r4");

/** weights of the value set LL358-3 */
const weights: Readonly<Record<string, number>> = { "LA6568-5": 0, "LA6569-3": 1, "LA6570-1": 2, "LA6571-9": 3 };

/** Answers a questionnaire by the rules of `enableWhen`, and by fhirpath.js for expressions. */
export function fhirOracle(questionnaire: { item: Item[]; extension?: Item["extension"] }): Oracle {
  const answers = new Map<string, object[]>();
  const rows = new Map<string, Record<string, Json>[]>();
  const items = new Map<string, Item>();
  const parents = new Map<string, string>();
  const visit = (list: readonly Item[], parent: string) => {
    for (const one of list) {
      items.set(one.linkId, one);
      parents.set(one.linkId, parent);
      visit(one.item ?? [], one.linkId);
    }
  };
  visit(questionnaire.item, "");
  const responseOf = (list: readonly Item[]): object[] =>
    list.flatMap(({ linkId, item, repeats, type }): object[] => {
      if (repeats && type === "group")
        return (rows.get(linkId) ?? []).map((row) => ({
          linkId,
          item: (item ?? []).flatMap((field) =>
            field.linkId in row ? [{ linkId: field.linkId, answer: [answerOf(field, row[field.linkId] as Json)] }] : [],
          ),
        }));
      const inner = item ? responseOf(item) : [];
      const answer = answers.get(linkId);
      if (!answer && inner.length === 0) return [];
      return [{ linkId, ...(answer && { answer }), ...(inner.length > 0 && { item: inner }) }];
    });
  const evaluated = (expression: string, item?: Item): unknown => {
    const resource = { resourceType: "QuestionnaireResponse", item: responseOf(questionnaire.item) };
    const environment: Record<string, unknown> = { resource, questionnaire };
    for (const { url, valueExpression } of [...(questionnaire.extension ?? []), ...(item?.extension ?? [])])
      if (url.endsWith("/variable"))
        environment[valueExpression.name ?? ""] = fhirpath.evaluate(
          resource,
          valueExpression.expression,
          environment,
          r4,
        );
    return fhirpath.evaluate(resource, expression, environment, r4)[0];
  };
  /** Computes the items that are computed there too. */
  const compute = () => {
    for (const item of items.values()) {
      const own = item.extension?.find(({ url }) => url.endsWith("calculatedExpression"));
      const value = own && evaluated(own.valueExpression.expression, item);
      if (own && value === undefined) answers.delete(item.linkId);
      else if (own) answers.set(item.linkId, [answerOf(item, Number(value))]);
    }
  };
  const isEnabled = (item: Item): boolean => {
    const whens = (item.enableWhen ?? []).map((when) => holds(when, answers.get(when.question) ?? []));
    const byWhen = whens.length === 0 || (item.enableBehavior === "any" ? whens.some(Boolean) : whens.every(Boolean));
    const own = item.extension?.find(({ url }) => url.endsWith("enableWhenExpression"));
    return byWhen && (!own || evaluated(own.valueExpression.expression) === true);
  };
  const isAsked = (id: string): boolean | null => {
    const item = items.get(id);
    if (!item) return null;
    const parent = parents.get(id) ?? "";
    return (parent === "" || isAsked(parent) === true) && isEnabled(item);
  };
  compute();
  return {
    isAsked(id) {
      try {
        return isAsked(id);
      } catch {
        // an expression that compares values of different types has no meaning
        return null;
      }
    },
    answer(id, value) {
      const item = items.get(id);
      if (!item || value === null) return;
      if (item.repeats && item.type === "group") rows.set(id, value as Record<string, Json>[]);
      else
        answers.set(
          id,
          (Array.isArray(value) ? value : [value]).map((one) => answerOf(item, one)),
        );
      compute();
    },
  };
}

function answerOf({ type, answerOption = [] }: Item, value: Json): object {
  if (type === "boolean") return { valueBoolean: value === "yes" };
  if (type === "integer") return { valueInteger: value };
  if (type === "decimal") return { valueDecimal: value };
  if (type === "date") return { valueDate: value };
  if (type === "dateTime") return { valueDateTime: `${value}:00` };
  if (type === "time") return { valueTime: `${value}:00` };
  const isOption = answerOption.some(
    ({ valueCoding }) => (valueCoding as { code?: string } | undefined)?.code === value,
  );
  if (type !== "choice" && !isOption) return { valueString: value };
  const code = String(value);
  const extension = [{ url: "http://hl7.org/fhir/StructureDefinition/ordinalValue", valueDecimal: weights[code] }];
  return { valueCoding: { code, ...(code in weights && { extension }) } };
}

type Compare = (a: number, b: number) => boolean;
const orders: Readonly<Record<string, Compare>> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
};

const isCoding = (value: unknown): value is { code: string } => typeof value === "object" && value !== null;

/** https://hl7.org/fhir/R4/valueset-questionnaire-enable-operator.html */
function holds(when: { operator: string; [key: string]: unknown }, given: object[]): boolean {
  const wanted = Object.entries(when).find(([key]) => key.startsWith("answer"))?.[1];
  const plain = (value: unknown): unknown => (isCoding(value) ? value.code : value);
  // values of different types are never equal
  const values = given
    .map((answer) => Object.values(answer)[0])
    .map((value) => (isCoding(value) === isCoding(wanted) ? plain(value) : {}));
  if (when.operator === "exists") return values.length > 0 === wanted;
  if (when.operator === "=") return values.includes(plain(wanted));
  if (when.operator === "!=") return !values.includes(plain(wanted));
  const comparable = (value: unknown) => {
    const time = /^(\d\d):(\d\d)/.exec(String(value));
    if (time) return Number(time[1]) * 60 + Number(time[2]);
    return /^\d{4}-/.test(String(value)) ? Date.parse(String(value)) : Number(value);
  };
  return values.some((value) => orders[when.operator]?.(comparable(value), comparable(wanted)));
}
