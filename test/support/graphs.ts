import fc from "fast-check";
import type { Precision } from "../../shared/domain/dates.ts";
import type { CompiledGraph } from "../../shared/domain/graph/compile.ts";
import { patternsOfEdge } from "../../shared/domain/graph/patternTally.ts";
import type {
  Comparison,
  Condition,
  Edge,
  Graph,
  GraphNode,
  Json,
  Operand,
  Page,
} from "../../shared/domain/graph/types.ts";
import {
  type CheckContext,
  type CompiledQuestion,
  type Domain,
  type QuestionType,
  questionTypes,
} from "../../shared/domain/questions/question.ts";
import { readQuestion } from "../../shared/domain/questions/read.ts";
import { faultTexts } from "./problems.ts";

/** Random graphs and answers for property-based tests. */

const issued = "https://files.example/";
export const context: CheckContext = { today: "2026-06-01", isIssuedFile: (url) => url.startsWith(issued) };

/** Names of Object.prototype's members. */
const hostileNames = ["hasOwnProperty", "toString", "valueOf", "isPrototypeOf"];
const names = [...hostileNames, "a", "b", "c", "d", "e", "0", "1"];
const hiddenFields = ["plan", "source", "toString"];

const options = (min: number) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: min, maxLength: 6 })
    .map((values) => values.map((value) => ({ value, label: value.toUpperCase() })));
const choices = options(2).chain((options) =>
  fc.record(
    { options: fc.constant(options), allow_other: fc.boolean(), scoring: optionPoints(options) },
    { requiredKeys: ["options"] },
  ),
);
const bounds = fc
  .tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 0, max: 40 }), fc.constantFrom(1, 2, 0.5))
  .map(([min, size, step]) => ({ min, max: min + size, step }));
const points = fc.integer({ min: -1000, max: 1000 });

function optionPoints(options: { value: string }[]): fc.Arbitrary<object> {
  const values = options.map(({ value }) => value);
  return fc
    .dictionary(fc.constantFrom(...values), points, { noNullPrototype: true })
    .map((points) => ({ mode: "options", points }));
}

/** Generates a valid config of each type. */
const configs: Record<QuestionType, fc.Arbitrary<object>> = {
  welcome_screen: fc.constantFrom({}, { button_text: "Go" }),
  end_screen: fc.record({ show_score: fc.boolean() }, { requiredKeys: [] }),
  short_text: fc.record({ max_length: fc.integer({ min: 5, max: 50 }) }, { requiredKeys: [] }),
  // without max_length, a few regular expressions would exceed a step's cost
  long_text: fc.record(
    { min_length: fc.integer({ min: 0, max: 5 }), max_length: fc.integer({ min: 5, max: 200 }) },
    { requiredKeys: ["max_length"] },
  ),
  email: fc.constant({}),
  phone: fc.constant({}),
  number: fc.oneof(
    fc.constant({}),
    bounds,
    bounds.map((limits) => ({ ...limits, scoring: { mode: "value", multiplier: 2 } })),
  ),
  date: fc.constantFrom(
    {},
    { min: "2020-01-01", max: "2030-12-31" },
    { max: { days_from_today: 30 } },
    { precision: "minute", min: "2020-01-01T08:30" },
    { precision: "time", max: "20:00" },
  ),
  multiple_choice: choices,
  dropdown: choices,
  yes_no: fc.constantFrom({}, { scoring: { mode: "options", points: { yes: 3, no: -1 } } }),
  checkbox: choices.map(({ options, ...config }) => ({
    ...config,
    options: options.map((option, index) => (index === 2 ? { ...option, exclusive: true } : option)),
  })),
  picture_choice: fc.tuple(options(1), fc.boolean()).map(([options, multiple]) => ({
    multiple,
    options: options.map((option) => ({ ...option, image_url: "https://example.com/a.png", alt: option.label })),
  })),
  ranking: options(2).map((options) => ({ options, min_ranked: 1 + (options.length % 2) })),
  star_rating: fc.record({ max: fc.integer({ min: 3, max: 10 }) }, { requiredKeys: [] }),
  number_scale: bounds,
  opinion_scale: fc.constantFrom({}, { min: 1, max: 5 }, { scoring: { mode: "value" } }),
  emoji_rating: fc.constant({}),
  matrix: fc.tuple(options(1), options(2), fc.boolean()).map(([rows, columns, requireAllRows]) => ({
    rows: rows.map(({ value, label }) => ({ key: value, label })),
    columns,
    require_all_rows: requireAllRows,
  })),
  file_upload: fc.record({ max_files: fc.integer({ min: 1, max: 3 }) }, { requiredKeys: [] }),
  records: fc
    .tuple(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }), fc.nat(2), fc.boolean())
    .map(([keys, least, isRequired]) => ({
      fields: keys.map((key, at) => recordField(key, at, isRequired)),
      min_rows: least,
      max_rows: 3,
    })),
};

