import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { routes } from "../../services/gateway/routes/routes.ts";
import type { AuditEntry } from "../../shared/api/shapes/audit.ts";
import {
  type Client,
  client,
  createForm,
  expecting,
  publishForm,
  type Reply,
  type RequestOptions,
  saveDraft,
  start,
  unique,
  walk,
} from "../support/api.ts";
import { account, graph, hook, responsesFile, translationFile } from "../support/cells.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { importFile, importOver } from "../support/responseImports.ts";
import { invite, inWorkspace, newTeam, password, type Team } from "../support/team.ts";

/** The audit log over HTTP (teams §20.10): each change leaves its entry, and nothing else does. */
let team: Team;
let receiver: Server;
let ready: Record<"form" | "session" | "integration" | "delivery", string>;

beforeAll(async () => {
  team = await newTeam();
  receiver = createServer((_req, res) => res.writeHead(204).end()).listen(0, "127.0.0.1");
  const form = await publishForm(team.key, graph);
  const integration = await newHook();
  await idOf(
    team.key.post(`/api/v2/form/${form}/integrations/`, { integration_id: integration, events: ["session.completed"] }),
  );
  const session = await walk(form, { name: "Ada" });
  const delivery = await eventually(async () => {
    const { body } = await expecting(200, team.key.get(`/api/integrations/webhook/${integration}/deliveries/`));
    expect(body.results).toHaveLength(1);
    return body.results[0].id as string;
  }, 20);
  ready = { form, session, integration, delivery };
}, 60_000);
afterAll(() => void receiver?.close());

const idOf = async (reply: Promise<Reply>): Promise<string> => (await expecting(201, reply)).body.id;
const urlOfReceiver = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
const newHook = () =>
  idOf(team.key.post("/api/integrations/webhook/", { name: "Hook", config: { url: urlOfReceiver() } }));
const address = () => `${unique()}@example.com`;

interface Log {
  cookie: string;
  workspace: string;
}

const listIn = async ({ cookie, workspace }: Log, query = ""): Promise<AuditEntry[]> => {
  const path = `/api/workspaces/${workspace}/audit/${query}`;
  return (await expecting(200, inWorkspace(cookie, workspace).get(path))).body.results;
};
const mine = () => ({ cookie: team.owner.cookie, workspace: team.workspace });

/** Returns all entries of a log, page by page. */
async function all(log: Log): Promise<AuditEntry[]> {
  const by = inWorkspace(log.cookie, log.workspace);
  const found: AuditEntry[] = [];
  let next: string | null = `/api/workspaces/${log.workspace}/audit/?limit=100`;
  while (next) {
    const { body }: Reply = await expecting(200, by.get(next));
    found.push(...body.results);
    next = body.next && new URL(body.next).pathname + new URL(body.next).search;
  }
  return found;
}

/** Requests that name their request in the log. */
const named = (id: string, cookie: string | null = team.owner.cookie): Client =>
  client({ "x-request-id": id, ...(cookie && { cookie, "pathform-workspace": team.workspace }) });

/** Sends one accepted request of a row as `by`. Returns the log with its entry, if it isn't the team's. */
// biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
type Scenario = (by: Client, id: string) => Promise<Log | void | unknown>;

const at = {
  form: (slug: string, rest = "") => `/api/v2/form/${slug}/${rest}`,
  workspace: (rest = "") => `/api/workspaces/${team.workspace}/${rest}`,
  hook: (id: string, rest = "") => `/api/integrations/webhook/${id}/${rest}`,
};

async function encoded(): Promise<RequestOptions> {
  const form = new FormData();
  form.append("file", new Blob([images.gif]), "a.gif");
  const response = new Response(form);
  const raw = new Uint8Array(await response.arrayBuffer());
  return { raw, headers: { "content-type": response.headers.get("content-type") ?? "" } };
}
const newImage = async (by: Client) => idOf(by.post("/api/v2/image/", undefined, await encoded()));

