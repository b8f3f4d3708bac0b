import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { simulate } from "../../../../shared/domain/graph/simulate.ts";
import type { Graph, GraphNode, Json } from "../../../../shared/domain/graph/types.ts";

/** The original form in its own engine, which one respondent answers. */
export interface Oracle {
  /** Whether the question is asked now. Null if the original has no such question. */
  isAsked(id: string): boolean | null;
  /** Answers a question, or skips it with null. */
  answer(id: string, value: Json): void;
  /** Whether the question takes the answer. Null if the original has no such question. */
  accepts?(id: string, value: Json): boolean | null;
  /** The question at a place that issues name. */
  idAt?(source: string): string | null;
}

/** Random numbers from 0 to 1 with a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Answers the original at random, question by question, and the imported form with the same answers. Returns the questions that only
 * one of them asks and that no issue names.
 */
export function differences(result: ImportResult, oracle: Oracle, seed: number): string[] {
  const random = randomOf(seed);
  const noted = new Set(result.issues.filter(({ code }) => changesAsking(code)).map(({ node_id }) => node_id));
  const answers: Record<string, Json> = {};
  const asked = new Map<string, boolean>();
  for (const node of result.graph.nodes as GraphNode[]) {
    const isAsked = oracle.isAsked(node.id);
    if (isAsked === null) continue;
    asked.set(node.id, isAsked);
    const value = isAsked ? randomAnswer(node, random) : null;
    answers[node.id] = value;
    oracle.answer(node.id, value);
  }
  const { traversal_path, stopped } = simulate(relaxed(result.graph as Graph), { answers, today });
  const assumed = new Set(result.issues.filter(({ code }) => changesAsking(code)).map(({ source }) => source));
  const leftOut = result.issues.flatMap(({ code, source }) =>
    code === "never_asked" && !assumed.has(source) ? (idAt(source, oracle) ?? []) : [],
  );
  const wanted = leftOut.filter((id) => oracle.isAsked(id));
  if (wanted.length > 0) return wanted.map((id) => `${id} is asked only there with ${JSON.stringify(answers)}`);
  if (stopped) return [`stopped: ${JSON.stringify(stopped)}`];
  const path = new Set(traversal_path);
  return [...asked].flatMap(([id, isAsked]) =>
    path.has(id) === isAsked || noted.has(id)
      ? []
      : [`${id} is asked only ${isAsked ? "there" : "here"} with ${JSON.stringify(answers)}`],
  );
}

/** Returns the question at a place of the document, which `source` of an issue names. */
const idAt = (source: string, oracle: Oracle): string | null =>
  oracle.idAt?.(source) ?? /“(.*)”$/s.exec(source)?.[1] ?? /^linkId (\S+)$/.exec(source)?.[1] ?? null;

/** Today of both engines. */
export const today = new Date().toISOString().slice(0, 10);

/** Codes of issues that say that other people are asked. */
const changesAsking = (code: string): boolean =>
  ["condition", "condition_meaning", "show_if", "enable_if"].includes(code);

/** Leaves out limits of answers, because the original doesn't check them here. */
function relaxed(graph: Graph): Graph {
  const nodes = graph.nodes.map(({ data: { is_required: _, valid_if: __, ...data }, ...node }) => {
    const { pattern, min_length, max_length, min_selections, max_selections, require_all_rows, ...rest } =
      data.config ?? {};
    const { min: _min, max: _max, ...unlimited } = rest;
    const config = node.question_type === "date" ? unlimited : rest;
    const offered = (config.options as { show_if?: unknown }[] | undefined)?.map(({ show_if, ...option }) => option);
    return { ...node, data: { ...data, config: { ...config, ...(offered && { options: offered }) } } };
  });
  return { ...graph, nodes };
}

interface Config {
  fields: { key: string; question_type: string; is_required?: boolean; config?: Record<string, unknown> }[];
  min_rows: number;
  max_rows: number;
  options: { value: string; exclusive?: boolean }[];
  min: number;
  max: number;
  rows: { key: string }[];
  columns: { value: string }[];
  precision: string;
}

