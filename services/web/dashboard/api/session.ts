import type { QueryClient } from "@tanstack/react-query";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import { ApiError } from "../../ui/apiError.ts";
import { readUser } from "./queries/account.ts";
import { currentUser } from "./queryClient.ts";
import { entryApi, signInGate } from "./service.ts";
import { chooseWorkspace, chosenWorkspace, onRefusal } from "./workspace.ts";

/** The last user who signed in, stored in the browser. A known browser opens sign-in instead of sign-up. */
const knownHere = "pathform.signedIn";

export const hasSignedInHere = (): boolean => localStorage.getItem(knownHere) !== null;

/** Starts in the user's default workspace. The page that opens can ask for another one. */
export function startSession(queryClient: QueryClient, user: User): void {
  chooseWorkspace(null);
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
  chooseWorkspace(null);
  queryClient.clear();
  queryClient.setQueryData(currentUser.queryKey, null);
}

/** Opens a workspace in this tab. */
export async function switchWorkspace(queryClient: QueryClient, id: string): Promise<void> {
  if (id === chosenWorkspace()) return;
  chooseWorkspace(id);
  if (queryClient.getQueryData(currentUser.queryKey)) await readUserAgain(queryClient);
}

/** Shows what the user may do now, and in which workspace. Keeps no data of the one before. */
export async function readUserAgain(queryClient: QueryClient): Promise<void> {
  const before = queryClient.getQueryData(currentUser.queryKey);
  const user = await readUser();
  // the next request asks to sign in again
  if (!user) return;
  queryClient.setQueryData(currentUser.queryKey, user);
  if (!before || user.workspace?.id === before.workspace?.id) return;
  queryClient.removeQueries({ predicate: ({ queryKey: [name] }) => name !== currentUser.queryKey[0] });
}

/** After a refusal, finds out whether the user's rights or workspace have changed. Returns a function that ends this. */
export const followRights = (queryClient: QueryClient): (() => void) =>
  onRefusal(() => void readUserAgain(queryClient).catch(() => undefined));