async function uploadedFile(): Promise<string> {
  const text = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n\r\n--b--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const path = `/api/v2/r/session/${await start(ready.form)}/upload/?node_id=photo`;
  const { body } = await expecting(201, client().request("POST", path, undefined, { raw: text, headers }));
  return /file\/([0-9a-f-]{36})\//.exec(body.url)?.[1] ?? "";
}

async function pending(): Promise<string> {
  const email = address();
  await invite(team.owner, team.workspace, { email, role: "viewer" });
  const { body } = await expecting(200, team.owner.get(at.workspace("invitations/?status=pending&limit=100")));
  return body.results.find((row: { email: string }) => row.email === email).id;
}
const share = async (): Promise<string> => {
  const body = { email: address(), role: "viewer", responses: "none" };
  return idOf(team.owner.post(at.form(ready.form, "access/"), body));
};
const putTranslations = (by: Client, slug: string) =>
  expecting(200, by.put(at.form(slug, "draft/translations/"), undefined, translationFile));
const newLink = async (): Promise<string> => {
  const body = { links: [{ reference: unique() }] };
  return (await expecting(201, team.key.post(at.form(ready.form, "links/"), body))).body.results[0].id;
};
const newKey = () => idOf(team.owner.post(`${account}api-keys/`, { name: "Other" }));
const newView = async () =>
  `${at.form(ready.form, "view/")}${await idOf(team.key.post(at.form(ready.form, "view/"), { name: "View" }))}/`;
const newTheme = () => idOf(team.key.post("/api/v2/theme/", { name: unique() }));
const attachment = async (): Promise<string> =>
  idOf(
    team.key.post(at.form(ready.form, "integrations/"), {
      integration_id: await newHook(),
      events: ["session.started"],
    }),
  );

const newWorkspace = async (): Promise<Log> => {
  const { cookie } = team.owner;
  return { cookie, workspace: await idOf(team.owner.post("/api/workspaces/", { name: "Another" })) };
};
const withName = (id: string, { cookie, workspace }: Log): Client =>
  client({ "x-request-id": id, cookie, "pathform-workspace": workspace });

