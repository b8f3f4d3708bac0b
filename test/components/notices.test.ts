import { examples } from "../../services/gateway/openapi/examples.ts";
import { replayed } from "../../services/web/strings/en/dashboard/integrations.ts";
import * as words from "../../services/web/strings/en/dashboard/notices.ts";
import * as settings from "../../services/web/strings/en/dashboard/settings.ts";
import type { Notice } from "../../shared/api/shapes/integrations.ts";
import { accessibilityProblems, addressNow, openPage, screen, userAs, waitFor, within } from "./support/page.ts";

/** Notifications: the bell, its drawer and their page. */
const address = "/settings/notifications";
const listOf = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const integration = { ...examples.Integration, name: "Legacy intranet" };
const today = (hour: number) => new Date(new Date().setHours(hour, 38, 0, 0)).toISOString();
const failed = (id: string, hour: number): Notice => ({
  id,
  kind: "delivery_failed",
  message: "“Legacy intranet” didn’t receive a completed response.",
  integration_id: integration.id,
  form_slug: "survey",
  created: today(hour),
  is_read: false,
});
const expiring: Notice = {
  ...failed("key", 0),
  kind: "api_key_expires",
  message: 'The API key "Nightly" expires soon.',
  integration_id: null,
  form_slug: null,
};

/** Answers of a service with two failed deliveries of one integration, and a key that expires. */
function service() {
  const notices = [failed("b", 3), failed("a", 2), expiring].map((notice) => ({ ...notice }));
  const asked: string[] = [];
  const replays: unknown[] = [];
  const answers = {
    "GET /api/account/notices/": (request: Request) =>
      listOf(...notices.filter(({ is_read: isRead }) => !isRead || !request.url.includes("is_read=false"))),
    "POST /api/account/notices/read/": () => {
      for (const notice of notices) notice.is_read = true;
      return new Response(null, { status: 204 });
    },
    "PATCH /api/account/notices/{id}/": (request: Request) => {
      const notice = notices.find(({ id }) => request.url.endsWith(`/${id}/`));
      return notice && Object.assign(notice, { is_read: true });
    },
    "GET /api/integrations/": listOf(integration),
    "GET /api/integrations/{type}/{id}/deliveries/": (request: Request) => {
      asked.push(new URL(request.url).search);
      return { ...listOf(), count: 42 };
    },
    "POST /api/integrations/{type}/{id}/deliveries/replay/": async (request: Request) => {
      replays.push(await request.json());
      return { queued_count: 2 };
    },
  };
  return { answers, asked, notices, replays };
}

const bell = (name: string | RegExp) => screen.findByRole("button", { name });
const row = async (text: string) => within((await screen.findByText(text)).closest("li") as HTMLElement);
const failures = words.deliveriesFailed("Legacy intranet", 2, false);

test("counts unread notifications at the bell, and lists them by integration in its drawer", async () => {
  const { answers, notices } = service();
  const user = await openPage("/settings/account", answers);
  await user.click(await bell(/^Notifications\s*3 unread$/));
  const drawer = await screen.findByRole("dialog", { name: words.title });
  await row(failures);
  expect(within(drawer).getAllByRole("listitem")).toHaveLength(2);
  expect(await accessibilityProblems()).toEqual([]);
  // reading alone marks nothing
  expect(notices.map(({ is_read: isRead }) => isRead)).toEqual([false, false, false]);
  await user.click(within(drawer).getByRole("button", { name: words.markAllRead }));
  await waitFor(() => expect(screen.queryByText(words.unread)).toBeNull());
  expect(within(drawer).getByRole<HTMLButtonElement>("button", { name: words.markAllRead }).disabled).toBe(true);
  await user.click(within(drawer).getByRole("link", { name: words.open.keys }));
  await waitFor(() => expect(addressNow()).toBe("/developers/keys"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect((await bell(words.title)).textContent).toBe(words.title);
});

test("offers nothing to mark as read without notifications", async () => {
  const user = await openPage(address, { "GET /api/account/notices/": listOf() });
  await screen.findByText(words.none);
  await user.click(await bell(words.title));
  await within(await screen.findByRole("dialog", { name: words.title })).findByText(words.none);
  expect(screen.queryByRole("button", { name: words.markAllRead })).toBeNull();
});

test("retries the failed deliveries of an integration and day after saying how many", async () => {
  const { answers, asked, replays } = service();
  const user = await openPage(address, answers);
  const failing = await row(failures);
  const { href } = failing.getByRole<HTMLAnchorElement>("link", { name: words.open.deliveries });
  expect(new URL(href).pathname).toBe(`/integrations/webhook/${integration.id}`);
  expect(new URL(href).search).toMatch(/^\?status=error&from=(?<day>[^&]+)&to=\k<day>$/);
  await user.click(failing.getByRole("button", { name: words.retryAll }));
  const dialog = within(await screen.findByRole("dialog", { name: words.retryTitle("Legacy intranet") }));
  await dialog.findByText(/^42 attempts failed on /);
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: words.retryAll }));
  await screen.findByText(replayed(2));
  expect(asked[0]).toContain("status=error&from_date=");
  expect(replays).toEqual([
    {
      status: "error",
      from_date: expect.stringContaining("T00:00:00"),
      to_date: expect.stringContaining("T23:59:59"),
    },
  ]);
});

test("marks the notifications of a row as read", async () => {
  const { answers, notices } = service();
  const user = await openPage(address, answers);
  await user.click(await screen.findByRole("button", { name: words.markReadOf(failures) }));
  await waitFor(() => expect(screen.queryByRole("button", { name: words.markReadOf(failures) })).toBeNull());
  expect(notices.map(({ is_read: isRead }) => isRead)).toEqual([true, true, false]);
  await bell(/1 unread$/);
});

test("offers no retry to roles that can't change integrations, nor for a disabled one", async () => {
  await openPage(address, { ...service().answers, "GET /api/auth/me/": userAs("viewer") });
  await screen.findByText(expiring.message);
  expect(screen.queryByRole("button", { name: words.retryAll })).toBeNull();
  const disabled = listOf({ ...integration, status: "disabled" });
  await openPage(address, { ...service().answers, "GET /api/integrations/": disabled });
  await row(failures);
  expect(screen.queryByRole("button", { name: words.retryAll })).toBeNull();
});

test("shows guests no notifications", async () => {
  await openPage("/settings/account", { "GET /api/auth/me/": userAs("guest") });
  await screen.findByRole("heading", { name: settings.accountTitle, level: 1 });
  await screen.findByRole("button", { name: /^Account menu/ });
  expect(screen.queryByText(words.title)).toBeNull();
});
