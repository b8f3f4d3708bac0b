import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import { dataOf } from "../../api/apiError.ts";
import { entryApi } from "../../api/service.ts";
import { currentUser } from "./queryClient.ts";

/** Kept by the browser, so that who has been here before is asked to sign in rather than to register. */
const knownHere = "pathform.signedIn";

export const hasSignedInHere = (): boolean => localStorage.getItem(knownHere) !== null;

export function startSession(queryClient: QueryClient, user: User): void {
  localStorage.setItem(knownHere, "1");
  queryClient.setQueryData(currentUser.queryKey, user);
}

/** Nothing of the one who goes stays for the next. */
export async function endSession(queryClient: QueryClient): Promise<void> {
  await dataOf(entryApi.post("/api/auth/logout/"));
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, null);
}
