import pg from "pg";

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A connection ends when a statement on it is not answered within its limit (`query_timeout`). pg alone would keep it:
 * whoever gets it next from the pool would wait behind the statement that nobody answers.
 */
export class Connection extends pg.Client {
  override query(...given: unknown[]): never {
    const callback = given.at(-1);
    if (typeof callback === "function") {
      given[given.length - 1] = (error: Error | null, result?: unknown) => {
        this.#endIfUnanswered(error);
        (callback as Callback)(error, result);
      };
    }
    const result: unknown = Reflect.apply(super.query, this, given);
    if (!(result instanceof Promise)) return result as never;
    return result.catch((error: Error) => {
      this.#endIfUnanswered(error);
      throw error;
    }) as never;
  }

  #endIfUnanswered(error: Error | null): void {
    // a client with a statement under way ends without waiting for its answer
    if (error?.message === "Query read timeout") void this.end();
  }
}

/** A pool, or a transaction of one. */
export type Queryable = Pick<pg.Pool, "query">;

/**
 * A pool whose statements are given up after `timeout` ms without an answer, sooner than its other ones: the connection
 * ends, and whoever waits for the answer gets 503 and may go on at once on another one.
 */
export function withAnswerTimeout(pool: pg.Pool, timeout: number): Queryable {
  const query = (statement: pg.QueryConfig) => pool.query({ ...statement, query_timeout: timeout } as pg.QueryConfig);
  return { query: query as pg.Pool["query"] };
}
