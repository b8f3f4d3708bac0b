import { examples } from "../../services/gateway/openapi/examples.ts";
import { done, required } from "../../services/web/strings/en/dashboard/app.ts";
import * as entry from "../../services/web/strings/en/dashboard/entry.ts";
import * as words from "../../services/web/strings/en/dashboard/security.ts";
import { settings } from "../../services/web/strings/en/dashboard/workspaces.ts";
import { accessibilityProblems, addressNow, openPage, screen, userAs, waitFor, within } from "./support/page.ts";

/** Two-step sign-in, devices and activity, and the second step of signing in. */
const listOf = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const other = {
  ...examples.OwnSignIn,
  id: "aa111111-1111-4111-8111-111111111111",
  device: "Safari on iPhone",
  address: "198.51.100.23",
  is_current: false,
};
const off = { is_enabled: false, recovery_codes_left: 0, required_by: [] };
const { StartedSecondFactor: started } = examples;
const { recovery_codes: codes } = examples.RecoveryCodes;
const page = {
  "GET /api/auth/second-factor/": off,
  "GET /api/auth/sign-ins/": listOf(examples.OwnSignIn, other),
  "GET /api/auth/events/": listOf(examples.UserEvent),
};

/** Collects the bodies of requests, and answers. */
function collecting(...replies: unknown[]) {
  const bodies: unknown[] = [];
  const answer = async (request: Request) => {
    bodies.push(await request.json());
    const reply = replies[Math.min(bodies.length, replies.length) - 1];
    return reply instanceof Response ? reply : Response.json(reply);
  };
  return { bodies, answer };
}
const problem = (status: number, body: object) => Response.json({ detail: "No.", ...body }, { status });