const scenarios: Record<string, Scenario> = {
  // first those that leave none
  login: (_, id) => expecting(200, named(id, null).post("/api/auth/login/", { email: team.owner.email, password })),
  logout: async (_, id) => {
    const { cookie } = await team.join("viewer");
    return expecting(204, named(id, cookie).post("/api/auth/logout/"));
  },
  updateMe: (by) => expecting(200, by.patch("/api/auth/me/", { name: "Ada Lovelace" })),
  updateOwnMembership: (by) => expecting(200, by.patch(at.workspace("me/"), { mails_failures: true })),
  readNotices: (by) => expecting(204, by.post(`${account}notices/read/`)),
  importForm: (by) => expecting(200, by.post("/api/v2/import/", { title: "Imported", graph })),
  confirmTranslations: async (by) => {
    await putTranslations(team.key, ready.form);
    const body = { language: "de", keys: ["name.title"] };
    return expecting(204, by.post(at.form(ready.form, "draft/translations/confirm/"), body));
  },
  sayPresence: (by) =>
    expecting(200, by.put(at.form(ready.form, "draft/presence/"), { client_id: crypto.randomUUID(), node_id: null })),
  validateDraft: (by) => expecting(200, by.post(at.form(ready.form, "draft/validate/"))),
  simulateDraft: (by) => expecting(200, by.post(at.form(ready.form, "draft/simulate/"), { answers: {} })),
  simulateVersion: (by) => expecting(200, by.post(at.form(ready.form, "versions/1/simulate/"), { answers: {} })),
  uploadImage: newImage,
  // then those of each service, so that their entries arrive after all of the above could have
  register: async (_, id) => {
    const body = { email: address(), password, name: "Grace Hopper" };
    const reply = await expecting(201, named(id, null).post("/api/auth/register/", body));
    const cookie = reply.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    return { cookie, workspace: reply.body.account_id };
  },
  createWorkspace: async (by) => ({ ...mine(), workspace: await idOf(by.post("/api/workspaces/", { name: "New" })) }),
  updateWorkspace: (by) => expecting(200, by.patch(at.workspace(), { name: unique() })),
  deleteWorkspace: async (_, id) => {
    const log = await newWorkspace();
    const body = { name: "Another", password };
    await expecting(200, withName(id, log).post(`/api/workspaces/${log.workspace}/delete/`, body));
    return log;
  },
  restoreWorkspace: async (_, id) => {
    const log = await newWorkspace();
    const path = `/api/workspaces/${log.workspace}/`;
    await expecting(200, inWorkspace(log.cookie, log.workspace).post(`${path}delete/`, { name: "Another", password }));
    await expecting(200, withName(id, log).post(`${path}restore/`));
    return log;
  },
  deleteMe: async (_, id) => {
    const { cookie } = await team.join("viewer");
    await expecting(204, named(id, cookie).post("/api/auth/me/delete/", { password }));
  },
  updateMember: async (by) => {
    const { id } = await team.join("viewer");
    await expecting(200, by.patch(at.workspace(`members/${id}/`), { role: "editor" }));
  },
  removeMember: async (by) => {
    const { id } = await team.join("viewer");
    await expecting(204, by.delete(at.workspace(`members/${id}/`)));
  },
  invite: (by) =>
    expecting(201, by.post(at.workspace("invitations/"), { invitations: [{ email: address(), role: "viewer" }] })),
  revokeInvitation: async (by) => expecting(204, by.delete(at.workspace(`invitations/${await pending()}/`))),
  resendInvitation: async (by) => expecting(200, by.post(at.workspace(`invitations/${await pending()}/resend/`))),
  acceptInvitation: async (_, id) => {
    const token = await invite(team.owner, team.workspace, { email: address(), role: "viewer" });
    await expecting(201, named(id, null).post("/api/auth/invitation/accept/", { token, name: "Grace", password }));
  },
  declineInvitation: async (_, id) => {
    const token = await invite(team.owner, team.workspace, { email: address(), role: "viewer" });
    await expecting(204, named(id, null).post("/api/auth/invitation/decline/", { token }));
  },
  grantAccess: (by) =>
    expecting(201, by.post(at.form(ready.form, "access/"), { email: address(), role: "viewer", responses: "none" })),
  updateAccess: async (by) =>
    expecting(200, by.patch(at.form(ready.form, `access/${await share()}/`), { role: "editor" })),
  revokeAccess: async (by) => expecting(204, by.delete(at.form(ready.form, `access/${await share()}/`))),
  createApiKey: (by) => expecting(201, by.post(`${account}api-keys/`, { name: "New" })),
  revokeApiKey: async (by) => expecting(204, by.delete(`${account}api-keys/${await newKey()}/`)),
  rotateApiKey: async (by) => expecting(201, by.post(`${account}api-keys/${await newKey()}/rotate/`, {})),
  createForm: (by) => createForm(by),
  updateForm: async (by) => expecting(200, by.patch(at.form(await createForm(team.key)), { title: "Changed" })),
  archiveForm: async (by) => expecting(204, by.delete(at.form(await createForm(team.key)))),
  copyForm: (by) => expecting(201, by.post(at.form(ready.form, "copy/"), {})),
  moveForm: async (by) => {
    const { workspace } = await newWorkspace();
    await expecting(200, by.post(at.form(await createForm(team.key), "move/"), { workspace_id: workspace }));
  },
  saveDraft: async (by) => saveDraft(by, await createForm(team.key), graph),
  putTranslations: async (by) => {
    const slug = await createForm(team.key);
    await saveDraft(team.key, slug, graph);
    return putTranslations(by, slug);
  },
  putLanguage: async (by) => {
    const slug = await createForm(team.key);
    await saveDraft(team.key, slug, graph);
    return expecting(200, by.put(at.form(slug, "draft/translations/de/"), { texts: {} }));
  },
  removeLanguage: async (by) => {
    const slug = await createForm(team.key);
    await saveDraft(team.key, slug, graph);
    await putTranslations(team.key, slug);
    return expecting(200, by.delete(at.form(slug, "draft/translations/de/")));
  },
  publishForm: (by) => expecting(201, by.post(at.form(ready.form, "publish/"))),
  restoreVersion: (by) => expecting(200, by.post(at.form(ready.form, "versions/1/restore/"))),
  createTheme: (by) => expecting(201, by.post("/api/v2/theme/", { name: unique() })),
  updateTheme: async (by) => expecting(200, by.patch(`/api/v2/theme/${await newTheme()}/`, { font: "Changed" })),
  deleteTheme: async (by) => expecting(204, by.delete(`/api/v2/theme/${await newTheme()}/`)),
  deleteImage: async (by) => expecting(204, by.delete(`/api/v2/image/${await newImage(team.key)}/`)),
  createIntegration: (by) => expecting(201, by.post("/api/integrations/webhook/", hook)),
  updateIntegration: async (by) => expecting(200, by.patch(at.hook(await newHook()), { name: "Changed" })),
  deleteIntegration: async (by) => expecting(204, by.delete(at.hook(await newHook()))),
  testIntegration: (by) => expecting(200, by.post(at.hook(ready.integration, "test/"))),
  rotateWebhookSecret: (by) => expecting(200, by.put(at.hook(ready.integration, "secret/"))),
  replayDeliveries: (by) => expecting(200, by.post(at.hook(ready.integration, "deliveries/replay/"), {})),
  retryDelivery: (by) => expecting(200, by.post(at.hook(ready.integration, `deliveries/${ready.delivery}/retry/`))),
  attachIntegration: async (by) => {
    const body = { integration_id: await newHook(), events: ["session.started"] };
    await expecting(201, by.post(at.form(ready.form, "integrations/"), body));
  },
  updateAttachment: async (by) =>
    expecting(200, by.patch(at.form(ready.form, `integrations/${await attachment()}/`), { is_enabled: false })),
  detachIntegration: async (by) =>
    expecting(204, by.delete(at.form(ready.form, `integrations/${await attachment()}/`))),
  createLinks: (by) => expecting(201, by.post(at.form(ready.form, "links/"), { links: [{ reference: unique() }] })),
  revokeLink: async (by) => expecting(204, by.delete(at.form(ready.form, `links/${await newLink()}/`))),
  importResponses: async (by, id) => {
    const { body } = await expecting(
      202,
      by.request("POST", at.form(ready.form, "responses/import/"), undefined, responsesFile),
    );
    await importOver(team.key, ready.form, body.id);
    return id;
  },
  cancelResponseImport: async (by) => {
    const done = await importFile(team.key, ready.form, { file: "name\nGrace\n" });
    await expecting(204, by.delete(at.form(ready.form, `responses/import/${done.id}/?erase=true`)));
  },
  exportResponses: (by) => expecting(200, by.get(at.form(ready.form, "responses/export/"))),
  exportLinks: (by) => expecting(200, by.get(at.form(ready.form, "links/export/"))),
  correctResponse: (by) =>
    expecting(
      200,
      by.patch(at.form(ready.form, `responses/${ready.session}/answers/`), { answers: { name: "Grace" } }),
    ),
  annotateResponse: (by) =>
    expecting(200, by.put(at.form(ready.form, `responses/${ready.session}/annotations/`), { is_flagged: true })),
  createView: (by) => expecting(201, by.post(at.form(ready.form, "view/"), { name: "New" })),
  updateView: async (by) => expecting(200, by.patch(await newView(), { name: "Changed" })),
  deleteView: async (by) => expecting(204, by.delete(await newView())),
  putResults: (by) => expecting(201, by.put(at.form(ready.form, "results/"), { title: "Results" })),
  deleteResults: async (by) => {
    await team.key.put(at.form(ready.form, "results/"), { title: "Results" });
    await expecting(204, by.delete(at.form(ready.form, "results/")));
  },
  deleteResponse: (by) => expecting(204, by.delete(at.form(ready.form, `responses/${ready.session}/`))),
  downloadFile: async (by) => expecting(200, by.get(`/api/v2/file/${await uploadedFile()}/`)),
  exportAuditEntries: (by) => expecting(200, by.get(at.workspace("audit/export/"))),
};