function recordField(key: string, at: number, isRequired: boolean): object {
  const fields = [
    { question_type: "short_text", config: { max_length: 20 } },
    { question_type: "number", is_required: isRequired },
    { question_type: "yes_no", is_required: isRequired },
    { question_type: "checkbox", config: { options: [{ value: "a", label: "A" }] } },
  ];
  return { key, title: key.toUpperCase(), ...fields[at] };
}

/** Generates a node with a valid type and config. `types` limits its type. */
export function soundNode(id: string, types: readonly QuestionType[] = questionTypes): fc.Arbitrary<GraphNode> {
  return fc
    .constantFrom(...types)
    .chain((questionType) => fc.tuple(fc.constant(questionType), configs[questionType], fc.boolean()))
    .map(([questionType, config, isRequired]) => ({
      id,
      question_type: questionType,
      data: { title: `Node ${id}`, is_required: isRequired, config: config as Record<string, unknown> },
    }));
}

/**
 * Generates a valid graph: up to nine consecutive nodes and one or two end screens, with conditional jumps forward. A third of
 * them have a fallback. With `hasShowIf`, some nodes have a condition, whose patterns may exceed the cost of a step.
 */
export function publishableGraph(hasShowIf = false): fc.Arbitrary<Graph> {
  const ids = fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/), { minLength: 1, maxLength: 9 });
  return fc
    .tuple(ids, fc.subarray(hostileNames), fc.boolean())
    .chain(([plain, hostile, hasTwoEnds]) => {
      const row = [...new Set([...hostile, ...plain])].filter((id) => !["constructor", "prototype"].includes(id));
      const ends = hasTwoEnds ? ["end-1-of-row", "end-2-of-row"] : ["end-1-of-row"];
      const before = questionTypes.filter((type) => type !== "end_screen");
      return fc.tuple(...row.map((id) => soundNode(id, before)), ...ends.map((id) => soundNode(id, ["end_screen"])));
    })
    .chain((nodes) => (hasShowIf ? guarded(nodes) : fc.constant(nodes)))
    .chain((nodes) => joined(nodes));
}

/** Adds a `show_if` that reads earlier nodes to some questions after the first. */
function guarded(nodes: GraphNode[]): fc.Arbitrary<GraphNode[]> {
  const questions = nodes.map(questionOf);
  return fc.tuple(
    ...nodes.map((node, at): fc.Arbitrary<GraphNode> => {
      if (at === 0 || questions[at]?.is_end) return fc.constant(node);
      const showIf = fc.option(soundCondition(readableUpTo(at - 1, nodes, questions)), { freq: 2 });
      return showIf.map((condition) => (condition ? { ...node, data: { ...node.data, show_if: condition } } : node));
    }),
  );
}

