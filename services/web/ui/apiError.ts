import type { Failure } from "../../../shared/api/endpoints/endpoint.ts";
import { fieldError } from "../../../shared/domain/fieldError.ts";
import type { FieldProblem } from "./fields/field.ts";

/** A response of the service that isn't ok. */
interface Refusal {
  status: number;
  error: Failure;
  requestId: string | null;
  /** those of `errors`, unless they have other places or words on the page */
  problems?: readonly FieldProblem[];
}

/** An error response of the service. */
export class ApiError extends Error {
  readonly status: number;
  readonly problems: readonly FieldProblem[];
  /** the action that a page can offer, such as `sign_in_again` */
  readonly code: string | undefined;
  /** of a second step, after a wrong code */
  readonly triesLeft: number | undefined;
  /** references that links of the form already have */
  readonly references: readonly string[];
  /** to find the request in the log */
  readonly requestId: string | null;

  constructor({ status, error, requestId, problems }: Refusal) {
    // a proxy's errors have another shape
    super(typeof error?.detail === "string" ? error.detail : `The service answered with status ${status}.`);
    this.status = status;
    this.problems = problems ?? (error?.errors ?? []).map(problemOf);
    this.code = error?.code;
    this.triesLeft = error?.tries_left;
    this.references = error?.references ?? [];
    this.requestId = requestId;
  }
}

function problemOf(error: string): FieldProblem {
  const [field, text = ""] = fieldError(error);
  return { at: field.split("."), text };
}

export const problemsIn = (error: unknown): readonly FieldProblem[] =>
  error instanceof ApiError ? error.problems : [];

export const fieldOf = ({ at }: FieldProblem): string => at.join(".");

/** Returns texts by dotted field. */
export const textsByField = (problems: readonly FieldProblem[]): Record<string, string> =>
  Object.fromEntries(problems.map((problem) => [fieldOf(problem), problem.text]));

export const fieldErrors = (error: unknown): Record<string, string> => textsByField(problemsIn(error));

/** No response arrived in time. The server may still have processed the request. */
export class NoAnswer extends Error {}

/** A network's sign-in page or a proxy responded instead of the service. */
export class ForeignAnswer extends Error {}
