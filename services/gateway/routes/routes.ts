import type { Route } from "../http/request.ts";
import { accountRoutes } from "./accounts.ts";
import { formRoutes, imageRoutes } from "./forms.ts";
import { integrationRoutes } from "./integrations.ts";
import { sessionRoutes } from "./sessions.ts";

/** All endpoints, in the order of the spec's tables. */
export const routes: readonly Route[] = [
  ...formRoutes,
  ...sessionRoutes,
  ...imageRoutes,
  ...integrationRoutes,
  ...accountRoutes,
];
