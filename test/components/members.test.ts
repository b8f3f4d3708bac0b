import { examples } from "../../services/gateway/openapi/examples.ts";
import { undo } from "../../services/web/strings/en/dashboard/app.ts";
import * as words from "../../services/web/strings/en/dashboard/members.ts";
import * as people from "../../services/web/strings/en/dashboard/people.ts";
import { responseLevels, roles } from "../../services/web/strings/en/dashboard/rights.ts";
import { open as openForm } from "../../services/web/strings/en/dashboard/share.ts";
import type { Member } from "../../shared/api/shapes/members.ts";
import { accessibilityProblems, failedAnswer, openPage, screen, userAs, waitFor, within } from "./support/page.ts";

/** Members, guests and invitations of a workspace, and people with access to a form. */
const address = "/settings/members";
const ada: Member = {
  ...examples.Member,
  user_id: examples.User.id,
  name: "Ada Lovelace",
  role: "owner",
  responses: "write",
};
const grace: Member = {
  ...ada,
  user_id: "aa111111-1111-4111-8111-111111111111",
  name: "Grace Hopper",
  email: "grace@example.com",
  role: "editor",
  responses: "read",
};
const listOf = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
/** Answers with the members of the role that was asked for. */
const membersOf =
  (...all: { role: string }[]) =>
  ({ url }: Request) => {
    const role = new URL(url).searchParams.get("role");
    return listOf(...all.filter((one) => role === null || one.role === role));
  };
/** Answers with the invitations of the status that was asked for. */
const invitationsOf =
  (...all: { status: string }[]) =>
  ({ url }: Request) => {
    const { searchParams } = new URL(url);
    const isFirst = searchParams.get("page") === "1";
    return listOf(...all.filter(({ status }) => isFirst && status === searchParams.get("status")));
  };
const team = {
  "GET /api/workspaces/{id}/members/": membersOf(ada, grace),
  "GET /api/workspaces/{id}/invitations/": invitationsOf(),
};
const guest = {
  ...examples.Member,
  user_id: "bb111111-1111-4111-8111-111111111111",
  name: "Ester Lund",
  role: "guest" as const,
  forms: examples.Invitation.forms,
};

/** Collects the bodies of requests, and answers. */
function collecting(reply: unknown) {
  const bodies: unknown[] = [];
  const answer = async (request: Request) => {
    bodies.push(await request.json());
    return typeof reply === "function" ? reply() : Response.json(reply);
  };
  return { bodies, answer };
}

