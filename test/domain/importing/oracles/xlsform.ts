import { createRequire } from "node:module";
import type { Row, Workbook } from "../../../../services/forms/importing/xlsform/workbook.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

const require = createRequire(import.meta.url);
/** Its types would change those of `fetch` in all tests. */
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("<data/>", { contentType: "text/xml" });
for (const name of ["Node", "Element", "XPathResult", "XPathEvaluator"] as const)
  Object.assign(globalThis, { [name]: window[name] });
/** Loaded after its globals. */
const openEvaluator = require("openrosa-xpath-evaluator");

interface Field {
  name: string;
  relevants: string[];
  calculation: string | undefined;
}

/** Answers an XLSForm by Enketo's evaluator. Questions that aren't relevant are empty. */
export function xlsformOracle({ survey = [] }: Workbook): Oracle {
  const fields = fieldsOf(survey);
  const document = new window.DOMParser().parseFromString("<data/>", "text/xml");
  const nodes = new Map(
    [...fields.values()].map(({ name }) => {
      const node = document.createElement(name);
      document.documentElement.append(node);
      return [name, node];
    }),
  );
  const evaluator = openEvaluator();
  const [args, ret] = [[{ t: "string" }, { t: "string" }], "number"];
  evaluator.customXPathFunction.add("difference-in-months", { fn: monthsBetween, args, ret });
  const evaluate = (source: string, name: string, type: number) =>
    evaluator.evaluate(withPaths(source), nodes.get(name), null, type);
  const isRelevant = ({ relevants, name }: Field): boolean =>
    relevants.every((source) => evaluate(source, name, window.XPathResult.BOOLEAN_TYPE).booleanValue);
  const set = (name: string, text: string) => {
    const node = nodes.get(name);
    if (node) node.textContent = text === "NaN" ? "" : text;
  };
  const compute = () => {
    for (const field of fields.values())
      if (field.calculation !== undefined)
        set(
          field.name,
          isRelevant(field) ? evaluate(field.calculation, field.name, window.XPathResult.STRING_TYPE).stringValue : "",
        );
  };
  return {
    isAsked(id) {
      const field = fields.get(id);
      if (!field || field.calculation !== undefined) return otherOf(id, fields, nodes);
      compute();
      return isRelevant(field);
    },
    answer: (id, value) => set(id, textOf(value)),
  };
}

/** A function of Enketo beside its evaluator (https://getodk.github.io/xforms-spec/#fn:difference-in-months). */
function monthsBetween(from: string, to: string): number {
  const [first, last] = [new Date(from), new Date(to.slice(0, 10))];
  const months = (last.getFullYear() - first.getFullYear()) * 12 + last.getMonth() - first.getMonth();
  return last.getDate() < first.getDate() ? months - 1 : months;
}

/** The evaluator knows neither names nor labels of choices. */
const withPaths = (source: string): string =>
  source.replace(/jr:choice-name\(([^,]+),[^)]*\)/g, "string($1)").replace(/\$\{\s*(\w+)\s*\}/g, " /data/$1 ");

/** The text question that `or_other` adds. */
function otherOf(
  id: string,
  fields: ReadonlyMap<string, Field>,
  nodes: ReadonlyMap<string, { textContent: string | null }>,
): boolean | null {
  const name = id.replace(/_other$/, "");
  return id !== name && fields.has(name) ? nodes.get(name)?.textContent === "other" : null;
}

const textOf = (value: Json): string => (Array.isArray(value) ? value.join(" ") : value === null ? "" : String(value));

const metadata = /^(start|end|deviceid)$/;

function fieldsOf(rows: readonly Row[]): Map<string, Field> {
  const fields = new Map<string, Field>();
  const around: string[] = [];
  for (const { cells } of rows) {
    const [type, name] = [cells.get("type") ?? "", cells.get("name") ?? ""];
    const own = cells.get("relevant") ?? "";
    if (/^begin/.test(type)) around.push(own);
    else if (/^end[ _]/.test(type)) around.pop();
    else if (!metadata.test(type)) {
      const calculation = type === "today" ? "today()" : cells.get("calculation");
      fields.set(name, { name, relevants: [...around, own].filter(Boolean), calculation });
    }
  }
  return fields;
}
