import { examples } from "../../services/gateway/openapi/examples.ts";
import * as app from "../../services/web/strings/en/dashboard/app.ts";
import * as form from "../../services/web/strings/en/dashboard/form.ts";
import * as formSettings from "../../services/web/strings/en/dashboard/formSettings.ts";
import * as forms from "../../services/web/strings/en/dashboard/forms.ts";
import * as insights from "../../services/web/strings/en/dashboard/insights.ts";
import { noMail } from "../../services/web/strings/en/dashboard/mails.ts";
import * as members from "../../services/web/strings/en/dashboard/members.ts";
import * as responses from "../../services/web/strings/en/dashboard/responses.ts";
import { roles } from "../../services/web/strings/en/dashboard/rights.ts";
import * as settings from "../../services/web/strings/en/dashboard/settings.ts";
import * as versions from "../../services/web/strings/en/dashboard/versions.ts";
import * as words from "../../services/web/strings/en/dashboard/workspaces.ts";
import type { ResponseLevel } from "../../shared/api/access/capabilities.ts";
import type { Role } from "../../shared/api/access/roles.ts";
import {
  accessibilityProblems,
  addressNow,
  answer,
  openPage,
  screen,
  userAs,
  waitFor,
  within,
} from "./support/page.ts";

/** The workspace of a tab, and pages for each role. */
const none = { count: 0, next: null, previous: null, results: [] };
const research = String(examples.User.workspace?.name);
const oneForm = { ...none, count: 1, results: [{ ...examples.FormListItem, title: "Lunch", total_sessions: 12 }] };
const as = (role: Role, responses?: ResponseLevel) => ({ "GET /api/auth/me/": userAs(role, responses) });
const linksIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole("link")
    .map((link) => link.textContent);

const allPages = [
  ...[app.forms, app.integrations, app.themes, app.members, app.settings, app.auditLog],
  ...[app.apiKeys, app.apiUsage, app.assistants],
];

describe("navigation", () => {
  test.each([
    ["owner", allPages],
    ["admin", allPages],
    ["editor", [app.forms, app.integrations, app.themes, app.members]],
    ["viewer", [app.forms, app.themes, app.members]],
    ["guest", [app.forms]],
  ] as const)("shows an %s the pages that they may open", async (role, expected) => {
    await openPage("/", { ...as(role), "GET /api/v2/form/": oneForm });
    await screen.findByRole("link", { name: "Lunch" });
    expect(linksIn(screen.getByRole("navigation", { name: app.mainNavigation }))).toEqual(expected);
    expect(await accessibilityProblems()).toEqual([]);
  });

  test.each([
    [
      "editor",
      "none",
      [form.tabs.build, form.tabs.share, form.tabs.insights, form.tabs.integrations, form.tabs.settings],
    ],
    ["viewer", "read", [form.tabs.share, `${form.tabs.responses}12`, form.tabs.insights]],
    ["viewer", "none", [form.tabs.share, form.tabs.insights]],
  ] as const)("shows an %s with responses %s these pages of a form", async (role, level, expected) => {
    await openPage("/forms/lunch/share", as(role, level));
    const tabs = await screen.findByRole("navigation", { name: form.pagesOfForm });
    await screen.findByText(examples.FormDetail.title);
    await waitFor(() => expect(linksIn(tabs)).toEqual(expected));
  });
});

