import pg from "pg";
import { Histogram } from "prom-client";
import { fewSeconds, registry } from "../ops/registry.ts";
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

/** Starts the clock of a statement. Call the result when it has ended. */
export function timeStatement(statement: unknown): () => void {
  const started = performance.now();
  return () => durationOf(nameOf(statement)).observe((performance.now() - started) / 1_000);
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
    super.connect((...result: Parameters<Connected>) => {
      observe();
      callback(...result);
    });
    return undefined as never;
  }
}