/** Rows that need a provider or a mail server, which this product has not: test/service/integrations/audit.test.ts, or none. */
const elsewhere = [
  ...["finishConnection", "createMail", "updateMail", "deleteMail", "testMail"],
  ...["sendLinkMails", "testLinkMail", "cancelLinkMail"],
  ...["forgotPassword", "resetPassword", "verifyEmail", "undoEmail", "requestVerification", "updateNotice"],
];

/** Rows about a person's own sign-in, in no workspace. */
const ownSignIn = [
  ...["signInWithCode", "signInWithLink", "endSignIn", "endOtherSignIns", "changeEmail"],
  ...["startSecondFactor", "confirmSecondFactor", "disableSecondFactor", "replaceRecoveryCodes"],
  ...["linkSso", "unlinkSso", "endSsoSignIns"],
];

const audited = routes.filter(({ audit }) => audit !== null);

test("has a scenario for every row that names its entry, or why it leaves none", () => {
  expect(audited.map(({ id }) => id).sort()).toEqual([...Object.keys(scenarios), ...elsewhere, ...ownSignIn].sort());
});

test("each accepted request leaves exactly the entry that its row names", async () => {
  const sent: { row: string; id: string; log: Log }[] = [];
  for (const [row, scenario] of Object.entries(scenarios)) {
    const id = unique();
    const log = await scenario(named(id), id);
    sent.push({ row, id, log: log && typeof log === "object" && "workspace" in log ? (log as Log) : mine() });
  }
  const expected = sent.map(({ row }) => {
    const { audit } = audited.find(({ id }) => id === row) ?? {};
    return [row, audit && !("none" in audit) ? 1 : 0];
  });
  const logs = [...new Map(sent.map(({ log }) => [log.workspace, log])).values()];
  const found = new Map<string, AuditEntry[]>();
  await eventually(async () => {
    const entries = (await Promise.all(logs.map(all))).flat();
    for (const { id } of sent)
      found.set(
        id,
        entries.filter(({ context }) => context.request_id === id),
      );
    expect(sent.map(({ row, id }) => [row, Math.min(1, found.get(id)?.length ?? 0)])).toEqual(expected);
  }, 15);
  expect(sent.map(({ row, id }) => [row, found.get(id)?.length])).toEqual(expected);
  const signIn = audited.filter(({ id }) => ownSignIn.includes(id));
  expect(signIn.filter(({ audit }) => audit && !("none" in audit))).toEqual([]);
  for (const { row, id } of sent) {
    const { audit, method, path } = audited.find((known) => known.id === row) ?? {};
    for (const entry of found.get(id) ?? []) {
      expect([row, audit]).toEqual([row, expect.arrayContaining([entry.action])]);
      expect(entry).toMatchObject({ outcome: "success", context: { method, path } });
      expect(entry.targets.length).toBeGreaterThan(0);
    }
  }
}, 120_000);

