import { examples } from "../../services/gateway/openapi/examples.ts";
import * as words from "../../services/web/strings/en/dashboard/developers.ts";
import { addForm, removeForm } from "../../services/web/strings/en/dashboard/members.ts";
import { accessibilityProblems, openPage, screen, userAs, waitFor, within } from "./support/page.ts";

/** API keys: permissions, forms, addresses and rotation. */
const address = "/developers/keys";
const day = 24 * 60 * 60 * 1000;
const listOf = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const full = { ...examples.ApiKey, scopes: ["*"], expires: null };
const form = { ...examples.FormListItem, title: "Lunch" };

/** Collects the bodies of requests. */
function collecting(reply: unknown) {
  const bodies: unknown[] = [];
  const answer = async (request: Request) => {
    bodies.push(await request.json());
    return Response.json(reply, { status: 201 });
  };
  return { bodies, answer };
}

test("shows what each key may do, and offers to rotate one that expires soon", async () => {
  const soon = {
    ...full,
    id: "aa",
    name: "Nightly export",
    scopes: ["responses:read", "forms:read"],
    form_ids: [form.id],
    expires: new Date(Date.now() + 12.5 * day).toISOString(),
  };
  await openPage(address, { "GET /api/account/api-keys/": listOf(full, soon) });
  const rows = within(await screen.findByRole("table", { name: words.keysTitle }))
    .getAllByRole("row")
    .slice(1);
  within(rows[0] as HTMLElement).getByText(words.fullAccess);
  within(rows[0] as HTMLElement).getByText(words.allForms);
  within(rows[1] as HTMLElement).getByText(words.permissionOf.read.forms);
  within(rows[1] as HTMLElement).getByText(words.formsOf(1));
  within(rows[1] as HTMLElement).getByText(words.expiresIn(12));
  screen.getByRole("button", { name: words.rotateOf("Nightly export") });
  expect(screen.queryByRole("button", { name: words.rotateOf(full.name) })).toBeNull();
  expect(await accessibilityProblems()).toEqual([]);
});

test("finds keys, and lists those that no longer work apart", async () => {
  const ended = { ...full, id: "ee", name: "Old report", status: "inactive" as const };
  const asked: string[] = [];
  const list = (request: Request) => {
    const { search } = new URL(request.url);
    asked.push(search);
    return Response.json(listOf(...(search.includes("status=inactive") ? [ended] : [full])));
  };
  const user = await openPage(address, { "GET /api/account/api-keys/": list });
  await user.click(await screen.findByRole("radio", { name: `${words.statuses.inactive} 1` }));
  await screen.findByText("Old report");
  expect(screen.queryByText(full.name)).toBeNull();
  await user.type(screen.getByRole("searchbox", { name: words.searchKeys }), "report");
  await waitFor(() => expect(asked.at(-1)).toContain("search=report"));
});

test("creates a key from a preset, for single forms and addresses", async () => {
  const created = collecting(examples.CreatedApiKey);
  const user = await openPage(address, {
    "GET /api/account/api-keys/": listOf(),
    "POST /api/account/api-keys/": created.answer,
    "GET /api/v2/form/": listOf(form),
  });
  await user.click((await screen.findAllByRole("button", { name: words.newKey }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(await dialog.findByLabelText(words.keyName), "Weekly report");
  await user.click(dialog.getByRole("radio", { name: /Read results/ }));
  await user.click(
    within(dialog.getByRole("group", { name: words.kinds.insights.title })).getByRole("radio", { name: "None" }),
  );
  dialog.getByRole("radio", { name: /Custom/ });
  await user.type(dialog.getByPlaceholderText(addForm), "Lun");
  await user.click(await screen.findByRole("option", { name: "Lunch" }));
  await dialog.findByRole("button", { name: removeForm("Lunch") });
  expect(dialog.queryByRole("group", { name: words.kinds.integrations.title })).toBeNull();
  await user.type(dialog.getByLabelText(words.keyAddresses), "203.0.113.0/24{Enter}2001:db8::/32");
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: words.createKey }));
  const shown = within(await screen.findByRole("dialog", { name: words.keyCreatedTitle }));
  expect(shown.getByLabelText(words.key)).toHaveProperty("value", examples.CreatedApiKey.key);
  expect(created.bodies).toEqual([
    {
      name: "Weekly report",
      expires: null,
      scopes: ["forms:read", "responses:read"],
      form_ids: [form.id],
      allowed_addresses: ["203.0.113.0/24", "2001:db8::/32"],
    },
  ]);
});

