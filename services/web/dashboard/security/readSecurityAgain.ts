import type { QueryClient } from "@tanstack/react-query";
import { readUserAgain } from "../api/session.ts";

/** After a change of the sign-in, which ends others, adds an event, and may open workspaces. */
export function readSecurityAgain(queryClient: QueryClient): void {
  for (const key of ["secondFactor", "signIns", "userEvents"]) void queryClient.invalidateQueries({ queryKey: [key] });
  void readUserAgain(queryClient).catch(() => undefined);
}
