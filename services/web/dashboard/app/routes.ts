import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, type HistoryState, redirect } from "@tanstack/react-router";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";
import { endSession, hasSignedInHere, switchWorkspace, tellOtherTabs } from "../api/session.ts";
import { readAuditSearch } from "../audit/auditSearch.ts";
import { readTranslationsSearch } from "../builder/translations/translationsSearch.ts";
import { readBuilderSearch } from "../builder/view.ts";
import { readKeysSearch } from "../developers/keysSearch.ts";
import { readUsageSearch } from "../developers/usageSearch.ts";
import { EntryLayout } from "../entry/entryLayout.tsx";
import { readEntrySearch, safeNext } from "../entry/next.ts";
import { openSsoOnce } from "../entry/ssoAddress.ts";
import { readShareSearch } from "../form/share/shareSearch.ts";
import { readVersionsSearch } from "../form/versions/search.ts";
import { readHomeSearch } from "../forms/homeSearch.ts";
import { readInsightsSearch } from "../insights/insightsSearch.ts";
import { readDeliveriesSearch } from "../integrations/deliveriesSearch.ts";
import { readIntegrationsSearch, readReturn } from "../integrations/integrationsSearch.ts";
import { readMembersSearch } from "../members/membersSearch.ts";
import { readResponsesSearch } from "../responses/responsesSearch.ts";
import { readPageSearch } from "../url/pageSearch.ts";
import { keepWorkspace, readWorkspaceSearch } from "../url/workspaceSearch.ts";
import { FailedPage, MissingAddress, MissingPage } from "./errorPages.tsx";
import { Layout } from "./layout.tsx";
import { lazyPage } from "./lazyPage.ts";

/**
 * All pages of the dashboard, one route each. Their components load when opened. To add one, write `<room>/<name>Page.tsx`,
 * add its route below and to the tree, and its link to `layout.tsx`. A page of a form is a child of `formRoute`, and its
 * link a row of `form/formTabs.ts`. `validateSearch` reads the page's state from the URL, from a file without components.
 * The gateway serves only the paths of decisions §9.4.
 */
interface Context {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<Context>()({
  errorComponent: FailedPage,
  notFoundComponent: MissingAddress,
});

/** Layout of all pages for signed-in users. */
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "layout",
  component: Layout,
  errorComponent: FailedPage,
  validateSearch: readWorkspaceSearch,
  search: { middlewares: [keepWorkspace] },
  async beforeLoad({ context: { queryClient }, location, search: { workspace }, preload }) {
    if (workspace !== undefined && !preload) await switchWorkspace(queryClient, workspace);
    if (await queryClient.ensureQueryData(currentUser)) return;
    const { signup_open: isOpen, sso } = await queryClient.ensureQueryData(entryOptionsQuery);
    const next = location.href === "/" ? undefined : location.href;
    throw redirect({
      to: isOpen && !sso && !hasSignedInHere() ? "/register" : "/sign-in",
      search: { next },
      replace: true,
    });
  },
});

/** Pages for visitors. */
const entryRoute = createRoute({ getParentRoute: () => rootRoute, id: "entry", component: EntryLayout });

interface EntryLoad {
  context: Context;
  search: ReturnType<typeof readEntrySearch>;
  location: { state: HistoryState };
}

const passOn = {
  validateSearch: readEntrySearch,
  async beforeLoad({ context, search, location }: EntryLoad) {
    const user = await context.queryClient.ensureQueryData(currentUser);
    if (user && location.state.isLeaving) {
      await endSession(context.queryClient);
      throw redirect({ to: "/sign-in", search: { signed_out: true }, replace: true });
    }
    // single sign-on in this tab may have been for a page that waits in another one
    if (user) tellOtherTabs(user);
    if (user) throw redirect({ href: safeNext(search.next), replace: true });
  },
};

const signInRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/sign-in",
  ...passOn,
  async beforeLoad(load) {
    await passOn.beforeLoad(load);
    const { next, link, error, signed_out: hasLeft } = load.search;
    if (load.preload || link !== undefined || error !== undefined || hasLeft) return;
    const { sso } = await load.context.queryClient.ensureQueryData(entryOptionsQuery);
    // the page stays empty until the browser leaves
    if (sso?.auto && openSsoOnce(next)) await new Promise(() => undefined);
  },
  component: lazyPage(() => import("../entry/signInPage.tsx"), "SignInPage"),
});

const registerRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/register",
  ...passOn,
  component: lazyPage(() => import("../entry/registerPage.tsx"), "RegisterPage"),
});

const forgotRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/forgot-password",
  component: lazyPage(() => import("../entry/forgotPage.tsx"), "ForgotPage"),
});

/** The token of a link in a mail. */
const readToken = ({ token }: Record<string, unknown>): { token: string } => ({
  token: typeof token === "string" ? token : "",
});

const resetRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/reset-password",
  validateSearch: readToken,
  component: lazyPage(() => import("../entry/resetPage.tsx"), "ResetPage"),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/verify-email",
  validateSearch: readToken,
  component: lazyPage(() => import("../entry/verifyEmailPage.tsx"), "VerifyEmailPage"),
});

const undoEmailRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/undo-email",
  validateSearch: readToken,
  component: lazyPage(() => import("../entry/undoEmailPage.tsx"), "UndoEmailPage"),
});

const invitationRoute = createRoute({
  getParentRoute: () => entryRoute,
  path: "/invitation",
  validateSearch: readToken,
  component: lazyPage(() => import("../entry/invitationPage.tsx"), "InvitationPage"),
});

const homeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/",
  validateSearch: readHomeSearch,
  // an OAuth authorization without `return_to` comes back to `/`
  beforeLoad: ({ search: { error } }) => {
    if (error !== undefined) throw redirect({ to: "/integrations", search: { error }, replace: true });
  },
  component: lazyPage(() => import("../forms/homePage.tsx"), "HomePage"),
});

const membersRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/members",
  validateSearch: readMembersSearch,
  component: lazyPage(() => import("../members/membersPage.tsx"), "MembersPage"),
});

const workspaceRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/workspace",
  component: lazyPage(() => import("../members/workspacePage.tsx"), "WorkspacePage"),
});

const auditRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/audit",
  validateSearch: readAuditSearch,
  component: lazyPage(() => import("../audit/auditPage.tsx"), "AuditPage"),
});

const keysRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/developers/keys",
  validateSearch: readKeysSearch,
  component: lazyPage(() => import("../developers/keysPage.tsx"), "KeysPage"),
});

const usageRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/developers/usage",
  validateSearch: readUsageSearch,
  component: lazyPage(() => import("../developers/usagePage.tsx"), "UsagePage"),
});

const assistantsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/developers/assistants",
  component: lazyPage(() => import("../developers/assistantsPage.tsx"), "AssistantsPage"),
});

const accountRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/account",
  component: lazyPage(() => import("../settings/accountPage.tsx"), "AccountPage"),
});

const notificationsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/notifications",
  validateSearch: readPageSearch,
  component: lazyPage(() => import("../notices/notificationsPage.tsx"), "NotificationsPage"),
});

const securityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/security",
  validateSearch: ({ error }: Record<string, unknown>): { error?: string } =>
    typeof error === "string" ? { error } : {},
  component: lazyPage(() => import("../security/securityPage.tsx"), "SecurityPage"),
});

const accessRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/access",
  component: lazyPage(() => import("../security/accessPage.tsx"), "AccessPage"),
});

const themesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/themes",
  validateSearch: readPageSearch,
  component: lazyPage(() => import("../settings/themes/themesPage.tsx"), "ThemesPage"),
});

const themeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings/themes/$id",
  validateSearch: ({ form }: Record<string, unknown>): { form?: string } => (typeof form === "string" ? { form } : {}),
  component: lazyPage(() => import("../settings/themes/themePage.tsx"), "ThemePage"),
});

/** A form's title and tabs around its pages. */
const formRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/forms/$slug",
  component: lazyPage(() => import("../form/formLayout.tsx"), "FormLayout"),
});

const formIndexRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/forms/$slug/build", params, replace: true });
  },
});

const buildRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/build",
  validateSearch: readBuilderSearch,
  component: lazyPage(() => import("../builder/builderPage.tsx"), "BuilderPage"),
});

const responsesRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/responses",
  validateSearch: readResponsesSearch,
  component: lazyPage(() => import("../responses/responsesPage.tsx"), "ResponsesPage"),
});

/** The response beside the list. The URL keeps the list's filters, so that next and previous follow the list. */
const responseRoute = createRoute({
  getParentRoute: () => responsesRoute,
  path: "/$id",
  component: lazyPage(() => import("../responses/responseDrawer.tsx"), "ResponseDrawer"),
});

const insightsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/insights",
  validateSearch: readInsightsSearch,
  component: lazyPage(() => import("../insights/insightsPage.tsx"), "InsightsPage"),
});

const shareRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/share",
  validateSearch: readShareSearch,
  component: lazyPage(() => import("../form/share/sharePage.tsx"), "SharePage"),
});

const formSettingsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/settings",
  component: lazyPage(() => import("../form/settings/settingsPage.tsx"), "SettingsPage"),
});

const translationsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/translations",
  validateSearch: readTranslationsSearch,
  component: lazyPage(() => import("../builder/translations/translationsPage.tsx"), "TranslationsPage"),
});

const versionsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/versions",
  validateSearch: readVersionsSearch,
  component: lazyPage(() => import("../form/versions/versionsPage.tsx"), "VersionsPage"),
});

const formIntegrationsRoute = createRoute({
  getParentRoute: () => formRoute,
  path: "/integrations",
  component: lazyPage(() => import("../integrations/formIntegrationsPage.tsx"), "FormIntegrationsPage"),
});

const integrationsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/integrations",
  validateSearch: readIntegrationsSearch,
  component: lazyPage(() => import("../integrations/integrationsPage.tsx"), "IntegrationsPage"),
});

/** Return URL of a provider after authorization. Redirects to the connected integration, or to the error. */
const consentReturnRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/integrations/$type",
  validateSearch: readReturn,
  beforeLoad: ({ params: { type }, search: { connected, error } }) => {
    if (connected === undefined) throw redirect({ to: "/integrations", search: { type, error }, replace: true });
    throw redirect({
      to: "/integrations/$type/$id",
      params: { type, id: connected },
      search: { connected },
      replace: true,
    });
  },
});

const integrationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/integrations/$type/$id",
  validateSearch: readDeliveriesSearch,
  component: lazyPage(() => import("../integrations/integrationPage.tsx"), "IntegrationPage"),
});

/** Redirects to the room's first page. */
const developersRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/developers",
  beforeLoad: () => {
    throw redirect({ to: "/developers/keys", replace: true });
  },
});

const settingsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: "/settings",
  beforeLoad: () => {
    throw redirect({ to: "/settings/account", replace: true });
  },
});

/** Any other path that the gateway serves as the dashboard. */
const missingRoute = createRoute({ getParentRoute: () => layoutRoute, path: "$", component: MissingPage });

export const routeTree = rootRoute.addChildren([
  entryRoute.addChildren([
    signInRoute,
    registerRoute,
    forgotRoute,
    resetRoute,
    verifyEmailRoute,
    undoEmailRoute,
    invitationRoute,
  ]),
  layoutRoute.addChildren([
    homeRoute,
    formRoute.addChildren([
      formIndexRoute,
      buildRoute,
      responsesRoute.addChildren([responseRoute]),
      insightsRoute,
      shareRoute,
      formSettingsRoute,
      translationsRoute,
      versionsRoute,
      formIntegrationsRoute,
    ]),
    integrationsRoute,
    consentReturnRoute,
    integrationRoute,
    membersRoute,
    workspaceRoute,
    auditRoute,
    keysRoute,
    usageRoute,
    assistantsRoute,
    accountRoute,
    securityRoute,
    notificationsRoute,
    accessRoute,
    themesRoute,
    themeRoute,
    developersRoute,
    settingsRoute,
    missingRoute,
  ]),
]);
