import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import { ApiError } from "../api/apiError.ts";
import { entryApi, signInGate } from "../api/service.ts";
import { currentUser } from "./queryClient.ts";

/** Who signed in last, kept by the browser: so who has been here before is asked to sign in rather than to register. */
const knownHere = "pathform.signedIn";

export const hasSignedInHere = (): boolean => localStorage.getItem(knownHere) !== null;

export function startSession(queryClient: QueryClient, user: User): void {
  tellOtherTabs(user);
  queryClient.setQueryData(currentUser.queryKey, user);
}

/** The time makes it a change each time: other tabs hear of changes alone. */
export const tellOtherTabs = ({ id }: User): void => localStorage.setItem(knownHere, `${id} ${Date.now()}`);

/** All tabs have one cookie: a sign-in in another goes on here too, and somebody else's ends what this one shows. */
export function followOtherTabs(queryClient: QueryClient): void {
  addEventListener("storage", ({ key, newValue }) => {
    const user = queryClient.getQueryData(currentUser.queryKey);
    if (key !== knownHere || !newValue || !user) return;
    if (newValue.startsWith(`${user.id} `)) signInGate.signedIn();
    else location.replace("/");
  });
}

/** Nothing of the one who goes stays for the next. */
export async function endSession(queryClient: QueryClient): Promise<void> {
  const answer = await entryApi.post("/api/auth/logout/");
  // another tab was faster
  if (!answer.ok && answer.status !== 401) throw new ApiError(answer);
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, null);
}
