import { accountEndpoints, signInEndpoints, workspaceEndpoints } from "../../../shared/domain/api/accounts.ts";
import { cookieToken, home, signedIn, signedOut } from "./extras.ts";
import { handle } from "./route.ts";

export const accountRoutes = [
  ...handle(signInEndpoints, {
    "/api/auth/options/": { GET: { action: "auth.options" } },
    "/api/auth/register/": { POST: { action: "auth.register", limit: "entry", reply: signedIn } },
    "/api/auth/login/": { POST: { action: "auth.login", limit: "sign-in", reply: signedIn } },
    "/api/auth/logout/": { POST: { action: "auth.logout", extra: cookieToken, reply: signedOut } },
    "/api/auth/forgot/": { POST: { action: "auth.forgot", limit: "sign-in", extra: home } },
    "/api/auth/reset/": { POST: { action: "auth.reset", limit: "entry" } },
    "/api/auth/me/": { GET: "auth.me", PATCH: { action: "auth.updateMe", limit: "password", extra: cookieToken } },
  }),
  ...handle(workspaceEndpoints, {
    "/api/workspaces/": { GET: "auth.listWorkspaces", POST: "auth.createWorkspace" },
    "/api/workspaces/{id}/": { GET: "auth.getWorkspace", PATCH: "auth.updateWorkspace" },
  }),
  ...handle(accountEndpoints, {
    "/api/account/api-keys/": { GET: "auth.listKeys", POST: { action: "auth.createKey", extra: cookieToken } },
    "/api/account/api-keys/{id}/": { DELETE: "auth.revokeKey" },
    "/api/account/usage/": { GET: "auth.usage" },
    "/api/account/notices/": { GET: "integrations.listNotices" },
    "/api/account/notices/read/": { POST: "integrations.readNotices" },
    "/api/account/deliveries/": { GET: "integrations.listAccountDeliveries" },
    "/api/account/notices/{id}/": { PATCH: "integrations.updateNotice" },
  }),
];