describe("the list", () => {
  test("shows members, guests with their forms, and open invitations", async () => {
    const expired = {
      ...examples.Invitation,
      id: "cc111111-1111-4111-8111-111111111111",
      email: "sam@example.com",
      status: "expired",
    };
    const accepted = {
      ...examples.Invitation,
      id: "dd111111-1111-4111-8111-111111111111",
      email: "old@example.com",
      status: "accepted",
    };
    await openPage(address, {
      "GET /api/workspaces/{id}/members/": membersOf(ada, grace, guest),
      "GET /api/workspaces/{id}/invitations/": invitationsOf(examples.Invitation, expired, accepted),
    });
    const members = within(await screen.findByRole("table", { name: words.title }));
    expect(
      members.getAllByRole("rowheader").map(({ textContent }) => /^(Ada|Grace)/.exec(textContent ?? "")?.[1]),
    ).toEqual(["Ada", "Grace"]);
    const guests = within(screen.getByRole("list", { name: words.guests }));
    guests.getByRole("link", { name: guest.forms[0]?.title ?? "" });
    const invitations = within(await screen.findByRole("list", { name: words.invitations }));
    expect(
      invitations.getAllByRole("listitem").map(({ textContent }) => /^\S+@example\.com/.exec(textContent ?? "")?.[0]),
    ).toEqual([examples.Invitation.email, "sam@example.com"]);
    invitations.getByRole("button", { name: words.resendTo("sam@example.com") });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows when members were last active, at least when they joined", async () => {
    const joined = { ...grace, last_active: null, created: "2026-03-05T10:00:00.000Z" };
    await openPage(address, { ...team, "GET /api/workspaces/{id}/members/": membersOf(ada, joined) });
    const row = (await screen.findByText("Grace Hopper")).closest("tr") as HTMLElement;
    within(row).getByText("Mar 5, 2026");
  });

  test("shows viewers plain text, and no invitations", async () => {
    await openPage(address, { ...team, "GET /api/auth/me/": userAs("viewer") });
    await screen.findByText("Grace Hopper");
    expect(screen.queryByRole("combobox", { name: words.roleOf("Grace Hopper") })).toBeNull();
    expect(screen.queryByRole("button", { name: words.invite })).toBeNull();
    expect(screen.queryByRole("button", { name: words.menuOf("Grace Hopper") })).toBeNull();
    expect(screen.queryByRole("list", { name: words.invitations })).toBeNull();
  });

  test("keeps the last owner, and says why", async () => {
    await openPage(address, team);
    const role = await screen.findByRole<HTMLSelectElement>("combobox", { name: words.roleOf("Ada Lovelace") });
    expect([role.disabled, role.title]).toEqual([true, words.lastOwner]);
  });

  test("changes a role immediately, and reverts it by Undo", async () => {
    const { bodies, answer } = collecting({ ...grace, role: "viewer" });
    const user = await openPage(address, { ...team, "PATCH /api/workspaces/{id}/members/{user}/": answer });
    await user.selectOptions(await screen.findByRole("combobox", { name: words.roleOf("Grace Hopper") }), roles.viewer);
    await screen.findByText(words.roleChanged("Grace Hopper", roles.viewer));
    await user.click(screen.getByRole("button", { name: undo }));
    await waitFor(() => expect(bodies).toEqual([{ role: "viewer" }, { role: "editor", responses: "read" }]));
  });

  test("changes what a member does with responses", async () => {
    const { bodies, answer } = collecting({ ...grace, responses: "none" });
    const user = await openPage(address, { ...team, "PATCH /api/workspaces/{id}/members/{user}/": answer });
    const choice = await screen.findByRole("combobox", { name: words.responsesOf("Grace Hopper") });
    await user.selectOptions(choice, responseLevels.none);
    await screen.findByText(words.responsesChanged("Grace Hopper", responseLevels.none));
    expect(bodies).toEqual([{ responses: "none" }]);
  });

  test("gives a new link, which can be copied", async () => {
    const resent = { ...examples.Invitation, url: "https://forms.example.com/invitation?token=new" };
    const user = await openPage(address, {
      ...team,
      "GET /api/workspaces/{id}/invitations/": invitationsOf(examples.Invitation),
      "POST /api/workspaces/{id}/invitations/{invitation}/resend/": resent,
    });
    await user.click(await screen.findByRole("button", { name: words.newLinkFor(examples.Invitation.email) }));
    const dialog = within(await screen.findByRole("dialog", { name: words.linksTitle }));
    expect(dialog.getByLabelText<HTMLInputElement>(words.linkFor(examples.Invitation.email)).value).toBe(resent.url);
  });

  test("revokes an invitation", async () => {
    let revoked = 0;
    const user = await openPage(address, {
      ...team,
      "GET /api/workspaces/{id}/invitations/": invitationsOf(examples.Invitation),
      "DELETE /api/workspaces/{id}/invitations/{invitation}/": () => {
        revoked += 1;
        return new Response(null, { status: 204 });
      },
    });
    await user.click(await screen.findByRole("button", { name: words.menuOf(examples.Invitation.email) }));
    await user.click(await screen.findByRole("menuitem", { name: words.revoke }));
    await screen.findByText(words.revoked(examples.Invitation.email));
    expect(revoked).toBe(1);
  });
});