describe("two-step sign-in", () => {
  test("is set up by password, key and code, and shows the recovery codes once", async () => {
    const start = collecting(problem(400, { errors: ["password: is wrong"] }), started);
    const confirm = collecting(problem(400, { errors: ["code: is wrong"] }), examples.RecoveryCodes);
    const user = await openPage("/settings/security", {
      ...page,
      "POST /api/auth/second-factor/": start.answer,
      "POST /api/auth/second-factor/confirm/": confirm.answer,
    });
    await user.click(await screen.findByRole("button", { name: words.setUp }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(words.password), "wrong");
    await user.click(dialog.getByRole("button", { name: words.next }));
    await screen.findByText(/is wrong\.$/);
    await user.clear(dialog.getByLabelText(words.password));
    await user.type(dialog.getByLabelText(words.password), "right");
    await user.click(dialog.getByRole("button", { name: words.next }));
    await screen.findByRole("img", { name: words.qrLabel });
    expect(screen.getByText(/^GEZD GNBV /).textContent?.replaceAll(" ", "")).toBe(started.secret);
    expect(screen.getByText(words.signsOut(1))).toBeTruthy();
    expect(await accessibilityProblems()).toEqual([]);
    const field = screen.getByLabelText<HTMLInputElement>(words.enterDigits);
    await user.type(field, "123 45x6");
    expect(field.value).toBe("123456");
    await user.click(screen.getByRole("button", { name: words.turnOn }));
    await screen.findByText(words.badCode);
    await user.type(field, "654321");
    await user.click(screen.getByRole("button", { name: words.turnOn }));
    const list = await screen.findByRole("list", { name: words.codes });
    expect(
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    const isDone = () => screen.getByRole<HTMLButtonElement>("button", { name: done });
    expect(isDone().disabled).toBe(true);
    await user.click(screen.getByLabelText(words.saved));
    await user.click(isDone());
    expect(screen.queryByText(codes[0] ?? "")).toBeNull();
    expect(start.bodies).toEqual([{ password: "wrong" }, { password: "right" }]);
    expect(confirm.bodies).toEqual([{ code: "123456" }, { code: "654321" }]);
  });

  test("can't be turned off while a workspace requires it, which it names", async () => {
    const required = { is_enabled: true, recovery_codes_left: 9, required_by: [{ id: other.id, name: "Northwind" }] };
    await openPage("/settings/security", { ...page, "GET /api/auth/second-factor/": required });
    const off = await screen.findByRole<HTMLButtonElement>("button", { name: words.turnOff });
    expect(off.disabled).toBe(true);
    expect(screen.getByText(`${words.requiredBy(["Northwind"])} ${words.codesLeft(9)}`)).toBeTruthy();
  });

  test("is turned off with password and code", async () => {
    const disable = collecting(new Response(null, { status: 204 }));
    const on = { is_enabled: true, recovery_codes_left: 10, required_by: [] };
    const user = await openPage("/settings/security", {
      ...page,
      "GET /api/auth/second-factor/": on,
      "POST /api/auth/second-factor/disable/": disable.answer,
    });
    await user.click(await screen.findByRole("button", { name: words.turnOff }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByLabelText(words.password), "mine");
    await user.type(dialog.getByLabelText(words.anyCode), "k7qm-29xd");
    await user.click(dialog.getByRole("button", { name: words.turnOff }));
    await waitFor(() => expect(disable.bodies).toEqual([{ password: "mine", code: "k7qm-29xd" }]));
  });
});

test("devices can be signed out, except this one", async () => {
  const ended: string[] = [];
  const user = await openPage("/settings/security", {
    ...page,
    "DELETE /api/auth/sign-ins/{id}/": ({ url }: Request) => {
      ended.push(url);
      return new Response(null, { status: 204 });
    },
  });
  const list = within(await screen.findByRole("list", { name: words.devices }));
  const [mine] = list.getAllByRole("listitem");
  expect(mine?.textContent).toContain("Firefox on Linux");
  expect(mine?.textContent).toContain(words.thisDevice);
  expect(within(mine as HTMLElement).queryByRole("button")).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(list.getByRole("button", { name: words.signOutOf("Safari on iPhone") }));
  await waitFor(() => expect(ended).toEqual([expect.stringContaining(other.id)]));
  const events = within(screen.getByRole("list", { name: words.events }));
  expect(events.getByText(words.kinds.signed_in)).toBeTruthy();
});

describe("signing in", () => {
  const visitor = { "GET /api/auth/me/": () => problem(401, {}) };
  const challenge = problem(401, { second_factor: "totp", challenge: "c".repeat(43) });
  async function enterPassword(more: object) {
    const user = await openPage("/sign-in", { ...visitor, "POST /api/auth/login/": () => challenge.clone(), ...more });
    await user.type(await screen.findByLabelText(entry.email), "ada@example.com");
    await user.type(screen.getByLabelText(entry.password), "right");
    await user.click(screen.getByRole("button", { name: entry.signIn }));
    await screen.findByRole("heading", { name: words.codeTitle });
    return user;
  }

  test("says which fields are required", async () => {
    const user = await openPage("/sign-in", visitor);
    await user.click(await screen.findByRole("button", { name: entry.signIn }));
    await screen.findByText(required(entry.password));
    screen.getByText(required(entry.email));
  });

  test("asks for the code, sends it at the sixth digit, and counts the tries", async () => {
    const second = collecting(problem(401, { tries_left: 4 }), problem(401, {}), examples.User);
    const user = await enterPassword({ "POST /api/auth/login/code/": second.answer });
    expect(await accessibilityProblems()).toEqual([]);
    const field = screen.getByLabelText<HTMLInputElement>(words.code);
    expect(field.autocomplete).toBe("one-time-code");
    await user.type(field, "111111");
    await screen.findByText(words.wrongCode(4));
    expect(field.value).toBe("");
    await user.type(field, "222222");
    await screen.findByText(words.ended);
    expect(second.bodies).toEqual([
      { challenge: "c".repeat(43), code: "111111" },
      { challenge: "c".repeat(43), code: "222222" },
    ]);
    await user.click(screen.getByRole("button", { name: words.startOver }));
    await screen.findByLabelText(entry.email);
  });

  test("takes a recovery code", async () => {
    const second = collecting(examples.User);
    const user = await enterPassword({ "POST /api/auth/login/code/": second.answer });
    await user.click(screen.getByRole("button", { name: words.useRecovery }));
    await user.type(screen.getByLabelText(words.recoveryCode), "k7qm-29xd");
    await user.click(screen.getByRole("button", { name: words.signIn }));
    await waitFor(() => expect(second.bodies).toEqual([{ challenge: "c".repeat(43), code: "k7qm-29xd" }]));
    await waitFor(() => expect(addressNow()).toBe("/"));
  });

  test("by an administrator's link takes a click, and may ask for the code", async () => {
    const link = collecting(challenge.clone());
    const user = await openPage("/sign-in?link=abc", { ...visitor, "POST /api/auth/login/link/": link.answer });
    await screen.findByRole("heading", { name: words.linkTitle });
    expect(link.bodies).toEqual([]);
    await user.click(screen.getByRole("button", { name: words.signIn }));
    await screen.findByRole("heading", { name: words.codeTitle });
    expect(link.bodies).toEqual([{ token: "abc" }]);
  });
});

describe("a workspace that requires two-step sign-in", () => {
  const locked = userAs("editor");
  Object.assign(locked.workspace, { lacks_second_factor: true, capabilities: [] });
  const me = { "GET /api/auth/me/": locked };

  test("shows how to set it up in place of its pages, and leaves the account's", async () => {
    const user = await openPage("/", { ...page, ...me });
    await screen.findByRole("heading", { name: words.lockedTitle(locked.workspace.name ?? "") });
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(screen.getByRole("link", { name: words.lockedAction }));
    await screen.findByRole("button", { name: words.setUp });
  });

  test("can be made so by who has it, and names whom that locks out", async () => {
    const change = collecting(examples.WorkspaceDetail);
    const enrolled = { ...userAs("owner"), has_second_factor: true };
    const priya = { ...examples.Member, name: "Priya Nair", has_second_factor: false };
    const user = await openPage("/settings/workspace", {
      "GET /api/auth/me/": enrolled,
      "GET /api/workspaces/{id}/": examples.WorkspaceDetail,
      "GET /api/workspaces/{id}/members/": listOf(priya),
      "PATCH /api/workspaces/{id}/": change.answer,
    });
    await screen.findByRole("heading", { name: settings });
    await screen.findByText(new RegExp(`^${words.lockedOut(["Priya Nair"], 0)}`));
    await user.click(screen.getByRole("switch", { name: words.require }));
    await waitFor(() => expect(change.bodies).toEqual([{ settings: { requires_second_factor: true } }]));
  });

  test("stands below the server's single sign-on, with the members who use it", async () => {
    const linked = { ...examples.Member, user_id: crypto.randomUUID(), sso: { name: "Acme ID" } };
    await openPage("/settings/workspace", {
      "GET /api/auth/options/": { ...examples.EntryOptions, sso: { name: "Acme ID", only: false, auto: false } },
      "GET /api/workspaces/{id}/": examples.WorkspaceDetail,
      "GET /api/workspaces/{id}/members/": listOf(linked, { ...examples.Member, sso: null }),
    });
    const card = within(await screen.findByRole("region", { name: words.requireTitle }));
    await card.findByRole("heading", { name: /^Acme ID/ });
    card.getByText(words.ssoMembers(1, 2));
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("can't be made so by who has none", async () => {
    await openPage("/settings/workspace", {
      "GET /api/workspaces/{id}/": examples.WorkspaceDetail,
      "GET /api/workspaces/{id}/members/": listOf(examples.Member),
    });
    const choice = await screen.findByRole<HTMLButtonElement>("switch", { name: words.require });
    expect(choice.disabled).toBe(true);
    expect(screen.getByRole("link", { name: words.ownFirst })).toBeTruthy();
  });
});

test("an address comes back by the link of the letter, after a click", async () => {
  const undo = collecting({ email: "ada@example.com" });
  const user = await openPage("/undo-email?token=123", { "POST /api/auth/undo-email/": undo.answer });
  await user.click(await screen.findByRole("button", { name: entry.undo }));
  await screen.findByText(entry.undoDone("ada@example.com"));
  expect(undo.bodies).toEqual([{ token: "123" }]);
  expect(await accessibilityProblems()).toEqual([]);
});

test("says that a link to an address doesn't work anymore", async () => {
  const gone = () => problem(404, {});
  const user = await openPage("/undo-email?token=123", { "POST /api/auth/undo-email/": gone });
  await user.click(await screen.findByRole("button", { name: entry.undo }));
  await screen.findByText(entry.undoFailed);
});

test("lists keys, members and single sign-on, which a new password doesn't end, with links to where they are removed", async () => {
  const { workspace } = userAs("owner");
  await openPage("/settings/access", {
    "GET /api/auth/me/": { ...userAs("owner"), sso: { name: "Northwind ID" } },
    "GET /api/account/api-keys/": listOf(examples.ApiKey),
    "GET /api/workspaces/{id}/members/": listOf(examples.Member),
    "GET /api/workspaces/": listOf(examples.Workspace, { ...examples.Workspace, id: other.id, name: "Northwind" }),
  });
  const name = workspace?.name ?? "";
  const keys = within(await screen.findByRole("region", { name: words.keysOf(name) }));
  expect(keys.getByText(examples.ApiKey.name)).toBeTruthy();
  keys.getByText(/ · created .* · never used/);
  const members = within(await screen.findByRole("region", { name: words.membersOf(name) }));
  expect(members.getByText(examples.Member.name)).toBeTruthy();
  members.getByText(/ · joined .* · last active/);
  screen.getByText(words.ssoLinked("Northwind ID"));
  const addressOf = (link: string) => screen.getByRole("link", { name: link }).getAttribute("href");
  expect(addressOf(words.toKeys)).toBe("/developers/keys");
  expect(addressOf(words.toMembers)).toBe("/settings/members");
  expect(addressOf(words.toSecurity)).toBe("/settings/security");
  expect(addressOf("Northwind")).toBe(`/settings/access?workspace=${other.id}`);
  expect(await accessibilityProblems()).toEqual([]);
});

test("single sign-on is unlinked with the password, where there is one", async () => {
  const unlink = collecting(problem(400, { errors: ["password: is wrong"] }), new Response(null, { status: 204 }));
  const sso = { name: "Northwind ID", only: false, auto: false };
  const user = await openPage("/settings/security", {
    ...page,
    "GET /api/auth/me/": { ...userAs("owner"), sso: { name: sso.name } },
    "GET /api/auth/options/": { ...examples.EntryOptions, sso },
    "DELETE /api/auth/oidc/link/": unlink.answer,
  });
  await user.click(await screen.findByRole("button", { name: words.unlinkSso }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(words.password), "wrong{Enter}");
  await screen.findByText(/is wrong\.$/);
  await user.type(dialog.getByLabelText(words.password), " or right{Enter}");
  await screen.findByText(words.unlinked(sso.name));
  expect(unlink.bodies).toEqual([{ password: "wrong" }, { password: "wrong or right" }]);
  expect(await accessibilityProblems()).toEqual([]);
});
