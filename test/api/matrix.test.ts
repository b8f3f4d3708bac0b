import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Route } from "../../services/gateway/http/request.ts";
import { routes } from "../../services/gateway/routes/routes.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import {
  type Client,
  client,
  createForm,
  expecting,
  type Owner,
  owner,
  publishForm,
  type Reply,
  signedIn,
  start,
  unique,
  walk,
} from "../support/api.ts";
import { account, type Cell, cells, form, graph, hook } from "../support/cells.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { importFile } from "../support/responseImports.ts";
import { accept, invite } from "../support/team.ts";

/**
 * Every owner endpoint against every caller without access, and every path to nothing (spec §Authentication, decisions
 * §1, §2): the status, and that nothing changed.
 */

const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const owned = routes.filter(({ auth }) => auth !== "public" && auth !== "none");
const matrix = owned.map((row): [string, Route, Cell] => [keyOf(row), row, cells[keyOf(row)] ?? {}]);

let me: Owner;
let other: Owner;
let receiver: Server;
/** My resources, and another of mine next to each. */
const mine: Record<string, string> = { version_number: "2", type: "webhook", language: "de" };
const sibling: Record<string, string> = { type: "slack" };
/** The state after the previous cell. */
let lastState: unknown[];
const dead: Record<string, string> = {
  "that is unknown": `pf_${"0".repeat(8)}_${"0".repeat(40)}`,
  "that is malformed": "x",
};

async function idOf(reply: Promise<Reply>): Promise<string> {
  return (await expecting(201, reply)).body.id;
}

beforeAll(async () => {
  [me, other] = await Promise.all([owner(), owner()]);
  receiver = createServer((_req, res) => res.writeHead(410).end()).listen(0, "127.0.0.1");
  await makeProperty();
  await makeDeadKeys();
  await makeNotice();
  const withExpired = client({ authorization: `Bearer ${dead["that has expired"]}` });
  await eventually(() => expecting(401, withExpired.get("/api/v2/form/")));
  lastState = await state();
}, 60_000);
afterAll(() => receiver?.close());

async function makeProperty(): Promise<void> {
  mine.slug = await publishForm(me, graph);
  await expecting(201, me.post(`/api/v2/form/${mine.slug}/publish/`));
  sibling.slug = await publishForm(me, graph);
  mine.session_id = await walk(mine.slug, { name: "Ada" });
  mine.file = await upload(await start(mine.slug));
  mine.image = await image();
  mine.template = "phq-9";
  mine.theme = await idOf(me.post("/api/v2/theme/", { name: "Mine" }));
  mine.integration = await idOf(me.post("/api/integrations/webhook/", hook));
  sibling.integration = await idOf(me.post("/api/integrations/webhook/", hook));
  const attachment = { integration_id: mine.integration, events: ["session.abandoned"] };
  const link = await expecting(201, me.post(`/api/v2/form/${mine.slug}/links/`, { links: [{ reference: "Ada" }] }));
  mine.link = link.body.results[0].id;
  mine.import = (await importFile(me, mine.slug, { file: "name\nGrace\n" })).id;
  mine.view = await idOf(me.post(`/api/v2/form/${mine.slug}/view/`, { name: "Mine" }));
  // this product has no mail server, so it can't have an email notification
  mine.mail = crypto.randomUUID();
  mine.attachment = await idOf(me.post(`/api/v2/form/${mine.slug}/integrations/`, attachment));
  await makePeople();
}

async function makePeople(): Promise<void> {
  const by = signedIn(me.cookie);
  mine.workspace = (await expecting(200, by.get("/api/auth/me/"))).body.account_id;
  sibling.workspace = await idOf(by.post("/api/workspaces/", { name: "Another" }));
  const workspace = mine.workspace ?? "";
  const token = await invite(by, workspace, { email: `${unique()}@example.com`, role: "viewer" });
  mine.user_id = (await accept(token, workspace)).id;
  mine.sign_in = (await expecting(200, by.get("/api/auth/sign-ins/"))).body.results[0].id;
  await invite(by, workspace, { email: `${unique()}@example.com`, role: "viewer" });
  const { body } = await expecting(200, by.get(`/api/workspaces/${workspace}/invitations/?status=pending`));
  mine.invitation_id = body.results[0].id;
  const shared = { email: `${unique()}@example.com`, role: "viewer", responses: "none" };
  mine.access = await idOf(by.post(`/api/v2/form/${mine.slug}/access/`, shared));
}

