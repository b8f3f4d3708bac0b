import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client as Assistant } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Client, client, cookieOf, createForm, expecting, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Stage, startStage } from "../support/stage.ts";

/** Copies of a service that know or need nothing of each other, as clients see them. */
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ copies: ["gateway-2", "forms-2"], others: ["sessions", "analytics", "integrations"] });
}, 120_000);
afterAll(() => stage?.stop(), 60_000);

test("copies of forms tell each other who edits a form", async () => {
  const as = (cookie: string) => client({ cookie }, stage.product.url);
  const ada = as(stage.owner.cookie);
  const { body: me } = await expecting(200, ada.get("/api/auth/me/"));
  const grace = as(await join(ada, me.account_id));
  const path = `/api/v2/form/${await createForm(stage.owner)}/draft/presence/`;
  const say = async (by: Client) =>
    (await expecting(200, by.put(path, { client_id: randomUUID(), node_id: null }))).body;
  await say(ada);
  // calls go to the copies in turns
  await eventually(async () => {
    for (const { people } of [await say(grace), await say(grace), await say(grace)])
      expect(people).toEqual([{ id: me.id, name: "Ada Lovelace", node_id: null }]);
  });
});

test("an assistant’s messages can go to different gateways", async () => {
  const [first = "", second = ""] = stage.product.urls;
  const transport = new StreamableHTTPClientTransport(new URL(`${first}/api/mcp/`), {
    requestInit: { headers: { authorization: `Bearer ${stage.owner.key}` } },
    // every other message goes to the other gateway
    fetch: (url, init) => fetch(String(url).replace(first, sent++ % 2 ? second : first), init),
  });
  let sent = 0;
  const assistant = new Assistant({ name: "test", version: "1" });
  await assistant.connect(transport as never);
  expect((await assistant.listTools()).tools.length).toBeGreaterThan(10);
  for (const title of ["One", "Two"]) {
    const { isError } = await assistant.callTool({ name: "create_form", arguments: { title } });
    expect(isError).toBeFalsy();
  }
  expect(sent).toBeGreaterThan(4);
  await assistant.close();
});

/** Returns the cookie of a new editor of the workspace. */
async function join(by: Client, workspace: string): Promise<string> {
  const invitation = { email: `${unique()}@example.com`, role: "editor" };
  const invited = by.post(`/api/workspaces/${workspace}/invitations/`, { invitations: [invitation] });
  const { body } = await expecting(201, invited);
  const token = new URL(body.results[0].url).searchParams.get("token");
  const person = { token, name: "Grace Hopper", password: "correct horse battery" };
  return cookieOf(await expecting(201, client({}, stage.product.url).post("/api/auth/invitation/accept/", person)));
}
