/** Messages of a worker (worker.ts). Workers load this file, so it loads nothing. */

/** First message of a worker, sent when its modules are loaded. */
export const ready = "ready";

/** Reply of a worker. `refusal` has errors of the request, `failure` is an internal error. */
export type Answer<R> = { result: R } | { refusal: string[] } | { failure: string };

/** Does a task. `refusalOf` returns the errors of a task that can't be done, or null for an internal error. */
export async function answerTo<R>(
  task: () => R | Promise<R>,
  refusalOf: (error: unknown) => string[] | null = () => null,
): Promise<Answer<R>> {
  try {
    return { result: await task() };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { refusal } : { failure: (error as Error).stack ?? String(error) };
  }
}