function randomAnswer({ question_type: type, data }: GraphNode, random: () => number): Json {
  const config = (data.config ?? {}) as Partial<Config>;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const isSkipped = random() < 0.2 && data.is_required !== true;
  if (type === "welcome_screen" || type === "file_upload" || isSkipped) return null;
  const options = (config.options ?? []).map(({ value }) => value);
  switch (type) {
    case "yes_no":
      return pick(["yes", "no"]);
    case "multiple_choice":
    case "dropdown":
    case "emoji_rating":
      return pick(options);
    case "picture_choice":
      return [pick(options)];
    case "ranking":
      return options.toSorted(() => random() - 0.5);
    case "checkbox": {
      const chosen = (config.options ?? []).filter(() => random() < 0.4);
      const alone = chosen.find(({ exclusive }) => exclusive);
      return chosen.length > 0 ? (alone ? [alone] : chosen).map(({ value }) => value) : null;
    }
    case "number": {
      const value = pick([0, 1, 2, 3, 4, 5, 6, 8, 11, 20, 45, 70, 180]);
      return Math.min(Math.max(value, config.min ?? 0), config.max ?? 1_000);
    }
    case "star_rating":
    case "opinion_scale":
    case "number_scale": {
      const { min = 1, max = 10 } = config;
      return min + Math.floor(random() * (max - min + 1));
    }
    case "date":
      return dateAt(
        pick(["1931-05-01", "1979-12-31", "2001-02-28", "2015-06-15", "2024-01-01", today]),
        config,
        random,
      );
    case "matrix": {
      const { rows = [], columns = [] } = config;
      const cells = rows.filter(() => random() < 0.8).map(({ key }) => [key, pick(columns).value]);
      return cells.length > 0 ? Object.fromEntries(cells) : null;
    }
    case "records": {
      const { fields = [], min_rows: least = 0, max_rows: most = 10 } = config;
      const rows = Array.from({ length: Math.min(least + Math.floor(random() * 4), most) }, () =>
        fields.map(({ key, question_type, is_required = false, config: own = {} }) => [
          key,
          randomAnswer({ id: key, question_type, data: { is_required, config: own } }, random),
        ]),
      );
      const given = rows.map((row) => Object.fromEntries(row.filter(([, cell]) => cell !== null)));
      return given.length > 0 ? (given as Json) : null;
    }
    case "email":
      return "a@example.com";
    case "phone":
      return "+436641234567";
    default:
      return pick(["a", "none", "None", "John Smith"]);
  }
}

/** Returns a day, or at the question's precision a random time of it. */
function dateAt(day: string, { precision }: { precision?: unknown }, random: () => number): string {
  const time = ["00:00", "08:30", "14:30", "23:59"][Math.floor(random() * 4)] as string;
  return precision === "time" ? time : precision === "minute" ? `${day}T${time}` : day;
}

/**
 * Answers at random, and returns the answers that only one of both accepts. Questions with an issue of their answers' checks are left
 * out. Answers that the original refuses aren't kept.
 */
export function refusals(result: ImportResult, oracle: Oracle, seed: number): string[] {
  const random = randomOf(seed);
  const noted = new Set(result.issues.filter(({ code }) => changesChecks(code)).map(({ node_id }) => node_id));
  const graph = optional(result.graph as Graph);
  const answers: Record<string, Json> = {};
  const found: string[] = [];
  for (const node of graph.nodes) {
    const value = oracle.isAsked(node.id) ? boldAnswer(node, random) : null;
    const isAccepted = value === null ? null : (oracle.accepts?.(node.id, value) ?? null);
    if (value !== null && isAccepted !== null && !noted.has(node.id)) {
      const { stopped, traversal_path } = simulate(graph, { answers: { ...answers, [node.id]: value }, today });
      const isRefused = stopped !== null && stopped.node_id === node.id;
      const isReached = isRefused || traversal_path.includes(node.id);
      if (isReached && isRefused === isAccepted)
        found.push(
          `${node.id} accepts ${JSON.stringify(value)} only ${isAccepted ? "there" : "here"}: ${JSON.stringify(answers)}`,
        );
    }
    answers[node.id] = isAccepted === false ? null : value;
    oracle.answer(node.id, answers[node.id] ?? null);
  }
  return found;
}

/** Codes of issues that say that answers are checked in another way. */
const changesChecks = (code: string): boolean =>
  /^(rule|limit|pattern|mask|type|custom_type|usual_type|valid_if|setting|phone|time|datetime|options|several_questions|option_condition)$/.test(
    code,
  );

/**
 * Required questions stop a walk, so none is. Options are always offered, and the original's page, not its engine, keeps answers from
 * having too many choices or characters.
 */
function optional(graph: Graph): Graph {
  const nodes = graph.nodes.map(({ data: { is_required: _, ...data }, ...node }) => {
    const { max_selections, min_ranked, ...config } = data.config ?? {};
    if ("max_length" in config) config.max_length = 20_000;
    const offered = (config.options as { show_if?: unknown }[] | undefined)?.map(({ show_if, ...option }) => option);
    return { ...node, data: { ...data, config: { ...config, ...(offered && { options: offered }) } } };
  });
  return { ...graph, nodes };
}

const boldTexts = [
  "a",
  "ABC",
  "ab12",
  "0712345678",
  "712345678",
  "A1",
  "AB12",
  "x@y",
  "John Smith",
  "123-45-6789",
  "é".repeat(300),
];
const boldNumbers = [-1, 0, 1, 2, 7, 8, 14, 15, 19, 20, 30, 31, 49, 50, 98, 100, 120, 220, 1000];
const boldDates = ["1890-01-01", "1979-12-31", "2023-12-31", "2024-01-01", "2026-01-01", today, "2031-05-05"];

/** Returns an answer that the question may refuse. */
function boldAnswer(node: GraphNode, random: () => number): Json {
  const { question_type: type, data } = node;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  if (random() < 0.15) return null;
  if (type === "short_text" || type === "long_text") return pick(boldTexts);
  if (type === "number") return pick(boldNumbers) + (data.config?.decimals !== 0 && random() < 0.3 ? 0.5 : 0);
  if (type === "date") return dateAt(pick(boldDates), data.config ?? {}, random);
  if (type === "file_upload" || type === "welcome_screen") return null;
  return randomAnswer({ ...node, data: { ...data, is_required: true } }, random);
}
