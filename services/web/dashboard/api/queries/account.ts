import { queryOptions } from "@tanstack/react-query";
import type { User } from "../../../../../shared/api/shapes/auth.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { dataOf } from "../dataOf.ts";
import { backgroundApi, entryApi } from "../service.ts";
import { chooseWorkspace, chosenWorkspace } from "../workspace.ts";

/** The signed-in user, or null. `isLikely`: the browser has a cookie that may be valid. */
export const meQuery = (isLikely: boolean) =>
  queryOptions({
    queryKey: ["me"],
    queryFn: (): Promise<User | null> | null => (isLikely ? readUser() : null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Reads the signed-in user, or null. A chosen workspace that the user has left is forgotten. */
export async function readUser(): Promise<User | null> {
  const answer = await backgroundApi.get("/api/auth/me/");
  if (answer.ok) return answer.data;
  if (answer.status === 401) return null;
  if (answer.status !== 403 || chosenWorkspace() === null) throw new ApiError(answer);
  chooseWorkspace(null);
  return readUser();
}

/** The server's options for visitors, such as sign-up. */
export const entryOptionsQuery = queryOptions({
  queryKey: ["entryOptions"],
  queryFn: () => dataOf(entryApi.get("/api/auth/options/")),
});
