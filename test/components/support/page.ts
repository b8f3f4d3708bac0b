import "./dom.ts";
import "./modules.mts";
import axe from "axe-core";
import { examples } from "../../../services/gateway/openapi/examples.ts";
import type { ResponseLevel } from "../../../shared/api/access/capabilities.ts";
import { capabilitiesOf, type Role } from "../../../shared/api/access/roles.ts";

/**
 * Dashboard pages without a browser: React renders them in jsdom, and `answers` replace the service. For behavior. Layout,
 * CSS, network and multiple tabs are tested in test/browser.
 */

/** By method and path, whose variables match anything. A value is a body, a response, or a function that returns one. */
export type Answers = Record<string, unknown>;

/** A user with this role in the only workspace. */
export function userAs(role: Role, responses: ResponseLevel = "write") {
  const capabilities = capabilitiesOf(role, responses, { key_creation: "admins", sharing: "admins" });
  return { ...examples.User, workspace: { ...examples.User.workspace, role, responses, capabilities } };
}

const always: Answers = {
  "GET /api/auth/me/": userAs("owner"),
  "GET /api/workspaces/": { count: 1, next: null, previous: null, results: [examples.Workspace] },
  "GET /api/auth/options/": examples.EntryOptions,
  "GET /api/account/notices/": { count: 0, next: null, previous: null, unread_count: 0, results: [] },
  "GET /api/v2/form/{slug}/": examples.FormDetail,
  "GET /api/v2/form/{slug}/versions/": { count: 1, next: null, previous: null, results: [examples.Version] },
  "GET /api/v2/form/{slug}/versions/{number}/": examples.VersionDetail,
};

let answers = always;
let router: typeof appRouter;
let isOnline = true;

globalThis.fetch = async (input, init) => {
  if (!isOnline) throw new TypeError("offline");
  const request = new Request(new URL(String(input), location.href), { ...init, signal: null });
  const asked = `${request.method} ${new URL(request.url).pathname}`;
  const [, given] = Object.entries(answers).findLast(([key]) => matches(key, asked)) ?? [];
  const answer = await (typeof given === "function" ? given(request) : given);
  if (answer === undefined) return Response.json({ detail: `The test has no answer for ${asked}.` }, { status: 404 });
  return answer instanceof Response ? answer : Response.json(answer);
};

const matches = (key: string, asked: string) => new RegExp(`^${key.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(asked);

// otherwise Testing Library makes React warn about responses between two steps
process.env.RTL_SKIP_AUTO_CLEANUP = "true";
// these read the globals when imported
const { act, cleanup, configure, render } = await import("@testing-library/react");
export const { screen, waitFor, within } = await import("@testing-library/react");
const { userEvent } = await import("@testing-library/user-event");
const { createElement } = await import("react");
const { onlineManager, QueryClientProvider } = await import("@tanstack/react-query");
const { createMemoryHistory, createRouter, RouterProvider } = await import("@tanstack/react-router");
const { router: appRouter } = await import("../../../services/web/dashboard/app/router.ts");
const { queryClient } = await import("../../../services/web/dashboard/api/queryClient.ts");

export const { NoAnswer } = await import("../../../services/web/ui/apiError.ts");

// a page's text is more useful than its markup
const getElementError = (message: string | null) =>
  new Error(`${message?.split("\n")[0]}\n${addressNow()}: ${document.body.textContent}`);
configure({ getElementError, asyncUtilTimeout: 15_000 });

// jsdom doesn't know <search>
const { error } = console;
console.error = (...said) => String(said[0]).startsWith("The tag <") || error(...said);

afterEach(cleanup);

/** Opens this path, signed in. Returns the simulated user. */
export async function openPage(address: string, given: Answers = {}) {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  sessionStorage.clear();
  setOnline(true);
  answers = { ...always, ...given };
  router = createRouter({ ...appRouter.options, history: createMemoryHistory({ initialEntries: [address] }) });
  render(createElement(QueryClientProvider, { client: queryClient }, createElement(RouterProvider, { router })));
  return userEvent.setup();
}

/** Changes the service's responses from now on. */
export function answer(changed: Answers): void {
  answers = { ...answers, ...changed };
}

/** Returns an error response. */
export const failedAnswer = (status: number, detail: string): Response =>
  Response.json({ detail }, { status, headers: { "x-request-id": "req-1" } });

export function setOnline(now: boolean): void {
  isOnline = now;
  act(() => onlineManager.setOnline(now));
}

export const addressNow = (): string => router.history.location.href;

/** Returns what axe finds, without contrast: test/web/dashboard/tokens.test.ts checks the colors. */
export async function accessibilityProblems(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    iframes: false,
    rules: { "color-contrast": { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