describe("a viewer", () => {
  test("gets no buttons that create or change forms", async () => {
    const user = await openPage("/", { ...as("viewer", "none"), "GET /api/v2/form/": oneForm });
    const opens = await screen.findByRole<HTMLAnchorElement>("link", { name: "Lunch" });
    expect(opens.pathname).toMatch(/\/insights$/);
    expect(screen.queryByRole("button", { name: forms.newForm })).toBeNull();
    expect(screen.queryByRole("link", { name: forms.responsesOf(12, "Lunch") })).toBeNull();
    await user.click(screen.getByRole("button", { name: forms.menuOf("Lunch") }));
    const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
    expect(items).not.toEqual(expect.arrayContaining([forms.duplicate]));
    expect(items).not.toEqual(expect.arrayContaining([forms.archive]));
    expect(items).not.toEqual(expect.arrayContaining([forms.openBuilder]));
  });

  test.each(["build", "settings"])("is led from /%s to the insights", async (page) => {
    await openPage(`/forms/lunch/${page}`, as("viewer"));
    await waitFor(() => expect(addressNow()).toMatch(/^\/forms\/lunch\/insights/));
  });

  test("restores no version, and finds no responses without the right to read them", async () => {
    await openPage("/forms/lunch/versions", as("viewer", "none"));
    await screen.findByRole("button", { name: versions.lookOf(1) });
    expect(screen.queryByRole("button", { name: versions.restoreOf(1) })).toBeNull();
    expect(screen.queryByRole("link", { name: /to version 1$/ })).toBeNull();
  });

  test.each([
    ["none", false],
    ["read", true],
  ] as const)("with responses %s gets links from the insights to responses: %s", async (level, expected) => {
    await openPage("/forms/lunch/insights", {
      ...as("viewer", level),
      "GET /api/v2/form/{slug}/insights/": examples.Insights,
    });
    await screen.findByRole("heading", { name: insights.overTime });
    const links = [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
    expect(links.some((href) => href.includes("/lunch/responses"))).toBe(expected);
    expect(screen.queryByRole("button", { name: insights.exportAction }) !== null).toBe(expected);
  });

  test.each([
    ["read", false],
    ["write", true],
  ] as const)("with responses %s deletes them: %s", async (level, expected) => {
    const { ResponseDetail: session } = examples;
    await openPage(`/forms/lunch/responses/${session.id}`, {
      ...as("viewer", level),
      "GET /api/v2/form/{slug}/responses/": { ...none, count: 1, results: [examples.SessionListItem] },
      "GET /api/v2/form/{slug}/responses/{id}/": session,
    });
    const drawer = within(await screen.findByRole("complementary", { name: responses.response }));
    await drawer.findByRole("button", { name: responses.copyLink });
    await drawer.findByText("9 points");
    expect(drawer.queryByRole("button", { name: responses.erase }) !== null).toBe(expected);
  });
});

describe("a guest", () => {
  const shared = userAs("guest");
  const capabilities = ["forms:read", "insights:read", "forms:write"];
  const me = { ...shared, workspace: { ...shared.workspace, forms: { [examples.FormDetail.id]: capabilities } } };

  test("edits a form that is shared for editing", async () => {
    await openPage("/forms/lunch/share", { "GET /api/auth/me/": me });
    const tabs = await screen.findByRole("navigation", { name: form.pagesOfForm });
    await waitFor(() =>
      expect(linksIn(tabs)).toEqual([form.tabs.build, form.tabs.share, form.tabs.insights, form.tabs.settings]),
    );
  });

  test("is led from the address of a hidden page to the insights", async () => {
    await openPage("/forms/lunch/responses", { "GET /api/auth/me/": me });
    await screen.findByRole("heading", { name: form.tabs.insights });
  });

  test("leaves on the account page", async () => {
    const asked: string[] = [];
    const user = await openPage("/settings/account", {
      ...as("guest"),
      "DELETE /api/workspaces/{id}/members/{user}/": ({ url }: Request) => {
        asked.push(new URL(url).pathname);
        return new Response(null, { status: 403 });
      },
    });
    await user.click(await screen.findByRole("button", { name: members.leave }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: members.leaveAction }));
    await waitFor(() => expect(asked).toEqual([expect.stringContaining(examples.User.id)]));
  });
});

