import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Route } from "../../services/gateway/http/request.ts";
import { routes } from "../../services/gateway/routes/routes.ts";
import { type Role, roles } from "../../shared/api/access/roles.ts";
import {
  type Client,
  client,
  createForm,
  expecting,
  owner,
  publishForm,
  type Reply,
  type RequestOptions,
  signedIn,
  unique,
  walk,
} from "../support/api.ts";
import { account, type Cell, cells, graph, hook } from "../support/cells.ts";
import { images } from "../support/images.ts";
import { importFile } from "../support/responseImports.ts";
import { invite, newTeam, type Team } from "../support/team.ts";

/**
 * Every endpoint against every role, response level, grant and key (teams §20.3, §20.4, §20.7): what is refused is 403, names what it
 * needs, and changes nothing.
 */

/** Capabilities of each caller, as in the table of teams §20.3. */
const reading = ["forms:read", "insights:read", "members:read"];
const editing = [...reading, "forms:write", "integrations:read"];
/** Whole responses are read in part, too. */
const [read, write] = [
  ["responses:read", "responses:read_anonymous"],
  ["responses:read", "responses:read_anonymous", "responses:write"],
];
const anonymous = ["responses:read_anonymous"];
const full = ["forms:read", "forms:write", "insights:read", ...write, "integrations:read", "integrations:write"];
const administering = [
  ...full,
  "account:read",
  "keys:write",
  "audit:read",
  "members:read",
  "members:write",
  "workspace:write",
];

interface Caller {
  /** of a member */
  role?: Role;
  who: (team: Team, form: string) => Promise<Client>;
  /** in the whole workspace */
  may: readonly string[];
  /** for the form of the paths */
  mayForm?: readonly string[];
  isKey?: true;
  isGuest?: true;
}
const grantOf = (formId: string, role: string, responses: string) => ({
  forms: [{ form_id: formId, role, responses }],
});
const person = (role: Role, responses: string, may: readonly string[]): Caller => ({
  role,
  who: (team) => team.join(role, { responses }),
  may,
});
const guest = (role: string, responses: string, mayForm: readonly string[]): Caller => ({
  role: "guest",
  who: (team, form) => team.join("guest", grantOf(form, role, responses)),
  may: [],
  mayForm,
  isGuest: true,
});
const key = (scopes: string[], may: readonly string[]): Caller => ({
  who: (team) => team.keyWith({ scopes }),
  may,
  isKey: true,
});

const callers: Record<string, Caller> = {
  "an owner": person("owner", "write", [...administering, "workspace:delete"]),
  "an admin": person("admin", "write", administering),
  "an editor without responses": person("editor", "none", editing),
  "an editor who reads responses": person("editor", "read", [...editing, ...read]),
  "an editor who corrects responses": person("editor", "write", [...editing, ...write]),
  "a viewer without responses": person("viewer", "none", reading),
  "an editor who reads without personal data": person("editor", "read_anonymous", [...editing, ...anonymous]),
  "a viewer who reads without personal data": person("viewer", "read_anonymous", [...reading, ...anonymous]),
  "a viewer who reads responses": person("viewer", "read", [...reading, ...read]),
  "a viewer who corrects responses": person("viewer", "write", [...reading, ...write]),
  "a guest who edits the form": guest("editor", "write", ["forms:read", "forms:write", "insights:read", ...write]),
  "a guest who reads without personal data": guest("viewer", "read_anonymous", [
    "forms:read",
    "insights:read",
    ...anonymous,
  ]),
  "a guest who views the form": guest("viewer", "none", ["forms:read", "insights:read"]),
  "a guest of another form": {
    who: async (team) => {
      const { body } = await team.key.get(`/api/v2/form/${await createForm(team.key)}/`);
      return team.join("guest", grantOf(body.id, "editor", "write"));
    },
    may: [],
    mayForm: [],
    isGuest: true,
  },
  "a viewer with a grant": {
    who: (team, form) => team.join("viewer", { responses: "none", ...grantOf(form, "editor", "read") }),
    may: reading,
    mayForm: ["forms:write", ...read],
  },
  "a key": key(["*"], full),
  "a key that reads forms": key(["forms:read"], ["forms:read"]),
  "a key that writes forms": key(["forms:write"], ["forms:read", "forms:write"]),
  "a key that reads insights": key(["insights:read"], ["insights:read"]),
  "a key that reads responses": key(["responses:read"], read),
  "a key that writes responses": key(["responses:write"], write),
  "a key that reads integrations": key(["integrations:read"], ["integrations:read"]),
  "a key that writes integrations": key(["integrations:write"], ["integrations:read", "integrations:write"]),
  "a key that reads usage": key(["account:read"], ["account:read"]),
  "a key that reads the audit log": key(["audit:read"], ["audit:read"]),
  "a key that reads members": key(["members:read"], ["members:read"]),
  "a key that writes members": key(["members:write"], ["members:read", "members:write"]),
  "a key of this form": {
    who: (team, form) => team.keyWith({ scopes: ["forms:write", "responses:read"], form_ids: [form] }),
    may: [],
    mayForm: ["forms:read", "forms:write", ...read],
    isKey: true,
  },
  "a key of another form": {
    who: async (team) => {
      const { body } = await team.key.get(`/api/v2/form/${await createForm(team.key)}/`);
      return team.keyWith({ scopes: ["forms:write", "responses:read"], form_ids: [body.id] });
    },
    may: [],
    mayForm: [],
    isKey: true,
  },
};