/** Waits until a log has an entry of this request. */
const entryOf = (id: string, log: Log = mine()): Promise<AuditEntry> =>
  eventually(async () => {
    const found = (await listIn(log, "?limit=100")).find(({ context }) => context.request_id === id);
    expect(found).toBeDefined();
    return found as AuditEntry;
  }, 15);

test("an entry has who, what and from where", async () => {
  const slug = await createForm(team.key, { title: "Lunch" });
  const id = unique();
  const by = client({ authorization: `Bearer ${team.key.key}`, "x-request-id": id, "user-agent": "my tool" });
  const { body: form } = await expecting(200, by.patch(at.form(slug), { title: "Dinner", response_limit: 5 }));
  const entry = await entryOf(id);
  expect(entry).toMatchObject({
    ...{ action: "form.changed", outcome: "success" },
    actor: { type: "api_key", name: "Tests", email: null, prefix: team.key.key.slice(0, "pf_00000000".length) },
    targets: [{ type: "form", id: form.id, name: "Dinner" }],
    context: { request_id: id, user_agent: "my tool", method: "PATCH", path: "/api/v2/form/{slug}/" },
    changes: [
      { field: "title", before: "Lunch", after: "Dinner" },
      { field: "response_limit", before: null, after: 5 },
    ],
  });
  expect(entry.context.address).toMatch(/127\.0\.0\.1|::1/);
});