describe("the invitation dialog", () => {
  const invited = {
    results: [
      { ...examples.Invitation, email: "lena@example.com", url: "https://forms.example.com/invitation?token=lena" },
    ],
  };
  const post = "POST /api/workspaces/{id}/invitations/";

  test("makes chips, corrects a faulty one, and ends with links if the server has no mail", async () => {
    const { bodies, answer } = collecting(() => Response.json(invited, { status: 201 }));
    const user = await openPage(`${address}?invite=true`, {
      ...team,
      [post]: answer,
      "GET /api/auth/options/": { ...examples.EntryOptions, mail: false },
    });
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(await dialog.findByLabelText(words.addresses), "lena@example.com,jo@northwind ");
    await dialog.findByText(words.notFull("jo@northwind"));
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: words.createLinks(1) }));
    expect(bodies).toEqual([]);
    await user.click(dialog.getByRole("button", { name: words.correctAddress("jo@northwind") }));
    await user.type(dialog.getByLabelText(words.addresses), ".example");
    await user.click(dialog.getByRole("button", { name: words.createLinks(2) }));
    const links = within(await screen.findByRole("dialog", { name: words.linksTitle }));
    expect(links.getByLabelText<HTMLInputElement>(words.linkFor("lena@example.com")).value).toBe(
      invited.results[0]?.url,
    );
    const rights = { role: "editor", responses: "read" };
    expect(bodies).toEqual([
      {
        invitations: [
          { email: "lena@example.com", ...rights },
          { email: "jo@northwind.example", ...rights },
        ],
      },
    ]);
  });

  test("takes the last address back to text by Backspace, and refuses members", async () => {
    const user = await openPage(`${address}?invite=true`, team);
    const dialog = within(await screen.findByRole("dialog"));
    const input = await dialog.findByLabelText<HTMLInputElement>(words.addresses);
    await user.type(input, "Grace@example.com ");
    await dialog.findByText(words.isMember("Grace@example.com"));
    await user.type(input, "{Backspace}");
    expect(input.value).toBe("Grace@example.com");
  });

  test("asks for a form of a guest, and sends what they may do there", async () => {
    const { bodies, answer } = collecting(() => Response.json(invited, { status: 201 }));
    const form = { ...examples.FormListItem, title: "Lunch" };
    const user = await openPage(`${address}?invite=true`, {
      ...team,
      [post]: answer,
      "GET /api/v2/form/": listOf(form),
    });
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(await dialog.findByLabelText(words.addresses), "lena@example.com");
    await user.click(dialog.getByRole("radio", { name: /Guest/ }));
    await user.click(dialog.getByRole("button", { name: words.send(1) }));
    await dialog.findByText(words.noFormChosen);
    await user.type(dialog.getByRole("combobox", { name: words.forms }), "Lun");
    await user.click(await screen.findByRole("option", { name: "Lunch" }));
    await user.selectOptions(await dialog.findByRole("combobox", { name: words.accessTo("Lunch") }), "Can edit");
    await user.click(dialog.getByRole("button", { name: words.send(1) }));
    await screen.findByText(words.sent(1));
    expect(bodies).toEqual([
      {
        invitations: [
          {
            email: "lena@example.com",
            role: "guest",
            forms: [{ form_id: form.id, role: "editor", responses: "none" }],
          },
        ],
      },
    ]);
  });

  test("shows why the service refuses, and keeps what was typed", async () => {
    const user = await openPage(`${address}?invite=true`, {
      ...team,
      [post]: () => failedAnswer(409, "The limit is reached."),
    });
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(await dialog.findByLabelText(words.addresses), "lena@example.com{Enter}");
    await user.click(dialog.getByRole("button", { name: words.send(1) }));
    await dialog.findByText("The limit is reached.");
    dialog.getByRole("button", { name: words.correctAddress("lena@example.com") });
  });

  test("offers admin only to owners", async () => {
    await openPage(`${address}?invite=true`, { ...team, "GET /api/auth/me/": userAs("admin") });
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("radio", { name: /Editor/ });
    expect(dialog.queryByRole("radio", { name: /Admin/ })).toBeNull();
  });
});