/** Puts some nodes on pages. Every edge from outside leads to a page's first node. */
export function withPages(graph: Graph): fc.Arbitrary<Graph> {
  const { nodes, edges } = graph;
  const ends = new Set(nodes.filter((node) => node.question_type === "end_screen").map(({ id }) => id));
  const sources = (id: string) => edges.filter(({ to }) => to === id).map(({ from }) => from);
  /** Returns nodes that only these lead to, or null. */
  const follower = (page: string[], taken: ReadonlySet<string>) =>
    nodes.find(({ id }) => {
      const before = sources(id);
      return !ends.has(id) && !taken.has(id) && before.length > 0 && before.every((from) => page.includes(from));
    })?.id;
  return fc.array(fc.nat({ max: 4 }), { minLength: nodes.length, maxLength: nodes.length }).map((sizes) => {
    const taken = new Set<string>();
    const pages: Page[] = [];
    for (const [index, { id }] of nodes.entries()) {
      if (ends.has(id) || taken.has(id) || sizes[index] === 0) continue;
      const page = [id];
      taken.add(id);
      while (page.length < (sizes[index] ?? 0) + 1) {
        const next = follower(page, taken);
        if (next === undefined) break;
        page.push(next);
        taken.add(next);
      }
      pages.push({ id: `page-${index}`, title: `Page ${index}`, node_ids: page });
    }
    return { ...graph, pages };
  });
}

function readableUpTo(at: number, nodes: GraphNode[], questions: CompiledQuestion[]): [string, Domain][] {
  return nodes.slice(0, at + 1).flatMap((node, index): [string, Domain][] => {
    const domain = questions[index]?.domain;
    return domain ? [[node.id, domain]] : [];
  });
}

function joined(nodes: GraphNode[]): fc.Arbitrary<Graph> {
  const questions = nodes.map(questionOf);
  const count = questions.filter((question) => !question.is_end).length;
  const secondEnd = nodes[count + 1];
  const hasFallback = secondEnd ? fc.constantFrom(true, false, false) : fc.constant(false);
  return hasFallback.chain((hasFallback) =>
    fc
      .tuple(...nodes.slice(0, count).map((_, at) => edgesOf(at, nodes, questions, hasFallback)))
      // An end screen that isn't reachable by a fallback is connected to the first node.
      .map((edges) => [...(secondEnd && !hasFallback ? [jump(nodes[0], secondEnd)] : []), ...edges.flat()])
      .chain((edges) =>
        fc.shuffledSubarray(nodes, { minLength: nodes.length }).map((shuffled) => ({ edges, shuffled })),
      )
      .map(({ edges, shuffled }) => ({
        schema_version: "2.0",
        entry_node_id: nodes[0]?.id ?? null,
        fallback_end_node_id: hasFallback && secondEnd ? secondEnd.id : null,
        nodes: shuffled,
        edges,
        hidden_fields: hiddenFields,
      })),
  );
}

function jump(from: GraphNode | undefined, to: GraphNode): Edge {
  return { from: from?.id ?? "", to: to.id, condition: { left: { type: "score" }, op: "gt", right: 500 } };
}

/** Generates jumps forward, then the edge to the next node, then one without a condition if there is no fallback. */
function edgesOf(at: number, nodes: GraphNode[], questions: CompiledQuestion[], hasFallback: boolean) {
  const from = (nodes[at] as GraphNode).id;
  const later = nodes.slice(at + 1).map((node) => node.id);
  const condition = soundCondition(readableUpTo(at, nodes, questions));
  const edge = (to: fc.Arbitrary<string>) => fc.record({ from: fc.constant(from), to, condition });
  const anyLater = fc.constantFrom(...later);
  return fc
    .tuple(fc.array(edge(anyLater), { maxLength: 3 }), edge(fc.constant(later[0] as string)), anyLater, fc.boolean())
    .map(([jumps, next, last, isOpen]): Edge[] =>
      hasFallback && isOpen ? [...jumps, next] : [...jumps, next, { from, to: last, condition: null }],
    )
    .filter((edges) => edges.flatMap(patternsOfEdge).length <= patternsPerStep);
}

/** Few enough regular expressions to stay within a step's cost, even on hidden fields. */
const patternsPerStep = 6;

/** Generates a condition on these answers, the score and the hidden fields, without errors. */
export function soundCondition(readable: [string, Domain][], depth = 2): fc.Arbitrary<Condition> {
  const leaf = soundComparison(readable);
  if (depth === 0) return leaf;
  const part = soundCondition(readable, depth - 1);
  const parts = fc.array(part, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 4, arbitrary: leaf },
    parts.map((all) => ({ all })),
    parts.map((any) => ({ any })),
    part.map((not) => ({ not })),
  );
}