test.each([
  ["guest", "/settings/members"],
  ["guest", "/settings/notifications"],
  ["viewer", "/integrations"],
  ["editor", "/developers/usage"],
] as const)("an %s at the address of %s is told that their role doesn't include it", async (role, address) => {
  await openPage(address, as(role));
  await screen.findByText(words.noAccess(research));
  expect(await accessibilityProblems()).toEqual([]);
});

test("turns off emails about failed deliveries", async () => {
  let isOn = true;
  const user = await openPage("/settings/notifications", {
    "GET /api/workspaces/{id}/me/": () => ({ mails_failures: isOn }),
    "PATCH /api/workspaces/{id}/me/": async (request: Request) => {
      ({ mails_failures: isOn } = await request.json());
      return { mails_failures: isOn };
    },
  });
  const label = settings.mailsFailures(research);
  await user.click(await screen.findByRole("checkbox", { name: label, checked: true }));
  await screen.findByRole("checkbox", { name: label, checked: false });
  expect(isOn).toBe(false);
});

test("promises no emails from a server without mail", async () => {
  const without = { ...examples.EntryOptions, mail: false };
  await openPage("/settings/notifications", {
    "GET /api/auth/options/": without,
    "GET /api/workspaces/{id}/me/": { mails_failures: true },
  });
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: settings.mailsFailures(research) });
  await waitFor(() => expect([box.checked, box.disabled]).toEqual([false, true]));
  screen.getByText(noMail);
});

test("offers to create a workspace only where the server lets them", async () => {
  const allowing = (creation: string, role = "owner") => ({
    "GET /api/auth/options/": { ...examples.EntryOptions, signup_open: false, workspace_creation: creation },
    "GET /api/workspaces/": { ...none, count: 1, results: [{ ...examples.Workspace, role }] },
    "GET /api/workspaces/{id}/": examples.WorkspaceDetail,
  });
  await openPage("/settings/workspace", allowing("owners"));
  await screen.findByRole("button", { name: words.create });
  await openPage("/settings/workspace", allowing("none"));
  await screen.findByRole("heading", { name: words.permissions });
  expect(screen.queryByRole("button", { name: words.create })).toBeNull();
  await openPage("/settings/workspace", allowing("anyone", "admin"));
  await screen.findByRole("button", { name: words.create });
});

