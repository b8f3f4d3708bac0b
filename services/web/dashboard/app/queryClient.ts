import { QueryClient } from "@tanstack/react-query";
import { NoAnswer } from "../api/answeredFetch.ts";
import { ApiError } from "../api/apiError.ts";
import { meQuery } from "../api/queries/account.ts";

/** What goes away by itself is asked for again, twice; what a person has to change, or has waited for long enough, is not. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 503 : !(error instanceof NoAnswer);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && isPassing(error) },
    // a write waits for no network: whoever made it is told
    mutations: { networkMode: "always" },
  },
});

/** The gateway says whether the browser has a cookie: without one nobody has to be asked who it is. */
export const currentUser = meQuery(document.documentElement.dataset.cookie === "present");