test("saves of a draft leave one entry an hour for each person and form", async () => {
  const slug = await createForm(team.key);
  const editor = await team.join("editor");
  const [first, second, last] = [unique(), unique(), unique()];
  await saveDraft(named(first), slug, graph);
  await saveDraft(named(second), slug, graph);
  await saveDraft(named(unique(), editor.cookie), slug, graph);
  const { body: form } = await expecting(200, named(last).patch(at.form(slug), { title: "Last" }));
  await entryOf(last);
  const saves = await listIn(mine(), `?action=form.draft_saved&target_id=${form.id}`);
  // the hour may end in between
  expect(new Set(saves.map(({ actor }) => actor.id))).toEqual(new Set([team.owner.id, editor.id]));
  expect(saves.length).toBeLessThanOrEqual(3);
  expect(saves.map(({ context }) => context.request_id)).toContain(first);
});

test("refused, repeated and empty requests leave none", async () => {
  const slug = await createForm(team.key, { slug: `s-${unique()}` });
  const [id, last] = [unique(), unique()];
  const by = named(id);
  const key = { headers: { "idempotency-key": unique() } };
  await expecting(201, named(unique()).post("/api/v2/theme/", { name: "Once" }, key));
  await expecting(201, by.post("/api/v2/theme/", { name: "Once" }, key));
  await expecting(409, by.post("/api/v2/form/", { title: "Taken", slug }));
  await expecting(
    400,
    by.patch(at.form(slug), { closes_at: "2020-01-01T00:00:00Z", opens_at: "2021-01-01T00:00:00Z" }),
  );
  await expecting(200, by.patch(at.form(slug), { title: "A form" }));
  await expecting(404, by.delete(`/api/v2/theme/${crypto.randomUUID()}/`));
  await expecting(200, named(last).patch(at.form(slug), { title: "Last" }));
  await entryOf(last);
  expect((await all(mine())).filter(({ context }) => context.request_id === id)).toEqual([]);
});

test("of concurrent requests for one change, only the one that made it leaves an entry", async () => {
  const [form, key, last] = [await createForm(team.key), await newKey(), unique()];
  const { body } = await expecting(200, team.owner.get(at.form(form)));
  const many = Array.from({ length: 50 });
  await Promise.all(many.map(() => expecting(204, team.owner.delete(at.form(form)))));
  await Promise.all(many.map(() => expecting(204, team.owner.delete(`${account}api-keys/${key}/`))));
  await expecting(201, named(last).post("/api/v2/theme/", { name: unique() }));
  await entryOf(last);
  await eventually(async () =>
    expect(await listIn(mine(), `?action=api_key.revoked&target_id=${key}`)).toHaveLength(1),
  );
  expect(await listIn(mine(), `?action=form.archived&target_id=${body.id}`)).toHaveLength(1);
});

