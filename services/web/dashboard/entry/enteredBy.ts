import type { User } from "../../../../shared/api/shapes/auth.ts";
import { ApiError } from "../../ui/apiError.ts";
import type { Answer } from "../api/client.ts";

/** Returns the user of a first step, or the challenge of a second one. Throws ApiError. */
export async function enteredBy(asked: Promise<Answer<User>>): Promise<User | string> {
  const answer = await asked;
  if (answer.ok) return answer.data;
  if (answer.error?.challenge) return answer.error.challenge;
  throw new ApiError(answer);
}