test("every role is among the callers", () => {
  expect(roles.filter((role) => !Object.values(callers).some((caller) => caller.role === role))).toEqual([]);
});

const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const owned = routes.filter(({ needs }) => needs !== null);

/** Rows with a right to some form alone: members of single forms have it, keys of single forms if they read. */
const isAllowed = (row: Route, { may, mayForm, isKey, isGuest }: Caller): boolean => {
  if (row.auth === "user" && isKey) return false;
  if (keyOf(row) === "GET /api/auth/key/") return Boolean(isKey);
  return (row.needs ?? []).every((need) => {
    if (need === "oneself" || need === "any role") return true;
    if (need === "member") return !isGuest;
    if (may.includes(need)) return true;
    if (row.ofSomeForm && row.path.includes("image") && row.path.includes("{id}")) return false;
    if (row.ofSomeForm) return hasSomeForm(need, { may, isKey, isGuest, ...(mayForm && { mayForm }) });
    // a copy is a new form
    if (row.path.endsWith("/copy/")) return false;
    return row.path.includes("{slug}") && Boolean(mayForm?.includes(need));
  });
};

/** Callers with a grant have one somewhere, if not for the form of the paths. */
function hasSomeForm(need: string, { mayForm, isKey }: Pick<Caller, "mayForm" | "isKey" | "isGuest" | "may">): boolean {
  if (mayForm === undefined) return false;
  if (isKey && !need.endsWith(":read")) return false;
  return mayForm.length === 0 || mayForm.includes(need);
}

let team: Team;
let mine: Record<string, string>;
let formId: string;
let upload: RequestOptions;

async function idOf(reply: Promise<Reply>): Promise<string> {
  return (await expecting(201, reply)).body.id;
}

async function encoded(): Promise<RequestOptions> {
  const form = new FormData();
  form.append("file", new Blob([images.gif]), "a.gif");
  const response = new Response(form);
  const raw = new Uint8Array(await response.arrayBuffer());
  return { raw, headers: { "content-type": response.headers.get("content-type") ?? "" } };
}

