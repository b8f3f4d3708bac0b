import { ApiError } from "../../../ui/apiError.ts";
import type { FieldProblem } from "../../../ui/fields/field.ts";

/** Shows a refusal with this status at a field, because a conflict names none. */
export async function atField<T>(status: number, field: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== status) throw error;
    const { message: detail, requestId } = error;
    throw new ApiError({ status, error: { detail }, requestId, problems: [{ at: [field], text: detail }] });
  }
}

/** Rewrites each problem of a refusal. */
export async function withProblems<T>(rewrite: (problem: FieldProblem) => FieldProblem, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message: detail, problems, requestId } = error;
    throw new ApiError({ status, error: { detail }, requestId, problems: problems.map(rewrite) });
  }
}