function soundComparison(readable: [string, Domain][]): fc.Arbitrary<Comparison> {
  const score = comparing({ type: "score" }, { family: "num", min: null, max: null, step: 1 });
  const hidden = fc
    .constantFrom(...hiddenFields)
    .chain((key) => comparing({ type: "hidden", key }, { family: "text" }));
  if (readable.length === 0) return fc.oneof(score, hidden);
  const answer = fc.constantFrom(...readable).chain(([nodeId, domain]) => comparingAnswer(nodeId, domain));
  return fc.oneof(score, hidden, { weight: 6, arbitrary: answer });
}

function comparingAnswer(nodeId: string, domain: Domain): fc.Arbitrary<Comparison> {
  const type = "answer";
  if (domain.family === "rank") {
    const place: Domain = { family: "num", min: 1, max: domain.values.length, step: 1 };
    return fc.constantFrom(...domain.values).chain((path) => comparing({ type, node_id: nodeId, path }, place));
  }
  if (domain.family === "row") {
    const cell: Domain = { family: "one", values: domain.columns, open: false };
    return fc.constantFrom(...domain.rows).chain((path) => comparing({ type, node_id: nodeId, path }, cell));
  }
  return comparing({ type, node_id: nodeId }, domain);
}

function comparing(left: Operand, domain: Domain): fc.Arbitrary<Comparison> {
  const answered = fc.record({ op: fc.constantFrom("answered", "not_answered") });
  return fc.oneof({ weight: 5, arbitrary: operatorOf(domain) }, answered).map((rest) => ({ left, ...rest }));
}

type Operation = { op: string; right?: Json; ci?: boolean };
const operation = (ops: string[], right: fc.Arbitrary<Json>): fc.Arbitrary<Operation> =>
  fc.record({ op: fc.constantFrom(...ops), right });

function operatorOf(domain: Domain): fc.Arbitrary<Operation> {
  const count = operation(["count_gte", "count_lte"], fc.integer({ min: 0, max: 5 }));
  switch (domain.family) {
    case "text":
      return textOperation();
    case "num":
      return ordered(["eq", "neq", "gt", "gte", "lt", "lte"], fc.integer({ min: -20, max: 40 }), "in");
    case "date":
      return ordered(
        ["eq", "before", "after", "on_or_before", "on_or_after"],
        dateIn(domain.precision, "2019-01-01", "2031-01-01"),
      );
    case "one":
    case "many": {
      const value = fc.constantFrom(...domain.values);
      const values = fc.array(value, { minLength: 1, maxLength: 3 });
      if (domain.family === "many") {
        return fc.oneof(count, operation(["includes_any", "includes_all", "includes_none", "equals_set"], values));
      }
      return fc.oneof(operation(["eq", "neq"], value), operation(["in", "not_in"], values));
    }
    case "count":
      return count;
    default:
      throw new Error(`${domain.family} needs a path`);
  }
}

function textOperation(): fc.Arbitrary<Operation> {
  const ops = ["eq", "neq", "contains", "not_contains", "starts_with", "ends_with"];
  return fc.oneof(
    fc.record({ op: fc.constantFrom(...ops), right: fc.string({ maxLength: 3 }), ci: fc.boolean() }),
    operation(["matches"], fc.constantFrom("^a", "[0-9]+", "b|c$")),
    operation(["length_gte", "length_lte"], fc.integer({ min: 0, max: 30 })),
  );
}

function ordered(ops: string[], value: fc.Arbitrary<Json>, list?: string): fc.Arbitrary<Operation> {
  const values = fc.array(value, { minLength: 1, maxLength: 4 });
  return fc.oneof(
    operation(ops, value),
    operation(["between"], fc.tuple(value, value)),
    ...(list ? [operation([list], values)] : []),
  );
}

