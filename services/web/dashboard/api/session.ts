import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import { ApiError } from "../../ui/apiError.ts";
import { currentUser } from "./queryClient.ts";
import { entryApi, signInGate } from "./service.ts";

/** The last user who signed in, stored in the browser. A known browser opens sign-in instead of sign-up. */
const knownHere = "pathform.signedIn";

export const hasSignedInHere = (): boolean => localStorage.getItem(knownHere) !== null;

export function startSession(queryClient: QueryClient, user: User): void {
  tellOtherTabs(user);
  queryClient.setQueryData(currentUser.queryKey, user);
}

/** Contains the time, because other tabs only get events for changes. */
export const tellOtherTabs = ({ id }: User): void => localStorage.setItem(knownHere, `${id} ${Date.now()}`);

/** Tabs share one cookie: a sign-in in another tab continues here, and another user's sign-in resets this tab. */
export function followOtherTabs(queryClient: QueryClient): void {
  addEventListener("storage", ({ key, newValue }) => {
    const user = queryClient.getQueryData(currentUser.queryKey);
    if (key !== knownHere || !newValue || !user) return;
    if (newValue.startsWith(`${user.id} `)) signInGate.signedIn();
    else location.replace("/");
  });
}

/** Clears everything of the previous user. */
export async function endSession(queryClient: QueryClient): Promise<void> {
  const answer = await entryApi.post("/api/auth/logout/");
  // another tab signed out first
  if (!answer.ok && answer.status !== 401) throw new ApiError(answer);
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, null);
}
