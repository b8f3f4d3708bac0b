import { notifyManager, QueryClient } from "@tanstack/react-query";
import { ApiError, NoAnswer } from "../../ui/apiError.ts";
import { meQuery } from "./queries/account.ts";

/** True for temporary errors, which are retried twice. Errors that need an action, and timeouts, aren't. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 503 : !(error instanceof NoAnswer);

// by default a timer, before which a switch goes back for a moment: its state is the write that a click began
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (failures, error) => failures < 2 && isPassing(error) },
    // writes fail immediately without a network, so that the user knows
    mutations: { networkMode: "always" },
  },
});

/** The gateway tells if the browser has a cookie. Without one, the user isn't requested. */
export const currentUser = meQuery(document.documentElement.dataset.cookie === "present");