/** Generates a valid value for a question: an answer, or none if it is optional or a screen. */
export function validAnswer(question: CompiledQuestion): fc.Arbitrary<Json> {
  if (!question.domain) return fc.constant(null);
  const answer = answerIn(question, question.domain).filter(
    (value) => question.check(value, context).kind === "answer",
  );
  return question.is_required ? answer : fc.oneof({ weight: 4, arbitrary: answer }, fc.constant(null));
}

/** Generates an answer for every node of a graph, on the path or not. */
export function validAnswers(graph: CompiledGraph): fc.Arbitrary<ReadonlyMap<string, Json>> {
  const nodes = [...graph.nodes.values()];
  return fc
    .tuple(...nodes.map(({ question }) => validAnswer(question)))
    .map((answers) => new Map(nodes.map(({ id }, index) => [id, answers[index] ?? null])));
}

/** Generates values of hidden fields for `publishableGraph`. Each can be missing or empty. */
export function hiddenValues(): fc.Arbitrary<Record<string, string>> {
  return fc.dictionary(fc.constantFrom(...hiddenFields), fc.constantFrom("", "pro", "a", "ab"));
}

function answerIn(question: CompiledQuestion, domain: Domain): fc.Arbitrary<Json> {
  switch (domain.family) {
    case "text":
      return textFor(question);
    case "num": {
      const step = domain.step ?? 1;
      const from = domain.min ?? (domain.max === null ? 0 : Math.min(0, domain.max));
      const steps = domain.max === null ? 30 : Math.floor((domain.max - from) / step);
      return fc.integer({ min: 0, max: Math.max(0, steps) }).map((times) => from + times * step);
    }
    case "date":
      return dateIn(domain.precision, domain.min ?? "1990-01-01", domain.max ?? "2026-05-31", domain);
    case "one":
      return domain.open ? fc.oneof(fc.constantFrom(...domain.values), otherText) : fc.constantFrom(...domain.values);
    case "many":
      return someOf(domain);
    case "rank":
      return fc.shuffledSubarray(domain.values, { minLength: domain.min });
    case "row":
      return cellsOf(domain);
    case "count":
      if (question.type === "records") return rowsOf(question, domain);
      return fc
        .uniqueArray(fc.uuid({ version: 4 }), { minLength: 1, maxLength: domain.max })
        .map((ids) => ids.map((id) => `${issued}${id}`));
  }
}

/** Rows with at least a value each. */
function rowsOf({ config }: CompiledQuestion, { min, max }: { min: number; max: number }): fc.Arbitrary<Json> {
  const values: Record<string, fc.Arbitrary<Json>> = {
    short_text: fc.constantFrom("Mira", "Elias", "42"),
    number: fc.integer({ min: -5, max: 30 }),
    yes_no: fc.constantFrom("yes", "no"),
    checkbox: fc.constant(["a"]),
  };
  const fields = config.fields as { key: string; question_type: string; is_required?: boolean }[];
  const cells = Object.fromEntries(
    fields.map(({ key, question_type: type }) => [key, values[type] as fc.Arbitrary<Json>]),
  );
  const required = fields.filter(({ is_required }, at) => is_required || at === 0).map(({ key }) => key);
  return fc.array(fc.record(cells, { requiredKeys: required }), { minLength: min, maxLength: max });
}

const otherText = fc.constantFrom("something else", "Ärger", "42");

function textFor({ type, config }: CompiledQuestion): fc.Arbitrary<Json> {
  if (type === "email") return fc.constantFrom("ada@example.com", "grace.hopper@example.org");
  if (type === "phone") return fc.constantFrom("+12133734253", "+442083661177");
  const { min_length = 0, max_length = 50 } = config as { min_length?: number; max_length?: number };
  return fc.string({ unit: "grapheme-ascii", minLength: Math.max(1, min_length), maxLength: Math.min(max_length, 60) });
}

function someOf({ values, exclusive, min, max }: Extract<Domain, { family: "many" }>): fc.Arbitrary<Json> {
  const together = values.filter((value) => !exclusive.includes(value));
  const several = fc.shuffledSubarray(together, { minLength: min, maxLength: Math.min(max, together.length) });
  return exclusive.length > 0 ? fc.oneof(several, fc.constantFrom(...exclusive.map((value) => [value]))) : several;
}