async function upload(session: string): Promise<string> {
  const text = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n\r\n--b--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const path = `/api/v2/r/session/${session}/upload/?node_id=photo`;
  const { body } = await expecting(201, client().request("POST", path, undefined, { raw: text, headers }));
  return /file\/([0-9a-f-]{36})\//.exec(body.url)?.[1] ?? "";
}

async function image(): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([images.gif]), "a.gif");
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  return idOf(me.post("/api/v2/image/", undefined, { raw, headers }));
}

async function makeDeadKeys(): Promise<void> {
  const make = async (fields: object) =>
    (await expecting(201, signedIn(me.cookie).post(`${account}api-keys/`, { name: "Dead", ...fields }))).body;
  const revoked = await make({});
  await expecting(204, signedIn(me.cookie).delete(`${account}api-keys/${revoked.id}/`));
  const expired = await make({ expires: new Date(Date.now() + 1_000).toISOString() });
  Object.assign(dead, { "that is revoked": revoked.key, "that has expired": expired.key });
  mine.key = (await make({})).id;
}

/** Creates a disabled integration with a notification and a delivery, by a receiver that returns 410. */
async function makeNotice(): Promise<void> {
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const gone = await idOf(me.post("/api/integrations/webhook/", { name: "Gone", config: { url } }));
  const attachment = { integration_id: gone, events: ["session.completed"] };
  await idOf(me.post(`/api/v2/form/${sibling.slug}/integrations/`, attachment));
  sibling.session_id = await walk(sibling.slug ?? "", {});
  await eventually(async () => {
    const { body } = await expecting(200, signedIn(me.cookie).get(`${account}notices/`));
    mine.notice = body.results[0].id;
  }, 20);
  // its delivery belongs to another integration than the one in the table
  await expecting(200, me.post(`/api/integrations/webhook/${mine.integration}/test/`));
  const { body } = await expecting(200, me.get(`/api/integrations/webhook/${mine.integration}/deliveries/`));
  mine.delivery_id = body.results[0].id;
}

const variables = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
const fill = (path: string, { id }: Cell, values: Record<string, string | undefined>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name === "id" ? (id ?? "") : name] ?? "");
const nameOf = (variable: string, { id }: Cell) => (variable === "id" ? (id ?? "") : variable);

function send(by: Client, row: Route, cell: Cell, values: Record<string, string | undefined> = mine): Promise<Reply> {
  return by.request(row.method, fill(row.path, cell, values) + (cell.query ?? ""), cell.body, cell.sent);
}

/** Returns everything of mine that a request could change. */
async function state(): Promise<unknown[]> {
  const paths = [
    ...[mine.slug, sibling.slug].flatMap((slug) =>
      ["", "draft/", "versions/", "responses/", "links/", "integrations/"].map(
        (part) => `/api/v2/form/${slug}/${part}`,
      ),
    ),
    `/api/v2/form/${mine.slug}/responses/${mine.session_id}/`,
    ...["/api/v2/form/", "/api/v2/theme/", "/api/integrations/", "/api/auth/me/"],
    `/api/integrations/webhook/${mine.integration}/deliveries/`,
    ...[`${account}api-keys/`, `${account}notices/`, `/api/v2/form/${mine.slug}/access/`],
    ...["", "members/", "invitations/", "me/"].map((part) => `/api/workspaces/${mine.workspace}/${part}`),
  ];
  const replies = await Promise.all(paths.map((path) => expecting(200, signedIn(me.cookie).get(path))));
  return replies.map(({ body }) => ("results" in body ? body.results.map(withoutUse) : body));
}
const withoutUse = ({ last_used: _, last_active: __, ...item }: Record<string, unknown>) => item;

test("has a cell for every owner endpoint and no others", () => {
  const known = new Set(Object.keys(cells));
  expect(owned.map(keyOf).filter((key) => !known.has(key))).toEqual([]);
  const there = new Set(owned.map(keyOf));
  expect([...known].filter((key) => !there.has(key))).toEqual([]);
});

