import type { Failure } from "../../../shared/domain/api/endpoint.ts";

/** A response of the service that isn't ok. */
interface Refusal {
  status: number;
  error: Failure;
  requestId: string | null;
}

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number;
  /** each is `<field>: <message>` */
  readonly errors: readonly string[];
  /** what a page can do about it, such as `sign_in_again` */
  readonly code: string | undefined;
  /** of a second step, after a wrong code */
  readonly triesLeft: number | undefined;
  /** references that links of the form already have */
  readonly references: readonly string[];
  /** to find the request in the log */
  readonly requestId: string | null;

  constructor({ status, error, requestId }: Refusal) {
    // a proxy's errors have another shape
    super(typeof error?.detail === "string" ? error.detail : `The service answered with status ${status}.`);
    this.status = status;
    this.errors = error?.errors ?? [];
    this.code = error?.code;
    this.triesLeft = error?.tries_left;
    this.references = error?.references ?? [];
    this.requestId = requestId;
  }
}

/** Returns errors by field. `graph.nodes.2: …` keeps its whole path. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
}

/** No response arrived in time. The server may still have processed the request. */
export class NoAnswer extends Error {}

/** A network's sign-in page or a proxy responded instead of the service. */
export class ForeignAnswer extends Error {}