function cellsOf({ rows, columns, all_rows }: Extract<Domain, { family: "row" }>): fc.Arbitrary<Json> {
  return fc
    .shuffledSubarray(rows, { minLength: all_rows ? rows.length : 1 })
    .chain((chosen) => fc.tuple(...chosen.map((row) => fc.tuple(fc.constant(row), fc.constantFrom(...columns)))))
    .map((cells) => Object.fromEntries(cells));
}

/** A value at a precision. `from` and `to` are days, or limits of the domain. */
function dateIn(
  precision: Precision,
  from: string,
  to: string,
  { min, max }: { min?: string | null; max?: string | null } = {},
): fc.Arbitrary<string> {
  const time = fc
    .integer({ min: 0, max: 1_439 })
    .map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 16));
  if (precision === "day") return isoDate(from, to);
  const value =
    precision === "time"
      ? time
      : fc.tuple(isoDate(from.slice(0, 10), to.slice(0, 10)), time).map(([day, at]) => `${day}T${at}`);
  return value.filter((one) => (!min || one >= min) && (!max || one <= max));
}

function isoDate(from: string, to: string): fc.Arbitrary<string> {
  const day = { min: new Date(`${from}T00:00:00Z`), max: new Date(`${to}T00:00:00Z`), noInvalidDate: true };
  return fc.date(day).map((date) => date.toISOString().slice(0, 10));
}

function questionOf(node: GraphNode): CompiledQuestion {
  const parsed = readQuestion(node);
  if (!parsed.ok)
    throw new Error(`${node.question_type} ${JSON.stringify(node.data.config)}: ${faultTexts(parsed.faults)}`);
  return parsed.value;
}

/** Generates any draft that PUT accepts: dangling edges, duplicate ids, unknown types and any JSON as a condition. */
export function anyDraft(): fc.Arbitrary<Graph> {
  const id = fc.constantFrom(...names);
  const config = fc.oneof(
    ...Object.values(configs),
    fc.dictionary(
      fc.constantFrom("options", "min", "max", "scoring", "rows", "x"),
      fc.jsonValue() as fc.Arbitrary<Json>,
    ),
  );
  const text = fc.constantFrom(
    "",
    " ",
    "Title",
    "Hello {{answer:a}} {{hidden:plan}}",
    "{{answer:}} {{hidden:toString}}",
  );
  const data = fc.record(
    {
      title: text,
      description: text,
      is_required: fc.boolean(),
      config: config as fc.Arbitrary<Record<string, unknown>>,
    },
    { requiredKeys: [] },
  );
  const questionType = fc.constantFrom(...questionTypes, "toString", "", "slider");
  const operand = fc.oneof(
    fc.record({ type: fc.constantFrom("answer", "score", "hidden", "toString"), node_id: id, key: id, path: id }),
    fc.record({ type: fc.constant("answer"), node_id: id, path: id }, { requiredKeys: ["type", "node_id"] }),
  );
  const op = fc.oneof(operatorOf({ family: "text" }), operatorOf({ family: "num", min: 0, max: 9, step: 1 }));
  const comparison = fc.tuple(op, operand, fc.boolean()).map(([op, left, isOwn]) => (isOwn ? op : { ...op, left }));
  const condition = fc.oneof(fc.constant(null), comparison, fc.record({ all: fc.array(comparison) }), fc.jsonValue());
  return fc.record(
    {
      schema_version: fc.constant("2.0" as const),
      entry_node_id: fc.option(id),
      fallback_end_node_id: fc.option(id),
      nodes: fc.array(fc.record({ id, question_type: questionType, data }), { maxLength: 12 }),
      edges: fc.array(fc.record({ from: id, to: id, condition }), { maxLength: 20 }),
      hidden_fields: fc.array(id, { maxLength: 3 }),
    },
    { requiredKeys: ["schema_version", "nodes", "edges"] },
  ) as fc.Arbitrary<Graph>;
}
