import type { Answer } from "./client.ts";

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number;
  /** each is `<field>: <message>` */
  readonly errors: readonly string[];
  /** to find the request in the log */
  readonly requestId: string | null;

  constructor({ status, error, requestId }: Extract<Answer<unknown>, { ok: false }>) {
    // a proxy's errors have another shape
    super(typeof error?.detail === "string" ? error.detail : `The service answered with status ${status}.`);
    this.status = status;
    this.errors = error?.errors ?? [];
    this.requestId = requestId;
  }
}

/** Returns the data of a response. Throws ApiError, or the error of fetch without a response. */
export async function dataOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}

/** Returns errors by field. `graph.nodes.2: …` keeps its whole path. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
}