const changed = ({ changes }: AuditEntry) => Object.fromEntries(changes.map(({ field, after }) => [field, after]));

/** Waits for this many refusals of a person. They are in two entries if ten minutes end in between. */
const refusalsOf = (person: string, count: number): Promise<AuditEntry[]> =>
  eventually(async () => {
    const entries = await listIn(mine(), `?action=access.denied&outcome=denied&actor_id=${person}`);
    expect(entries.reduce((sum, entry) => sum + Number(changed(entry).count), 0)).toBe(count);
    return entries;
  }, 15);

test("a missing permission is logged once for each caller, need and target that exists, with a count", async () => {
  const viewer = await team.join("viewer");
  const member = await team.join("viewer");
  const form = await createForm(team.key);
  for (const title of ["A", "B", "C"]) await expecting(403, viewer.patch(at.form(form), { title }));
  await expecting(404, viewer.patch(at.form(unique()), { title: "No" }));
  await expecting(404, viewer.patch(at.hook(crypto.randomUUID()), { name: "No" }));
  for (const id of [member.id, ...Array.from({ length: 30 }, () => crypto.randomUUID())])
    await expecting(403, viewer.patch(at.workspace(`members/${id}/`), { role: "admin" }));
  for (let count = 0; count < 3; count += 1)
    await expecting(403, viewer.delete(at.form(form, `responses/${crypto.randomUUID()}/`)));
  const found = await refusalsOf(viewer.id, 37);
  const shown = found.map((entry) => [
    changed(entry).needs,
    ...entry.targets.map(({ type, id, name }) => `${type} ${id ?? name}`),
  ]);
  expect([...new Set(shown.map(String))].toSorted()).toEqual(
    [
      `forms:write,form ${form}`,
      `responses:write,form ${form}`,
      `members:write,workspace ${team.workspace}`,
      `members:write,workspace ${team.workspace},member ${member.id}`,
    ].toSorted(),
  );
  expect(found.find((entry) => changed(entry).needs === "forms:write")).toMatchObject({
    targets: [{ type: "form", id: null, name: form }],
    context: { method: "PATCH", path: "/api/v2/form/{slug}/" },
  });
});

test("a missing permission is logged for a request with an Idempotency-Key, too", async () => {
  const viewer = await team.join("viewer");
  const form = await createForm(team.key);
  const headers = { "idempotency-key": unique() };
  for (let count = 0; count < 2; count += 1)
    await expecting(403, viewer.post(at.form(form, "publish/"), undefined, { headers }));
  const [entry] = await refusalsOf(viewer.id, 2);
  expect(entry?.targets).toEqual([{ type: "form", id: null, name: form }]);
});

test("entries have no answer, secret or graph", async () => {
  const secret = `s3cret${unique()}`;
  const config = { url: "https://example.com/hook", headers: { Authorization: secret } };
  const id = await idOf(team.key.post("/api/integrations/webhook/", { name: "Hook", config }));
  const last = unique();
  const changed = { config: { ...config, headers: { Authorization: `${secret}2` } } };
  await expecting(200, named(last).patch(at.hook(id), changed));
  const entry = await entryOf(last);
  expect(entry.changes).toEqual([{ field: "config.headers.Authorization", before: "***", after: "***" }]);
  const { body: key } = await expecting(201, team.owner.post(`${account}api-keys/`, { name: "Secret" }));
  await expecting(200, team.owner.patch(at.workspace(), { name: "Last" }));
  await eventually(async () =>
    expect((await listIn(mine(), "?action=workspace.changed"))[0]?.changes[0]?.after).toBe("Last"),
  );
  const text = JSON.stringify(await all(mine()));
  for (const word of [secret, key.key, "show_if", "question_type"]) expect(text).not.toContain(word);
  expect(text).not.toMatch(/"Ada"/);
});

