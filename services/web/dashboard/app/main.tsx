import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../../ui/styles/dashboard.css";
import { followTranslator } from "../../translator/translator.ts";
import { queryClient } from "../api/queryClient.ts";
import { followOtherTabs } from "../api/session.ts";
import { showScheme } from "./colorScheme.ts";
import { keepFocus } from "./keepFocus.ts";
import { pageOf } from "./pageOf.ts";
import { router } from "./router.ts";

showScheme();
followTranslator(document.body);
followOtherTabs(queryClient);

keepFocus((listener) => {
  router.subscribe("onRendered", ({ fromLocation: from, toLocation: to, pathChanged }) => {
    if (!from || !pathChanged) return;
    const isRename = from.state.__TSR_index === to.state.__TSR_index && pageOf(from.pathname) === pageOf(to.pathname);
    if (!isRename) listener();
  });
});

// without them, the names of icons are for screen readers alone
import("../../ui/tooltips.ts").then(({ showTooltips }) => showTooltips()).catch(() => {});

createRoot(document.getElementById("dashboard") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
