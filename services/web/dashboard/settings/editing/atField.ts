import { ApiError } from "../../../ui/apiError.ts";

/** Shows a refusal with this status at a field, because a conflict names none. */
export async function atField<T>(status: number, field: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== status) throw error;
    const { message: detail, requestId } = error;
    throw new ApiError({ status, error: { detail, errors: [`${field}: ${detail}`] }, requestId });
  }
}

/** Rewrites each `<field>: <message>` of a refusal. */
export async function withErrors<T>(rewrite: (error: string) => string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, message: detail, errors, requestId } = error;
    throw new ApiError({ status, error: { detail, errors: errors.map(rewrite) }, requestId });
  }
}