describe("several workspaces", () => {
  const here = {
    ...examples.Workspace,
    id: examples.User.workspace?.id ?? "",
    name: "Research",
    role: "owner",
    is_default: true,
  };
  const there = {
    ...examples.Workspace,
    id: "22222222-2222-4222-8222-222222222222",
    name: "Field Lab",
    is_default: false,
  };
  const both = { ...none, count: 2, results: [there, here] };
  const meIn = (request: Request) => {
    const user = userAs("owner");
    const named = request.headers.get("pathform-workspace") === there.id ? there : here;
    return { ...user, workspace: { ...user.workspace, id: named.id, name: named.name } };
  };
  const given = { "GET /api/workspaces/": both, "GET /api/auth/me/": meIn, "GET /api/v2/form/": oneForm };

  test("lists them in a menu, each as a link that opens it", async () => {
    const user = await openPage("/", given);
    await user.click(await screen.findByRole("button", { name: words.workspaceMenu("Research", roles.owner) }));
    const items = await screen.findAllByRole<HTMLAnchorElement>("menuitem");
    expect(items.slice(0, 2).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Field Lab"),
      expect.stringContaining("Research"),
    ]);
    expect(items[0]?.getAttribute("href")).toBe(`/?workspace=${there.id}`);
    await screen.findByRole("menuitem", { name: words.create });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows the name alone of a single one", async () => {
    await openPage("/", { "GET /api/v2/form/": oneForm });
    await screen.findByRole("link", { name: "Lunch" });
    expect(screen.queryByRole("button", { name: /switch workspace/ })).toBeNull();
    screen.getByRole("link", { name: userAs("owner").workspace.name });
  });

  test("asks for everything in the workspace of the URL, and keeps it in links", async () => {
    const asked: (string | null)[] = [];
    const list = (request: Request) => {
      asked.push(request.headers.get("pathform-workspace"));
      return oneForm;
    };
    await openPage(`/?workspace=${there.id}`, { ...given, "GET /api/v2/form/": list });
    await screen.findByRole("button", { name: words.workspaceMenu("Field Lab", roles.owner) });
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: app.themes });
    expect(link.search).toBe(`?workspace=${there.id}`);
    expect(new Set(asked)).toEqual(new Set([there.id]));
  });

  test("switches for a form of another one, and shows it with that workspace's role", async () => {
    const detail = (request: Request) =>
      request.headers.get("pathform-workspace") === there.id
        ? examples.FormDetail
        : Response.json({ detail: "This form belongs to another workspace.", workspace_id: there.id }, { status: 403 });
    await openPage("/forms/lunch/share", { ...given, "GET /api/v2/form/{slug}/": detail });
    await screen.findByRole("button", { name: words.workspaceMenu("Field Lab", roles.owner) });
    await screen.findByText(examples.FormDetail.title);
    await waitFor(() => expect(addressNow()).toBe(`/forms/lunch/share?workspace=${there.id}`));
  });

  test("forgets one that the user has left", async () => {
    const gone = (request: Request) =>
      request.headers.get("pathform-workspace") === there.id
        ? Response.json({ detail: "You aren't a member of this workspace." }, { status: 403 })
        : userAs("owner");
    await openPage(`/?workspace=${there.id}`, { ...given, "GET /api/auth/me/": gone });
    await screen.findByRole("link", { name: "Lunch" });
    await waitFor(() => expect(addressNow()).toBe("/"));
  });

  test("lets a user without a workspace create one where everybody may", async () => {
    await openPage("/", {
      "GET /api/workspaces/": none,
      "GET /api/auth/me/": { ...examples.User, workspace: null },
      "GET /api/auth/options/": { ...examples.EntryOptions, signup_open: false, workspace_creation: "anyone" },
    });
    await screen.findByRole("button", { name: words.create });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows a user without a workspace what to do, and looks again", async () => {
    const user = await openPage("/", {
      "GET /api/auth/me/": { ...examples.User, workspace: null },
      "GET /api/workspaces/": none,
      "GET /api/auth/options/": { ...examples.EntryOptions, signup_open: false, workspace_creation: "owners" },
    });
    await screen.findByRole("heading", { name: words.noneTitle });
    expect(screen.queryByRole("button", { name: words.create })).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
    answer({ "GET /api/auth/me/": userAs("viewer"), "GET /api/v2/form/": oneForm });
    await user.click(screen.getByRole("button", { name: words.checkAgain }));
    await screen.findByRole("link", { name: "Lunch" });
  });

  test("takes controls away when a role has changed", async () => {
    const user = await openPage("/", { "GET /api/v2/form/": oneForm });
    await screen.findByRole("button", { name: forms.newForm });
    const refused = () =>
      Response.json({ detail: "This needs the permission forms:write.", needs: "forms:write" }, { status: 403 });
    answer({ ...as("viewer"), "POST /api/v2/form/{slug}/copy/": refused });
    await user.click(screen.getByRole("button", { name: forms.menuOf("Lunch") }));
    await user.click(await screen.findByRole("menuitem", { name: forms.duplicate }));
    await waitFor(() => expect(screen.queryByRole("button", { name: forms.newForm })).toBeNull());
  });
});

