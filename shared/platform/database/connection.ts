import { Socket } from "node:net";
import pg from "pg";
import { timeStatement } from "./measured.ts";

type Callback = (error: Error | null, result?: unknown) => void;

interface ConnectionConfig extends pg.ClientConfig {
  /** All connections of this process to the same server, including this one. */
  connections?: Set<Connection>;
}

/**
 * A connection that detects a lost server. If PostgreSQL disappears silently (failover, network failure), its connections stay
 * open, and the kernel notices only after many minutes. So a connection closes when a statement exceeds its `query_timeout`, and
 * closes the idle ones too, because the next user of each would wait as long. If the server is read-only (a former primary), all
 * connections close.
 */
export class Connection extends pg.Client {
  readonly #socket: Socket;
  readonly #all: Set<Connection>;
  #unanswered = 0;

  constructor({ connections = new Set(), ...config }: ConnectionConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
    this.#all = connections.add(this);
    socket.once("close", () => connections.delete(this));
  }

  override query(...given: unknown[]): never {
    const callback = given.at(-1);
    const observe = timeStatement(given[0]);
    this.#unanswered += 1;
    if (typeof callback === "function") {
      given[given.length - 1] = (error: Error | null, result?: unknown) => {
        observe(error);
        this.#answered(error);
        (callback as Callback)(error, result);
      };
    }
    const result: unknown = Reflect.apply(super.query, this, given);
    if (!(result instanceof Promise)) return result as never;
    return result.then(
      (answer) => {
        observe(null);
        this.#answered(null);
        return answer;
      },
      (error: Error) => {
        observe(error);
        this.#answered(error);
        throw error;
      },
    ) as never;
  }

  #answered(error: (Error & { code?: string }) | null): void {
    this.#unanswered -= 1;
    if (error?.message === "Query read timeout") {
      this.terminate("PostgreSQL didn't respond");
      for (const other of this.#all) if (other.#unanswered === 0) other.terminate("PostgreSQL didn't respond");
    } else if (error?.code === "25006") endAll(this.#all, "PostgreSQL is read-only");
  }

  /** Closes the socket without notifying the server. A statement in progress fails immediately. */
  terminate(reason: string): void {
    this.#socket.destroy(new Error(`Connection terminated: ${reason}`));
  }
}

export function endAll(connections: Iterable<Connection>, reason: string): void {
  for (const connection of connections) connection.terminate(reason);
}

/** A pool or one of its transactions. */
export type Queryable = Pick<pg.Pool, "query">;

/** Timeout in ms for statements that normally take milliseconds. */
const answerTimeout = 4_000;

/** Returns a pool or client for short statements, which detects silent connections before the statement timeout. */
export function withAnswerTimeout(server: Queryable): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === "string" ? { text: statement, values } : statement;
    return server.query({ ...config, query_timeout: answerTimeout } as pg.QueryConfig);
  };
  return { query: query as pg.Pool["query"] };
}