test.each(matrix)(
  "refuses callers without access to %s",
  async (_name, row, cell) => {
    await expectStrangers(row, cell);
    if (row.auth === "user") await expecting(403, send(me, row, cell));
    if (variables(row.path).length > 0) {
      await expectOthers(row, cell);
      await expectMissing(row, cell);
      await expectWrongParents(row, cell);
    }
    // a change by GET shows at the next other request, or at the end
    if (row.method !== "GET") await expectUnchanged();
  },
  30_000,
);

test("changes nothing", expectUnchanged);

test("lists only the caller's own resources", async () => {
  const stranger = await owner();
  for (const path of ["/api/v2/form/", "/api/integrations/", "/api/integrations/webhook/"]) {
    expect((await expecting(200, stranger.get(path))).body).toMatchObject({ count: 0, results: [] });
  }
  const own = await createForm(stranger);
  expect((await stranger.get("/api/v2/form/")).body.results).toMatchObject([{ slug: own }]);
  expect((await stranger.get(`/api/v2/form/?search=${mine.slug}`)).body.count).toBe(0);
});

test("returns 403 for attaching another account's integration", async () => {
  const attachment = { integration_id: mine.integration, events: ["session.completed"] };
  await expecting(403, other.post(`/api/v2/form/${await createForm(other)}/integrations/`, attachment));
});

async function expectUnchanged(): Promise<void> {
  const before = lastState;
  lastState = await state();
  expect(lastState).toEqual(before);
}

/** Expects 401 without a valid key, with the same error for unknown and revoked keys. */
async function expectStrangers(row: Route, cell: Cell): Promise<void> {
  await expecting(401, send(client(), row, cell));
  await expecting(401, send(client({ authorization: "Basic eDp5" }), row, cell));
  await expecting(401, send(signedIn("pathform_session=nobody"), row, cell));
  const details = new Map<string, string>();
  for (const [what, key] of Object.entries(dead)) {
    // a valid cookie doesn't help, because the key wins
    const by = client({ authorization: `Bearer ${key}`, cookie: me.cookie });
    details.set(what, (await expecting(401, send(by, row, cell))).body.detail);
  }
  expect(details.get("that is revoked")).toBe(details.get("that is unknown"));
}

/** Keys without scopes change no members (teams §20.7). */
const isForPeople = ({ auth, tag }: Route) => auth === "user" || tag === "Members";
const rightful = (row: Route, who: Owner): Client => (isForPeople(row) ? signedIn(who.cookie) : who);

async function expectOthers(row: Route, cell: Cell): Promise<void> {
  if (cell.others === 404) return;
  const reply = await expecting(cell.others ?? 403, send(rightful(row, other), row, cell));
  if (reply.status === 403) expect(Object.keys(reply.body)).toEqual(["detail"]);
  // the form is checked first, so only its owner learns what it contains
  if (row.path.startsWith(form) && row.path !== form) {
    const [child] = variables(row.path).slice(1);
    if (child) await expecting(403, send(other, row, cell, { ...mine, [nameOf(child, cell)]: nothings(child)[0] }));
    await expecting(404, send(rightful(row, other), row, cell, { ...mine, slug: "no-such-thing" }));
  }
}

/** Expects 404 for each path variable that names nothing. */
async function expectMissing(row: Route, cell: Cell): Promise<void> {
  for (const variable of variables(row.path)) {
    for (const nothing of nothings(variable)) {
      const values = { ...mine, [nameOf(variable, cell)]: nothing };
      // an unknown workspace is like another one's (teams §20.2)
      const isWorkspace = nameOf(variable, cell) === "workspace" && uuidPattern.test(nothing);
      await expecting(isWorkspace ? 403 : 404, send(rightful(row, me), row, cell, values));
    }
  }
}

function nothings(variable: string): string[] {
  if (variable === "version_number") return ["99", "0", "x"];
  if (variable === "language") return ["no_tag", "1", "%20"];
  return variable === "slug" || variable === "type" ? ["no-such-thing"] : [crypto.randomUUID(), "no-uuid", "%20"];
}

/** Expects 404 for my resource under another parent. */
async function expectWrongParents(row: Route, cell: Cell): Promise<void> {
  // any form can have a language
  if (row.path.endsWith("{language}/")) return;
  for (const variable of variables(row.path).slice(0, -1)) {
    const name = nameOf(variable, cell);
    const values = { ...mine, [name]: sibling[name] };
    await expecting(404, send(rightful(row, me), row, cell, values));
  }
}