test("names an address that the service refuses, at the field", async () => {
  const errors = ["allowed_addresses.1: must be an IP address or a range such as 192.0.2.0/24"];
  const user = await openPage(address, {
    "GET /api/account/api-keys/": listOf(),
    "POST /api/account/api-keys/": () => Response.json({ detail: "Invalid.", errors }, { status: 400 }),
  });
  await user.click((await screen.findAllByRole("button", { name: words.newKey }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(await dialog.findByLabelText(words.keyName), "Report");
  await user.type(dialog.getByLabelText(words.keyAddresses), "203.0.113.7{Enter}banana");
  await user.click(dialog.getByRole("button", { name: words.createKey }));
  await dialog.findByText(words.badAddress("banana"));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(words.keyAddresses)));
  expect(await accessibilityProblems()).toEqual([]);
});

test("asks for full access by default", async () => {
  const created = collecting(examples.CreatedApiKey);
  const user = await openPage(address, {
    "GET /api/account/api-keys/": listOf(full),
    "POST /api/account/api-keys/": created.answer,
  });
  await user.click(await screen.findByRole("button", { name: words.newKey }));
  await user.type(await screen.findByLabelText(words.keyName), "Importer{Enter}");
  await waitFor(() =>
    expect(created.bodies).toEqual([
      { name: "Importer", expires: null, scopes: ["*"], form_ids: null, allowed_addresses: null },
    ]),
  );
});

test("offers editors who may create keys no more than they have, and no list", async () => {
  const editor = userAs("editor", "read");
  const capabilities = [...editor.workspace.capabilities, "keys:write"];
  const user = await openPage(address, {
    "GET /api/auth/me/": { ...editor, workspace: { ...editor.workspace, capabilities } },
  });
  await screen.findByText(words.onlyCreates);
  await user.click(await screen.findByRole("button", { name: words.newKey }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByRole("radio", { name: /Build forms/ });
  expect(dialog.queryByRole("radio", { name: /^Full/ })).toBeNull();
  const levelsOf = (name: string) =>
    within(dialog.getByRole("group", { name }))
      .getAllByRole("radio")
      .map((radio) => radio.parentElement?.textContent);
  expect(levelsOf(words.kinds.responses.title)).toEqual(["None", "Read"]);
  expect(levelsOf(words.kinds.forms.title)).toEqual(["None", "Read", "Write"]);
});

test("rotates a key after a time that the user chooses", async () => {
  const rotated = collecting(examples.CreatedApiKey);
  const user = await openPage(address, {
    "GET /api/account/api-keys/": listOf(full),
    "POST /api/account/api-keys/{id}/rotate/": rotated.answer,
  });
  await user.click(await screen.findByRole("button", { name: words.menuOf(full.name) }));
  await user.click(await screen.findByRole("menuitem", { name: words.rotateMenu }));
  const dialog = within(await screen.findByRole("dialog", { name: words.rotateTitle(full.name) }));
  await user.click(dialog.getByRole("radio", { name: words.graces["168"] }));
  expect(await accessibilityProblems()).toEqual([]);
  await user.click(dialog.getByRole("button", { name: words.rotateKey }));
  await screen.findByRole("dialog", { name: words.keyCreatedTitle });
  expect(rotated.bodies).toEqual([{ grace_hours: 168 }]);
});
