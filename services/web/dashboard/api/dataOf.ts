import { ApiError } from "../../ui/apiError.ts";
import type { Answer } from "./client.ts";

/** Returns the data of a response. Throws ApiError, or the error of fetch without a response. */
export async function dataOf<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  if (answer.ok) return answer.data;
  throw new ApiError(answer);
}
