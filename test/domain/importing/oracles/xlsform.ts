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
  constraint?: string | undefined;
}

/** Answers an XLSForm by Enketo's evaluator. Questions that aren't relevant are empty. */
export function xlsformOracle({ survey = [], choices = [] }: Workbook): Oracle {
  const { fields, levels, repeats } = fieldsOf(survey, choices);
  const groups = new Map(
    [...repeats].flatMap(([name, { columns }]) => columns.map((column) => [column, name] as const)),
  );
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
  // its file isn't attached
  evaluator.customXPathFunction.add("pulldata", { fn: () => "", args: Array(4).fill({ t: "string" }), ret: "string" });
  evaluator.customXPathFunction.add("difference-in-months", { fn: monthsBetween, args, ret });
  const evaluate = (source: string, name: string, type: number) =>
    evaluator.evaluate(withPaths(source, groups), nodes.get(name) ?? document.documentElement, null, type);
  const isRelevant = ({ relevants, name }: Pick<Field, "relevants" | "name">): boolean =>
    relevants.every((source) => evaluate(source, name, window.XPathResult.BOOLEAN_TYPE).booleanValue);
  const set = (name: string, text: string) => {
    const node = nodes.get(name);
    if (node) node.textContent = text === "NaN" ? "" : text;
  };
  /** Each row is a group with all questions, which can be empty. */
  const setRows = (name: string, columns: readonly string[], rows: readonly Record<string, Json>[]) => {
    for (const row of rows) {
      const group = document.createElement(name);
      for (const column of columns) {
        const node = document.createElement(column);
        node.textContent = textOf(row[column] ?? null);
        group.append(node);
      }
      document.documentElement.append(group);
    }
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
      const repeat = repeats.get(id);
      if (repeat) compute();
      if (repeat) return isRelevant({ name: id, relevants: repeat.relevants });
      const field = fields.get(id);
      if (!field || field.calculation !== undefined) return otherOf(id, fields, nodes);
      compute();
      return isRelevant(field);
    },
    idAt: (source) => survey.find(({ number }) => source === `survey row ${number}`)?.cells.get("name") ?? null,
    accepts(id, value) {
      const field = fields.get(id);
      if (!field || levels.has(id)) return null;
      set(id, textOf(value));
      const { constraint } = field;
      return !constraint || evaluate(constraint, id, window.XPathResult.BOOLEAN_TYPE).booleanValue;
    },
    answer(id, value) {
      const ranked = levels.get(id);
      const repeat = repeats.get(id);
      if (repeat) setRows(id, repeat.columns, (value ?? []) as Record<string, Json>[]);
      else if (ranked)
        for (const [at, name] of ranked.entries()) set(name, textOf((value as Json[] | null)?.[at] ?? null));
      else if (typeof value === "object" && value !== null && !Array.isArray(value))
        for (const [row, column] of Object.entries(value)) set(row, textOf(column ?? null));
      else set(id, textOf(value));
    },
  };
}

/** A function of Enketo beside its evaluator (https://getodk.github.io/xforms-spec/#fn:difference-in-months). */
function monthsBetween(from: string, to: string): number {
  const [first, last] = [new Date(from), new Date(to.slice(0, 10))];
  const months = (last.getFullYear() - first.getFullYear()) * 12 + last.getMonth() - first.getMonth();
  return last.getDate() < first.getDate() ? months - 1 : months;
}

/**
 * The evaluator knows neither names nor labels of choices. A number that is missing is an empty text here, as ODK Collect stores it.
 */
const withPaths = (source: string, groups: ReadonlyMap<string, string>): string =>
  source
    .replaceAll("'NaN'", "''")
    .replace(/jr:choice-name\(([^,]+),[^)]*\)/g, "string($1)")
    .replace(/\$\{\s*(\w+)\s*\}/g, (_, name: string) => {
      const group = groups.get(name);
      return group === undefined ? ` /data/${name} ` : ` /data/${group}/${name} `;
    });

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

/** Returns questions, and the names of the ranks of a ranking. Rows of a rating, and cells of a matrix, are answered too. */
function fieldsOf(rows: readonly Row[], choices: readonly Row[]) {
  const fields = new Map<string, Field>();
  const levels = new Map<string, string[]>();
  const repeats = new Map<string, { relevants: string[]; columns: string[] }>();
  const around: string[] = [];
  /** groups and repeats around a row, `null` for a group */
  const open: (string | null)[] = [];
  let block: Row | null = null;
  for (const row of rows) {
    const { cells } = row;
    const [type, name] = [cells.get("type") ?? "", cells.get("name") ?? ""];
    const own = cells.get("relevant") ?? "";
    const relevants = [...around, own].filter(Boolean);
    if (/^begin_(score|rank|kobomatrix)/.test(type)) {
      block = row;
      if (type !== "begin_kobomatrix") fields.set(name, { name, relevants, calculation: undefined });
      if (type === "begin_rank") levels.set(name, []);
    }
    const repeat = repeats.get(open.find((one) => one !== null) ?? "");
    if (/^begin[ _]repeat/.test(type) && !repeat) repeats.set(name, { relevants, columns: [] });
    if (/^begin/.test(type)) {
      around.push(own);
      open.push(/repeat/.test(type) ? name : null);
    } else if (/^end[ _]/.test(type)) {
      around.pop();
      open.pop();
      block = null;
    } else if (repeat) repeat.columns.push(name);
    else if (!metadata.test(type)) {
      const calculation = type === "today" ? "today()" : cells.get("calculation");
      levels.get(block?.cells.get("name") ?? "")?.push(name);
      for (const cell of cellsOf(block, choices, name))
        fields.set(cell, { name: cell, relevants, calculation, constraint: cells.get("constraint") });
    }
  }
  return { fields, levels, repeats };
}

/** Returns the names of a column's cells, one for each choice. */
function cellsOf(block: Row | null, choices: readonly Row[], name: string): string[] {
  const list = block?.cells.get("kobo--matrix_list");
  if (!block || list === undefined) return [name];
  const items = choices.filter(({ cells }) => cells.get("list_name") === list);
  return items.map(({ cells }) => `${block.cells.get("name")}_${cells.get("name")}_${name}`);
}