/** Creates one resource of each kind. */
async function makeProperty(): Promise<void> {
  const { key: me, owner: by, workspace } = team;
  const slug = await publishForm(me, graph);
  formId = (await me.get(`/api/v2/form/${slug}/`)).body.id;
  const sessionId = await walk(slug, { name: "Ada" });
  const integration = await idOf(me.post("/api/integrations/webhook/", hook));
  upload = await encoded();
  const attachment = { integration_id: integration, events: ["session.abandoned"] };
  await invite(by, workspace, { email: `${unique()}@example.com`, role: "viewer" });
  const { body: pending } = await by.get(`/api/workspaces/${workspace}/invitations/?status=pending`);
  const shared = { email: `${unique()}@example.com`, role: "viewer", responses: "none" };
  await expecting(200, me.post(`/api/integrations/webhook/${integration}/test/`));
  const { body: deliveries } = await me.get(`/api/integrations/webhook/${integration}/deliveries/`);
  mine = {
    version_number: "1",
    type: "webhook",
    language: "de",
    template: "phq-9",
    slug,
    session_id: sessionId,
    workspace,
    integration,
    delivery_id: deliveries.results[0].id,
    file: crypto.randomUUID(),
    mail: crypto.randomUUID(),
    notice: crypto.randomUUID(),
    image: await idOf(me.post("/api/v2/image/", undefined, upload)),
    theme: await idOf(me.post("/api/v2/theme/", { name: "Mine" })),
    attachment: await idOf(me.post(`/api/v2/form/${slug}/integrations/`, attachment)),
    key: await idOf(by.post(`${account}api-keys/`, { name: "Other" })),
    sign_in: (await expecting(200, by.get("/api/auth/sign-ins/"))).body.results[0].id,
    user_id: (await team.join("viewer")).id,
    invitation_id: pending.results[0].id,
    link: (await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links: [{ reference: "Ada" }] }))).body
      .results[0].id,
    // over, since it changes the form's counts
    import: (await importFile(me, slug, { file: "name\nAda\n" })).id,
    access: await idOf(by.post(`/api/v2/form/${slug}/access/`, shared)),
    view: await idOf(me.post(`/api/v2/form/${slug}/view/`, { name: "Mine" })),
  };
}

beforeAll(async () => {
  team = await newTeam();
  await makeProperty();
}, 60_000);

const fill = (path: string, { id }: Cell) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => mine[name === "id" ? (id ?? "") : name] ?? "");
const send = (by: Client, row: Route, cell: Cell): Promise<Reply> =>
  by.request(row.method, fill(row.path, cell) + (cell.query ?? ""), cell.body, cell.sent ?? (row.upload && upload));

/** Returns what a refused request could have changed. */
async function state(): Promise<unknown[]> {
  const paths = [
    ...["", "draft/", "versions/", "responses/", "links/", "integrations/", "access/", "view/"].map(
      (part) => `/api/v2/form/${mine.slug}/${part}`,
    ),
    ...["/api/v2/form/", "/api/v2/theme/", "/api/integrations/", `${account}api-keys/`],
    ...["", "members/", "invitations/"].map((part) => `/api/workspaces/${team.workspace}/${part}`),
  ];
  const replies = await Promise.all(paths.map((path) => expecting(200, team.owner.get(path))));
  return replies.map(({ body }) => ("results" in body ? body.results.map(withoutUse) : body));
}
const withoutUse = ({ last_used: _, last_active: __, ...item }: Record<string, unknown>) => item;

/** The resource of these doesn't exist, so that only a refusal can be seen. */
const isThere = ({ path }: Route, { id }: Cell) =>
  !(id && ["file", "mail", "notice"].includes(id)) && !path.includes("/connect/") && !path.includes("/callback/");

