import { createRouter } from "@tanstack/react-router";
import { Skeleton } from "../../ui/loaded.tsx";
import { FailedPart } from "./failedPage.tsx";
import { queryClient } from "./queryClient.ts";
import { routeTree } from "./routes.ts";
import { parseSearch, stringifySearch } from "./search.ts";

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultErrorComponent: FailedPart,
  // on a slow network a page's program takes long: then the click says that it was heard
  defaultPendingComponent: Skeleton,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultPreload: "intent",
  // queries say themselves how fresh they are
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** whoever is signed in signs out by this */
    isLeaving?: boolean;
    /** the form was just created: its title is selected, to be typed over */
    isTitleNew?: boolean;
  }
}
