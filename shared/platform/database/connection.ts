import { Socket } from "node:net";
import pg from "pg";

type Callback = (error: Error | null, result?: unknown) => void;

interface ConnectionConfig extends pg.ClientConfig {
  /** All connections of this process to the same server; this one joins them. */
  connections?: Set<Connection>;
}

/**
 * A connection that notices when its server is lost. A PostgreSQL that goes away without a word (failover, a cut line) leaves
 * connections open on which no byte comes any more, and the kernel notices that only after many minutes. So a connection ends
 * when a statement gets no answer within its `query_timeout`, and takes along the idle ones, which may be silent too: whoever
 * got one of them next would wait as long again. A server that refuses writes (a former primary) loses all connections.
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
    this.#unanswered += 1;
    if (typeof callback === "function") {
      given[given.length - 1] = (error: Error | null, result?: unknown) => {
        this.#answered(error);
        (callback as Callback)(error, result);
      };
    }
    const result: unknown = Reflect.apply(super.query, this, given);
    if (!(result instanceof Promise)) return result as never;
    return result.then(
      (answer) => {
        this.#answered(null);
        return answer;
      },
      (error: Error) => {
        this.#answered(error);
        throw error;
      },
    ) as never;
  }

  #answered(error: (Error & { code?: string }) | null): void {
    this.#unanswered -= 1;
    if (error?.message === "Query read timeout") {
      this.terminate("PostgreSQL did not answer");
      for (const other of this.#all) if (other.#unanswered === 0) other.terminate("PostgreSQL did not answer");
    } else if (error?.code === "25006") endAll(this.#all, "PostgreSQL is read-only");
  }

  /** Ends it without a word to the server; a statement under way fails at once. */
  terminate(reason: string): void {
    this.#socket.destroy(new Error(`Connection terminated: ${reason}`));
  }
}

export function endAll(connections: Iterable<Connection>, reason: string): void {
  for (const connection of connections) connection.terminate(reason);
}

/** A pool, or a transaction of one. */
export type Queryable = Pick<pg.Pool, "query">;

/** ms without an answer after which a connection is taken for silent, if its statements take some hundredths of that. */
const answerTimeout = 4_000;

/** A pool for short statements: its connections are taken for silent long before a statement's own limit. */
export function withAnswerTimeout(pool: pg.Pool): Queryable {
  const query = (statement: string | pg.QueryConfig, values?: unknown[]) => {
    const config = typeof statement === "string" ? { text: statement, values } : statement;
    return pool.query({ ...config, query_timeout: answerTimeout } as pg.QueryConfig);
  };
  return { query: query as pg.Pool["query"] };
}
