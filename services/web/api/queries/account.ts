import { queryOptions } from "@tanstack/react-query";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import { dataOf } from "../apiError.ts";
import { entryApi } from "../service.ts";

/** The signed-in user; null where nobody is. `isLikely`: is there a cookie that may be good? */
export const meQuery = (isLikely: boolean) =>
  queryOptions({
    queryKey: ["me"],
    queryFn: async (): Promise<User | null> => {
      if (!isLikely) return null;
      const answer = await entryApi.get("/api/auth/me/");
      return !answer.ok && answer.status === 401 ? null : dataOf(Promise.resolve(answer));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** What somebody who is not signed in may do. */
export const entryOptionsQuery = queryOptions({
  queryKey: ["entryOptions"],
  queryFn: () => dataOf(entryApi.get("/api/auth/options/")),
});