describe("the removal dialog", () => {
  const removal = {
    keys: [{ id: "ee111111-1111-4111-8111-111111111111", name: "Nightly export", prefix: "pf_m4vx" }],
    mails: [{ form_slug: "lunch", mail_id: "ff111111-1111-4111-8111-111111111111", name: "Daily digest" }],
    integrations: [],
    is_last_owner: false,
  };

  test("shows what keeps working and what stops, and revokes keys only if asked to", async () => {
    const asked: string[] = [];
    const user = await openPage(address, {
      ...team,
      "GET /api/workspaces/{id}/members/{user}/removal/": removal,
      "DELETE /api/workspaces/{id}/members/{user}/": (request: Request) => {
        asked.push(new URL(request.url).search);
        return new Response(null, { status: 204 });
      },
    });
    const open = async () => {
      await user.click(await screen.findByRole("button", { name: words.menuOf("Grace Hopper") }));
      await user.click(await screen.findByRole("menuitem", { name: words.remove }));
      return within(await screen.findByRole("dialog", { name: /Remove Grace Hopper/ }));
    };
    const dialog = await open();
    within(await dialog.findByRole("list", { name: words.keepsWorking })).getByText(/Nightly export/);
    within(dialog.getByRole("list", { name: words.stopsNow })).getByText("“Daily digest”");
    expect(dialog.queryByText(words.noChange)).toBeNull();
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: words.removeAction }));
    await screen.findByText(words.removed("Grace Hopper"));
    const again = await open();
    await user.click(await again.findByRole("checkbox", { name: words.revokeKeys(1) }));
    await user.click(again.getByRole("button", { name: words.removeAction }));
    await waitFor(() => expect(asked).toEqual(["", "?revoke_keys=true"]));
  });

  test("removes no last owner", async () => {
    const second = { ...ada, user_id: grace.user_id, name: "Grace Hopper" };
    const user = await openPage(address, {
      ...team,
      "GET /api/workspaces/{id}/members/": membersOf(ada, second),
      "GET /api/workspaces/{id}/members/{user}/removal/": { ...removal, is_last_owner: true },
    });
    await user.click(await screen.findByRole("button", { name: words.menuOf("Ada Lovelace") }));
    await user.click(await screen.findByRole("menuitem", { name: words.leave }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(words.lastOwner);
    expect(dialog.getByRole("button", { name: words.leaveAction })).toHaveProperty("disabled", true);
  });
});

describe("people with access to a form", () => {
  const share = "/forms/lunch/share?tab=people";
  const access = {
    ...examples.Access,
    user: { id: guest.user_id, name: "Ester Lund", email: "ester@example.com" },
    id: guest.user_id,
    status: "active",
  };
  const lists = { ...team, "GET /api/v2/form/{slug}/access/": listOf(access, examples.Access) };

  test("lists grants above access by role", async () => {
    const joan = { ...grace, user_id: "cc111111-1111-4111-8111-111111111111", name: "Joan Clarke" };
    await openPage(share, { ...lists, "GET /api/workspaces/{id}/members/": membersOf(ada, grace, joan, guest) });
    const added = within(await screen.findByRole("list", { name: people.added }));
    await added.findByText("Ester Lund");
    added.getByText(people.notAccepted);
    await added.findByText(roles.guest);
    screen.getByRole("heading", { name: `${people.added} 2` });
    const byRole = within(screen.getByRole("list", { name: /Everyone with a role/ }));
    byRole.getByText("Grace Hopper and Joan Clarke");
    expect(byRole.getAllByRole("listitem")).toHaveLength(2);
    screen.getByRole("link", { name: openForm });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("gives access, changes and removes it", async () => {
    const given = collecting(() => Response.json({ ...examples.Access, email: "noor@example.com" }, { status: 201 }));
    const changed = collecting(access);
    let removals = 0;
    const user = await openPage(share, {
      ...lists,
      "POST /api/v2/form/{slug}/access/": given.answer,
      "PATCH /api/v2/form/{slug}/access/{id}/": changed.answer,
      "DELETE /api/v2/form/{slug}/access/{id}/": () => {
        removals += 1;
        return new Response(null, { status: 204 });
      },
    });
    await user.type(await screen.findByLabelText(people.email), "noor@example.com{Enter}");
    await screen.findByText(people.invited("noor@example.com"));
    expect(given.bodies).toEqual([{ email: "noor@example.com", role: "editor", responses: "read" }]);
    await user.selectOptions(screen.getByRole("combobox", { name: people.accessOf("Ester Lund") }), "Can view");
    await waitFor(() => expect(changed.bodies).toEqual([{ role: "viewer" }]));
    await user.click(screen.getByRole("button", { name: people.menuOf("Ester Lund") }));
    await user.click(await screen.findByRole("menuitem", { name: people.remove }));
    await waitFor(() => expect(removals).toBe(1));
  });

  test.each([
    ["admins", false],
    ["editors", true],
  ])("is open to editors if the workspace lets %s share: %s", async (sharing, expected) => {
    const workspace = { ...examples.WorkspaceDetail, settings: { ...examples.WorkspaceDetail.settings, sharing } };
    await openPage("/forms/lunch/share", {
      ...lists,
      "GET /api/auth/me/": userAs("editor"),
      "GET /api/workspaces/{id}/": workspace,
    });
    await screen.findByText(examples.FormDetail.title);
    const tab = () => screen.queryByRole("link", { name: "People" });
    if (expected) await waitFor(() => expect(tab()).not.toBeNull());
    else expect(tab()).toBeNull();
  });
});
