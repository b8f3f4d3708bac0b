import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/app.ts";
import * as entry from "../../services/web/strings/en/dashboard/entry.ts";
import * as guides from "../../services/web/strings/en/dashboard/guides.ts";
import * as keys from "../../services/web/strings/en/dashboard/keys.ts";
import { accessibilityProblems, failedAnswer, openPage, screen, waitFor, within } from "./support/page.ts";

const noForms = { count: 0, next: null, previous: null, results: [] };
const notFound = () => failedAnswer(404, "Form not found.");

describe("addresses", () => {
  test.each([
    ["/settings/none", words.missingTitle],
    ["/forms/none", "Form not found"],
    ["/forms/%E0%A4%A/settings", words.missingTitle],
    ["/settings/themes/%", words.missingTitle],
    ["/integrations/webhook/%zz", words.missingTitle],
  ])("says that nothing is at %s and leads to the forms", async (address, heading) => {
    const user = await openPage(address, { "GET /api/v2/form/{slug}/": notFound, "GET /api/v2/form/": noForms });
    await screen.findByRole("heading", { name: heading });
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(screen.getByRole("link", { name: words.toForms }));
    await screen.findByRole("heading", { name: words.forms, level: 1 });
    await waitFor(() => expect(document.title).toBe("Forms · Pathform"));
  });

  test.each([
    ["/developers", words.apiKeys],
    ["/settings", words.account],
  ])("opens the first page of %s", async (address, heading) => {
    await openPage(address, { "GET /api/v2/apikeys/": noForms });
    await screen.findByRole("heading", { name: heading, level: 1 });
  });
});

test("shows the keyboard shortcuts on every page by `?`", async () => {
  const user = await openPage("/settings/account");
  await screen.findByRole("heading", { name: words.account, level: 1 });
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: keys.keys });
  await user.click(screen.getByRole("button", { name: words.close }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  ["/settings/account", words.accountMenu],
  ["/settings/security", words.accountMenu],
  ["/settings/notifications", words.notifications],
  ["/settings/themes", words.themes],
])("marks where %s is in the navigation, once", async (address, name) => {
  await openPage(address, { "GET /api/account/notices/": noForms });
  const current = () =>
    ["link", "button"].flatMap((role) => within(screen.getByRole("banner")).queryAllByRole(role, { current: "page" }));
  await waitFor(() => expect(current()).toHaveLength(1));
  expect(current()[0]?.textContent).toContain(name);
});

test.each([
  ["/developers/keys", "api", "/docs/api"],
  ["/settings/themes", "design", "/docs/guide/design"],
  ["/integrations", "integrations", "/docs/integrations"],
  ["/forms/nps/share", "share", "/docs/sharing"],
  ["/forms/nps/insights", "insights", "/docs/guide/insights"],
] as const)("links %s to its guide, in a new tab", async (address, guide, target) => {
  await openPage(address, { "GET /api/v2/apikeys/": noForms });
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: guides.guide(guides.titles[guide]) });
  expect([link.pathname, link.target]).toEqual([target, "_blank"]);
});

describe("sign-up", () => {
  const options = { ...examples.EntryOptions, signup_open: true, setup_required: true };
  const anonymous = { "GET /api/auth/me/": () => failedAnswer(401, "Sign in.") };

  test("asks for the setup link of a public server without an account", async () => {
    await openPage("/register", { ...anonymous, "GET /api/auth/options/": options });
    await screen.findByText(entry.setupText);
    expect(screen.queryByLabelText(entry.email)).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("sends the token of the setup link", async () => {
    const sent: unknown[] = [];
    const user = await openPage("/register#setup=from%20the%20log", {
      ...anonymous,
      "GET /api/auth/options/": options,
      "POST /api/auth/register/": async (request: Request) => {
        sent.push(await request.json());
        return failedAnswer(403, "Wrong token.");
      },
    });
    await user.type(await screen.findByLabelText(entry.name), "Ada");
    await user.type(screen.getByLabelText(entry.email), "ada@example.com");
    await user.type(screen.getByLabelText(entry.password), "correct horse battery{Enter}");
    await screen.findByText("Wrong token.");
    expect(sent).toEqual([
      { name: "Ada", email: "ada@example.com", password: "correct horse battery", setup: "from the log" },
    ]);
  });
});

describe("password reset", () => {
  test("names the command that resets it if the server has no mail", async () => {
    await openPage("/forgot-password", { "GET /api/auth/options/": { ...examples.EntryOptions, mail: false } });
    await screen.findByText(entry.noMail);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("leads to what stays valid with a new password", async () => {
    const user = await openPage("/reset-password?token=123", {
      "POST /api/auth/reset/": new Response(null, { status: 204 }),
    });
    await user.type(await screen.findByLabelText(entry.newPassword), "another horse battery{Enter}");
    const link = await screen.findByRole("link", { name: entry.toAccess });
    expect(link.getAttribute("href")).toBe("/sign-in?next=%2Fsettings%2Faccess");
  });

  test("asks for no password once a reset link is refused, and leads to a new one", async () => {
    const refusal = {
      detail: "Validation failed.",
      errors: ["token: is invalid, used or expired; request a new link"],
    };
    const user = await openPage("/reset-password?token=123", {
      "POST /api/auth/reset/": () => Response.json(refusal, { status: 400 }),
    });
    await user.type(await screen.findByLabelText(entry.newPassword), "another horse battery{Enter}");
    await screen.findByText(entry.deadToken);
    expect(screen.queryByLabelText(entry.newPassword)).toBeNull();
    expect(screen.getByRole("link", { name: entry.newLink }).getAttribute("href")).toBe("/forgot-password");
    expect(await accessibilityProblems()).toEqual([]);
  });
});
