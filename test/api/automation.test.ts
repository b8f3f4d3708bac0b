import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, next, type Owner, owner, publishForm, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** The recipes of docs/develop/automation.md, against stand-ins with the behavior that Zapier and Make document. */
let me: Owner;
let zapier: Receiver;
let make: Receiver;
/** bundles that fit into Make's queue */
let room = 0;
const queue: object[] = [];
beforeAll(async () => {
  me = await owner();
  zapier = await startReceiver((response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"status":"success","attempt":"1","id":"2","request_id":"3"}');
  });
  make = await startReceiver((response, _, { body }) => {
    if (room === 0) return void response.writeHead(400).end("Queue is full.");
    room -= 1;
    queue.push(JSON.parse(body));
    response.end("Accepted");
  });
});
afterAll(() => Promise.all([zapier?.close(), make?.close()]));

const lunch = () => publishForm(me, chain(node("dish", "short_text")));

async function attach(slug: string, { url }: Receiver): Promise<string> {
  const webhook = me.post("/api/integrations/webhook/", { name: "Automation", config: { url } });
  const { body } = await expecting(201, webhook);
  const attachment = { integration_id: body.id, events: ["session.completed"] };
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, attachment));
  return body.id;
}

test("Zapier catches each completed response once, with fields that it can flatten", async () => {
  const slug = await lunch();
  await attach(slug, zapier);
  const session = await walk(slug, { dish: "Soup" });
  await eventually(() => expect(zapier.received).toHaveLength(1));
  const { type, data } = JSON.parse(zapier.received[0]?.body ?? "");
  expect([type, data.session.id, data.session.answers[0].answer]).toEqual(["session.completed", session, "Soup"]);
});

test("Make gets a bundle later that its full queue refused", async () => {
  const slug = await lunch();
  const id = await attach(slug, make);
  const session = await walk(slug, { dish: "Stew" });
  await eventually(() => expect(make.received).toHaveLength(1));
  expect(queue).toEqual([]);
  room = 1;
  const deliveries = `/api/integrations/webhook/${id}/deliveries/`;
  // Make has refused it before the attempt is recorded
  const [{ id: refused }] = await eventually(async () => {
    const { body } = await expecting(200, me.get(deliveries));
    expect(body.results).toHaveLength(1);
    return body.results;
  });
  // the next attempt of the schedule is some seconds away
  await expecting(200, me.post(`${deliveries}${refused}/retry/`));
  await eventually(() => expect(queue).toMatchObject([{ data: { session: { id: session } } }]));
});

test("a poll finds each completed response once, newest first, also one that began before", async () => {
  const slug = await lunch();
  const { body: created } = await expecting(
    201,
    client({ cookie: me.cookie }).post("/api/account/api-keys/", { name: "Poll", scopes: ["responses:read"] }),
  );
  const poller = client({ authorization: `Bearer ${created.key}` });
  const seen = new Set<string>();
  const poll = async () => {
    const query = "status=completed&ordering=-completed_at&include=answers&limit=100";
    const { body } = await expecting(200, poller.get(`/api/v2/form/${slug}/responses/?${query}`));
    const news = body.results.filter(({ id }: { id: string }) => !seen.has(id));
    for (const { id } of news) seen.add(id);
    return news.map(({ answers }: { answers: { dish: { text: string } } }) => answers.dish.text);
  };
  const early = await start(slug);
  await walk(slug, { dish: "Soup" });
  await walk(slug, { dish: "Stew" });
  expect(await poll()).toEqual(["Stew", "Soup"]);
  await expecting(200, next(early, "dish", "Salad"));
  await expecting(200, me.post(`/api/v2/r/session/${early}/complete/`));
  expect(await poll()).toEqual(["Salad"]);
  expect(await poll()).toEqual([]);
});
