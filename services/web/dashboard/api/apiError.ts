import type { Answer } from "./client.ts";

/** An answer of the service that is none of what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  /** `<field>: <message>` each */
  readonly errors: readonly string[];
  /** the log has the request under it */
  readonly requestId: string | null;

  constructor({ status, error, requestId }: Extract<Answer<unknown>, { ok: false }>) {
    // a proxy in between answers with something else than the one shape of an error
    super(typeof error?.detail === "string" ? error.detail : `The service answered with status ${status}.`);
    this.status = status;
    this.errors = error?.errors ?? [];
    this.requestId = requestId;
  }
}

/** What was asked for. Throws ApiError, and what fetch throws where nothing was answered. */
export async function dataOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}

/** By field, as forms show them; `graph.nodes.2: …` stands under its whole path. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
}
