import type { SessionStatus } from "../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { matrixCell } from "../../../shared/domain/questions/matrixCell.ts";
import { rowsIn } from "../../../shared/domain/questions/rows.ts";
import { add, figure, type Tally } from "./tally.ts";

/** Seconds of an answer that came from a file (wants §25), which no median has. */
export const unknownSeconds = -1;

/** Everything that insights count of one session, as short as it can be: there is one for each session of a large form. */
export interface Facts {
  /** total score */
  s: number;
  /** Seconds until completion. Null if it isn't completed. */
  d: number | null;
  /** current node */
  n: string;
  /** seconds: null if the node was passed without an answer, -1 if they are unknown */
  v: [nodeId: string, questionType: string, seconds: number | null, ...answers: string[]][];
  /** known values of its version's calculations */
  c: [key: string, value: number, band: string | null][];
}

/** The contribution of one session to its form's figures. */
export interface Contribution {
  version_number: number;
  status: SessionStatus;
  /** UTC, of its start */
  day: string;
  facts: Facts;
}

/** Adds everything, for rollups, which are by status. */
export function addSession(tally: Tally, contribution: Contribution, count: number, limit?: number): void {
  addWalk(tally, contribution, count, limit);
  addResults(tally, contribution, count, limit);
}

/** Adds what insights count: results of completed sessions alone (features §19), because others have only a part of them. */
export function addCounted(tally: Tally, contribution: Contribution, count: number, limit?: number): void {
  addWalk(tally, contribution, count, limit);
  if (contribution.status === "completed") addResults(tally, contribution, count, limit);
}

function addResults(tally: Tally, { facts }: Contribution, count: number, limit?: number): void {
  add(tally, "score", facts.s, count, limit);
  addCalculations(tally, facts.c, count, limit);
}

function addWalk(tally: Tally, { status, day, facts }: Contribution, count: number, limit?: number): void {
  const put = (name: string, value: string | number) => add(tally, name, value, count, limit);
  put("status", status);
  put("day", day);
  put("standing", facts.n);
  if (status === "completed") put("completed", day);
  else put("open", facts.n);
  if (facts.d !== null) put("duration", facts.d);
  for (const [nodeId, type, seconds, ...answers] of facts.v) {
    put("passed", nodeId);
    if (seconds === null) continue;
    if (seconds !== unknownSeconds) put(figure("seconds", nodeId), seconds);
    put(figure("types", nodeId), type);
    for (const answer of answers) put(...answerFigure(nodeId, type, answer));
  }
}

export function addCalculations(tally: Tally, calculations: Facts["c"], count: number, limit?: number): void {
  for (const [key, value, band] of calculations) {
    add(tally, figure("value", key), value, count, limit);
    if (band !== null) add(tally, figure("band", key), band, count, limit);
  }
}

/**
 * Returns the values that an answer counts for: each choice, the first rank, or the cells of a matrix. Of records, `.rows` and
 * `field.value`, where texts have no value. `choices` are the fields with options; several of one row come after one without a value.
 */
export function valuesIn(type: string, answer: Json, choices: ReadonlySet<string> = none): string[] {
  if (type === "records") {
    const rows = rowsIn(answer);
    return [
      `.${rows.length}`,
      ...rows.flatMap((row) => Object.entries(row).flatMap(([key, value]) => cellValues(key, value, choices.has(key)))),
    ];
  }
  if (Array.isArray(answer)) return (type === "ranking" ? answer.slice(0, 1) : answer).map(String);
  if (typeof answer !== "object" || answer === null) return [String(answer)];
  return Object.entries(answer).map(([row, column]) => matrixCell(row, column));
}

const none: ReadonlySet<string> = new Set();

function cellValues(key: string, value: Json, isChoice: boolean): string[] {
  if (isChoice && Array.isArray(value)) return [`${key}.`, ...value.map((one) => `${key}.${one}`)];
  return [`${key}.${isChoice || typeof value === "number" || value === "yes" || value === "no" ? value : ""}`];
}

/** Returns the figure and the value that count one of `valuesIn`. Each field of records has a figure of its own. */
export function answerFigure(nodeId: string, type: string, value: string): [name: string, value: string] {
  const dot = type === "records" ? value.indexOf(".") : 0;
  // no ID has a dot
  const field = dot > 0 ? `.${value.slice(0, dot)}` : "";
  return [figure("answers", nodeId + field, type), type === "records" ? value.slice(dot + 1) : value];
}
