/** First message of a thread, sent when its modules are loaded. */
export const ready = "ready";

/** Reply of a thread. `refusal` has errors of the request, `failure` is an internal error. */
export type ThreadAnswer<R> = { result: R } | { refusal: string[] } | { failure: string };