describe.each(Object.entries(callers))("%s", (_name, caller) => {
  test("is refused what the role, key or grant doesn't give, and nothing changes", async () => {
    const by = await caller.who(team, formId);
    const before = await state();
    const wrong: string[] = [];
    for (const row of owned) {
      const cell = cells[keyOf(row)] ?? {};
      if (isAllowed(row, caller) || !isThere(row, cell)) continue;
      const { status, body } = await send(by, row, cell);
      const named = row.auth === "user" && caller.isKey ? undefined : body?.needs;
      const isRight = status === 403 && (named === undefined || !caller.may.includes(named));
      if (!isRight) wrong.push(`${keyOf(row)} → ${status} ${JSON.stringify(body)?.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(await state()).toEqual(before);
  }, 60_000);

  test("may do the rest", async () => {
    const by = await caller.who(team, formId);
    const wrong: string[] = [];
    for (const row of owned) {
      const cell = cells[keyOf(row)] ?? {};
      // a change is allowed if its body is looked at
      const isRead = row.method === "GET";
      if (!isAllowed(row, caller) || (!isRead && !isHarmless(row))) continue;
      const { status, body } = await send(by, row, cell);
      if ([401, 403].includes(status)) wrong.push(`${keyOf(row)} → ${status} ${JSON.stringify(body)?.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

/** Changes that leave the property of the next caller as it is. */
const harmless = [
  "PATCH /api/v2/form/{slug}/",
  "PUT /api/v2/form/{slug}/draft/",
  "PUT /api/v2/form/{slug}/draft/translations/",
  "PUT /api/v2/form/{slug}/draft/translations/{language}/",
  "POST /api/v2/form/{slug}/draft/validate/",
  "POST /api/v2/form/{slug}/draft/simulate/",
  "POST /api/v2/form/{slug}/copy/",
  "POST /api/v2/form/{slug}/publish/",
  "POST /api/v2/form/{slug}/versions/{version_number}/restore/",
  "POST /api/v2/form/",
  "POST /api/v2/theme/",
  "PATCH /api/v2/theme/{id}/",
  "POST /api/integrations/{type}/",
  "PATCH /api/integrations/{type}/{id}/",
  "POST /api/integrations/{type}/{id}/test/",
  "PATCH /api/v2/form/{slug}/integrations/{id}/",
  "PATCH /api/v2/form/{slug}/access/{id}/",
  "POST /api/v2/form/{slug}/view/",
  "PATCH /api/v2/form/{slug}/view/{id}/",
  "POST /api/account/api-keys/",
  "POST /api/account/notices/read/",
  "PATCH /api/workspaces/{id}/",
  "POST /api/workspaces/{id}/invitations/",
];
const isHarmless = (row: Route) => harmless.includes(keyOf(row));

test("strangers and people without a workspace are refused everything", async () => {
  const [other, lonely] = [await owner(), await team.join("viewer")];
  await expecting(204, team.owner.delete(`/api/workspaces/${team.workspace}/members/${lonely.id}/`));
  const before = await state();
  const wrong: string[] = [];
  for (const row of owned) {
    const cell = cells[keyOf(row)] ?? {};
    if (!isThere(row, cell)) continue;
    const isMine = row.needs?.includes("oneself") || keyOf(row) === "GET /api/auth/key/";
    if (isMine) continue;
    const { status, body } = await send(signedIn(lonely.cookie), row, cell);
    if (status !== 403) wrong.push(`${keyOf(row)} → ${status} ${JSON.stringify(body)?.slice(0, 100)}`);
    if (!/\{(slug|id)\}/.test(row.path) || cell.id === "template") continue;
    const asked = client({ authorization: `Bearer ${other.key}` });
    const reply = await send(row.auth === "user" ? signedIn(other.cookie) : asked, row, cell);
    if (reply.status !== 403) wrong.push(`a stranger: ${keyOf(row)} → ${reply.status}`);
  }
  expect(wrong).toEqual([]);
  expect(await state()).toEqual(before);
});

test("filters of insights need responses, because they can single out a person", async () => {
  const viewer = await team.join("viewer", { responses: "none" });
  const path = `/api/v2/form/${mine.slug}/insights/`;
  await expecting(200, viewer.get(path));
  for (const filter of [
    "search=Ada",
    "answer.name=Ada",
    "status=completed",
    "version=1",
    "language=en",
    "source=import",
  ]) {
    const { body } = await expecting(403, viewer.get(`${path}?${filter}`));
    expect(body.needs).toBe("responses:read");
    await expecting(200, team.key.get(`${path}?${filter}`));
  }
});
