import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import { startSession } from "../api/session.ts";
import { safeNext } from "./next.ts";

/** Returns a function that continues after sign-in or sign-up to the requested page. */
export function useEntered(): (user: User) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { next } = useSearch({ strict: false });
  return (user) => {
    startSession(queryClient, user);
    router.history.replace(safeNext(next));
  };
}