test("pages and filters", async () => {
  const other = await newTeam();
  const log = { cookie: other.owner.cookie, workspace: other.workspace };
  for (let count = 0; count < 5; count += 1) await createForm(other.key);
  const viewer = await other.join("viewer");
  // services hand their entries over at their own pace
  await eventually(async () => {
    expect(await listIn(log, "?action=invitation.accepted")).toHaveLength(1);
    expect(await listIn(log, "?action=form.created")).toHaveLength(5);
  }, 15);
  const entries = await all(log);
  const times = entries.map(({ occurred_at }) => occurred_at);
  expect(times).toEqual(times.toSorted().reverse());
  expect(entries.map(({ action }) => action).sort()).toEqual(
    [
      ...["api_key.created", "workspace.created", "invitation.created", "invitation.accepted"],
      ...Array(5).fill("form.created"),
    ].sort(),
  );
  const page = `/api/workspaces/${other.workspace}/audit/`;
  const { body: first } = await expecting(200, other.owner.get(`${page}?limit=4`));
  expect(first).toMatchObject({ count: 9, previous: null });
  expect(first.next).toContain("after=");
  const { body: second } = await expecting(
    200,
    other.owner.get(new URL(first.next).pathname + new URL(first.next).search),
  );
  expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(entries.slice(0, 8).map(({ id }) => id));
  const { body: oldest } = await expecting(200, other.owner.get(`${page}?limit=2&ordering=occurred_at&offset=1`));
  expect(oldest.results.map(({ id }: AuditEntry) => id)).toEqual(
    entries
      .toReversed()
      .slice(1, 3)
      .map(({ id }) => id),
  );
  const queries: [string, number][] = [
    ["action=invitation.*", 2],
    ["action=form.created", 5],
    ["outcome=denied", 0],
    [`actor_id=${viewer.id}`, 1],
    [`target_id=${viewer.id}`, 1],
    ["to_date=2020-01-01", 0],
    [`from_date=${times.at(-1)}`, 9],
  ];
  for (const [query, count] of queries)
    expect([query, (await listIn(log, `?${query}`)).length]).toEqual([query, count]);
  for (const query of ["action=form.unknown", "actor_id=x", "after=x", "from_date=2026-02-01&to_date=2026-01-01"])
    await expecting(400, other.owner.get(`${page}?${query}`));
});

test("exports what the list has, as CSV without formulas and as NDJSON, and continues it", async () => {
  const other = await newTeam();
  const log = { cookie: other.owner.cookie, workspace: other.workspace };
  const byKey = await other.keyWith({ name: "=1+1", scopes: ["audit:read", "forms:write"] });
  await createForm(byKey);
  await eventually(async () => expect(await all(log)).toHaveLength(4));
  const entries = await all(log);
  const path = `/api/workspaces/${other.workspace}/audit/export/`;
  const { body: json, headers } = await expecting(200, other.owner.get(`${path}?format=json`));
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.ndjson"$/);
  const lines = (text: string): AuditEntry[] =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  expect(lines(json)).toEqual(entries);
  const { body: rest } = await expecting(200, other.owner.get(`${path}?format=json&export_after=${entries[1]?.id}`));
  expect(lines(rest)).toEqual(entries.slice(2));
  const { body: some } = await expecting(200, other.owner.get(`${path}?action=form.*`));
  const [header, row, end] = some.split("\r\n");
  expect(header).toMatch(/^id,occurred_at,action,outcome,actor_type,/);
  expect(row).toContain(",'=1+1,");
  expect(row).toContain(',"[{""id""');
  expect(end).toBe("");
  await expecting(200, byKey.get(path));
  await eventually(async () => expect(await listIn(log, "?action=audit.exported")).toHaveLength(4));
  await expecting(400, other.owner.get(`${path}?export_after=${crypto.randomUUID()}`));
});
