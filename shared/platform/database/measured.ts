import pg from "pg";
import { Histogram } from "prom-client";
import { currentAction } from "../ops/currentAction.ts";
import { fewSeconds, registry } from "../ops/registry.ts";
import { startSpan } from "../ops/tracing.ts";
import type { PoolKind } from "./settings.ts";

const statementDuration = new Histogram({
  name: "pathform_statement_duration_seconds",
  help: "Statements that this process sent, by name, or by their first word if they have none",
  labelNames: ["statement"],
  buckets: fewSeconds,
  registers: [registry],
});

const connectionWait = new Histogram({
  name: "pathform_database_wait_seconds",
  help: "Time until a statement or transaction had a connection, by pool: write, hot (respondents) or read",
  labelNames: ["pool"],
  buckets: fewSeconds,
  registers: [registry],
});

/** Maximum names, so that a generated one can't add series without end. */
const nameLimit = 200;
const durations = new Map<string, ReturnType<typeof statementDuration.labels>>();

/** Starts the clock and the span of a statement. Call the result when it has ended. */
export function timeStatement(statement: unknown): (error: Error | null) => void {
  const name = nameOf(statement);
  const started = performance.now();
  const parent = currentAction.getStore()?.meta.traceparent;
  const span = startSpan(name, "client", parent, { "db.system.name": "postgresql" });
  return (error) => {
    durationOf(name).observe((performance.now() - started) / 1_000);
    span?.end({}, error ?? undefined);
  };
}

function durationOf(name: string): ReturnType<typeof statementDuration.labels> {
  let known = durations.get(name);
  if (!known) {
    if (durations.size >= nameLimit && name !== "other") return durationOf("other");
    known = statementDuration.labels(name);
    durations.set(name, known);
  }
  return known;
}

const words: ReadonlySet<string> = new Set(["select", "insert", "update", "delete", "with", "begin", "rollback"]);

/** Returns the first word of the name or text. Lists have a name per combination of filters. */
export function nameOf(statement: unknown): string {
  const { name, text } = typeof statement === "string" ? { text: statement } : (statement as pg.QueryConfig);
  if (name) return name.split(" ", 1)[0] as string;
  // with its deadline check, a commit is longer
  if (text?.endsWith("commit")) return "commit";
  const [word = ""] = /\w+/.exec(text ?? "") ?? [];
  return words.has(word.toLowerCase()) ? word.toLowerCase() : "other";
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void;

/** A pool that measures the wait for a connection. */
export class MeasuredPool extends pg.Pool {
  readonly #wait: ReturnType<typeof connectionWait.labels>;

  constructor(config: pg.PoolConfig, kind: PoolKind) {
    super(config);
    this.#wait = connectionWait.labels(kind);
  }

  override connect(callback?: Connected): never {
    const started = performance.now();
    const observe = () => this.#wait.observe((performance.now() - started) / 1_000);
    if (!callback) {
      const connecting = super.connect();
      connecting.then(observe, observe);
      return connecting as never;
    }
    // a waiting callback would run in the action that released the connection
    const action = currentAction.getStore();
    super.connect((...result: Parameters<Connected>) => {
      observe();
      currentAction.run(action, () => callback(...result));
    });
    return undefined as never;
  }
}