describe("deleting a workspace", () => {
  const deletesAt = "2026-06-08T09:30:00.000Z";
  const workspacePage = {
    "GET /api/workspaces/{id}/": { ...examples.WorkspaceDetail, name: "Research" },
    "GET /api/workspaces/{id}/members/": none,
  };
  const suspended = (role: Role) => {
    const user = userAs(role);
    return { ...user, workspace: { ...user.workspace, deletes_at: deletesAt } };
  };

  test("asks an owner for its name and their password, and says what happens when", async () => {
    let body: unknown;
    const user = await openPage("/settings/workspace", {
      ...workspacePage,
      "GET /api/v2/form/": oneForm,
      "POST /api/workspaces/{id}/delete/": async (request: Request) => {
        body = await request.json();
        return { deletes_at: deletesAt };
      },
    });
    await screen.findByText(words.deleteText(1));
    await user.click(await screen.findByRole("button", { name: words.deleteOpen }));
    const dialog = within(await screen.findByRole("dialog", { name: words.deleteConfirm("Research") }));
    expect(dialog.getAllByRole("listitem")).toHaveLength(3);
    expect(await accessibilityProblems()).toEqual([]);
    const submit = dialog.getByRole("button", { name: words.deleteAction });
    await user.type(dialog.getByLabelText(words.typeName), "Resear");
    expect(submit).toHaveProperty("disabled", true);
    await user.type(dialog.getByLabelText(words.typeName), "ch");
    await user.type(dialog.getByLabelText("Password"), "correct horse battery");
    answer({ "GET /api/auth/me/": suspended("owner") });
    await user.click(submit);
    await screen.findByRole("button", { name: words.restore });
    expect(body).toEqual({ name: "Research", password: "correct horse battery" });
  });

  test("isn't offered to admins", async () => {
    await openPage("/settings/workspace", { ...workspacePage, ...as("admin") });
    await screen.findByRole("heading", { name: words.permissions });
    expect(screen.queryByRole("button", { name: words.deleteOpen })).toBeNull();
  });

  test("leaves its members a page to look at, which owners restore", async () => {
    let isRestored = false;
    const user = await openPage("/", {
      "GET /api/auth/me/": suspended("owner"),
      "GET /api/v2/form/": oneForm,
      "POST /api/workspaces/{id}/restore/": () => {
        isRestored = true;
        return examples.WorkspaceDetail;
      },
    });
    await screen.findByRole("link", { name: "Lunch" });
    expect(screen.queryByRole("button", { name: forms.newForm })).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
    answer({ "GET /api/auth/me/": userAs("owner") });
    await user.click(await screen.findByRole("button", { name: words.restore }));
    await screen.findAllByRole("button", { name: forms.newForm });
    expect(isRestored).toBe(true);
    await openPage("/", { "GET /api/auth/me/": suspended("editor"), "GET /api/v2/form/": oneForm });
    await screen.findByText(/Until then you can view, but not change anything/);
    expect(screen.queryByRole("button", { name: words.restore })).toBeNull();
    await openPage("/", { "GET /api/auth/me/": suspended("owner"), "GET /api/v2/form/": none });
    await screen.findByText(forms.noneSuspendedText);
  });
});

test("moves a form to another workspace, after telling what stays behind", async () => {
  const other = { ...examples.Workspace, id: "0b6f1d1e-6a43-4f0e-9a52-0f8f6a5b7c3d", name: "Lab", role: "admin" };
  const asked: object[] = [];
  const user = await openPage("/forms/lunch/settings", {
    "GET /api/workspaces/": { ...none, count: 2, results: [{ ...examples.Workspace, role: "owner" }, other] },
    "POST /api/v2/form/{slug}/move/": async (request: Request) => {
      asked.push(await request.json());
      const left = [
        { kind: "attachment", name: "Receiver" },
        { kind: "theme", name: "Ours" },
      ];
      return asked.length > 1 ? new Response(null, { status: 503 }) : { form: examples.FormDetail, left };
    },
  });
  await user.click(await screen.findByRole("button", { name: formSettings.moveOpen }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(`${formSettings.leftBehind.attachment(1)}: Receiver`);
  expect(dialog.queryByText(/Ours/)).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: formSettings.moveAction }));
  await waitFor(() =>
    expect(asked).toEqual([{ workspace_id: other.id, is_dry_run: true }, { workspace_id: other.id }]),
  );
});
