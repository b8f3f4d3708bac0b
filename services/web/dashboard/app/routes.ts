import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { Layout } from "./layout.tsx";
import { MissingPage } from "./missingPage.tsx";

/**
 * Every page of the dashboard: one route each, whose component is loaded when the page is opened. To add one: write
 * `<room>/<name>Page.tsx`, add its route below and to the tree, and its link to `layout.tsx`. What a page keeps in its address is
 * read by `validateSearch`, from a file without components. The gateway serves the paths of decisions §9.4 and no others.
 */
const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** The header with its navigation, around all pages of somebody who is signed in. */
const layoutRoute = createRoute({ getParentRoute: () => rootRoute, id: "layout", component: Layout });

const homeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../forms/homePage.tsx"), "HomePage"),
});

/** Any other address that the gateway takes for the dashboard's. */
const missingRoute = createRoute({ getParentRoute: () => layoutRoute, path: "$", component: MissingPage });

export const routeTree = rootRoute.addChildren([layoutRoute.addChildren([homeRoute, missingRoute])]);
