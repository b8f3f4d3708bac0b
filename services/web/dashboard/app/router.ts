import { createRouter } from "@tanstack/react-router";
import { Skeleton } from "../../ui/loaded.tsx";
import { queryClient } from "../api/queryClient.ts";
import { parseSearch, stringifySearch } from "../url/search.ts";
import { FailedPart } from "./errorPages.tsx";
import { routeTree } from "./routes.ts";

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: FailedPart,
  // shows that a click was registered while the page's code loads on a slow network
  defaultPendingComponent: Skeleton,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPreload: "intent",
  // queries set their own stale time
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** signs out */
    isLeaving?: boolean;
    /** the form was just created, so its title is selected for typing over */
    isTitleNew?: boolean;
  }
}
