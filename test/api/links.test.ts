import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { anonymous, baseUrl, complete, expecting, next, publishForm, start, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { newTeam, type Team } from "../support/team.ts";

/** Personal links over HTTP (features §15 and its last section). */
const graph = { ...chain(node("name", "short_text"), node("age", "number")), hidden_fields: ["plan", "crm"] };
let team: Team;
let slug: string;
beforeAll(async () => {
  team = await newTeam();
  slug = await publishForm(team.key, graph);
}, 60_000);

const linksOf = (form = slug) => `/api/v2/form/${form}/links/`;
const create = async (...links: object[]) =>
  (await expecting(201, team.key.post(linksOf(), { links }))).body.results as { id: string; url: string }[];
const newLink = async (fields = {}) => {
  const [link] = await create({ reference: `${unique()}@example.com`, ...fields });
  const token = new URL(link?.url ?? "").searchParams.get("link") ?? "";
  return { ...(link as { id: string; url: string; reference: string }), token };
};
const startBy = (link: string, body = {}, form = slug) =>
  anonymous().post(`/api/v2/r/${form}/start/`, { ...body, link });
const finish = async (session: string) => {
  await expecting(200, next(session, "name", "Ada"));
  await expecting(200, next(session, "age", 36));
  await expecting(200, complete(session));
};

test("starts one session with 201, and gives it with 200 to other devices", async () => {
  const { token, url } = await newLink({ hidden: { plan: "pro" }, prefill: { name: "Ada" } });
  expect(new URL(url).pathname).toBe(`/f/${slug}`);
  const path = `/api/v2/r/link/${token}/`;
  const opened = { slug, status: "unused", prefill: { name: "Ada" }, hidden: {}, language: null };
  expect((await expecting(200, anonymous().get(path))).body).toEqual(opened);
  const { body: started } = await expecting(201, startBy(token));
  expect((await expecting(200, startBy(token, { id: randomUUID() }))).body).toEqual(started);
  await finish(started.id);
  expect((await expecting(409, startBy(token))).body.detail).toBe("This link has been used.");
  expect((await expecting(200, startBy(token, { id: started.id }))).body).toMatchObject({ status: "completed" });
  expect((await expecting(200, anonymous().get(path))).body).toMatchObject({ status: "completed", prefill: {} });
});

test("answers 404 for forged tokens", async () => {
  const { token } = await newLink();
  const forged = `${token.slice(0, -2)}${token.endsWith("AA") ? "BA" : "AA"}`;
  await expecting(404, anonymous().get(`/api/v2/r/link/${forged}/`));
  await expecting(404, startBy(forged));
  await expecting(400, startBy("x".repeat(101)));
});

describe("an answer and a name", () => {
  const name = "Countess of Lovelace";
  const answer = "Analytical Engine";
  /** Sends a token to every path that takes one, and returns the statuses. No reply has the answer or the name. */
  async function statusesOf(token: string): Promise<number[]> {
    const inText = encodeURIComponent(token);
    const pages = ["leave", "stop", "confirm"].map((page) => fetch(`${baseUrl()}/mail/${page}?token=${inText}`));
    const replies = await Promise.all([
      anonymous().get(`/api/v2/r/link/${inText}/`),
      startBy(token),
      anonymous().post("/api/v2/r/resume/", { token, key: randomUUID() }),
      ...pages.map(async (page) => ({ status: (await page).status, body: await (await page).text() })),
    ]);
    for (const { body } of replies) expect(JSON.stringify(body)).not.toMatch(new RegExp(`${name}|${answer}`));
    return replies.map(({ status }) => status);
  }
  const answered = async (fields = {}) => {
    const link = await newLink({ reference: `${name} ${unique()}`, hidden: { plan: name }, ...fields });
    const { body } = await expecting(201, startBy(link.token));
    await expecting(200, next(body.id, "name", answer));
    return { ...link, session: body.id as string };
  };
  const nowhere = [404, 404, 404, 404, 404, 404];

  test("aren't shown for a token that is forged, altered, or made for something else", async () => {
    const { token, id, session } = await answered();
    const bytes = Buffer.from(token, "base64url");
    const altered = [0, 15, 16, 31].map((at) =>
      Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ 1 : byte))),
    );
    const forged = [32, 40, 68].map((length) => randomBytes(length));
    for (const one of [...altered, ...forged]) expect(await statusesOf(one.toString("base64url"))).toEqual(nowhere);
    for (const one of [`${token}=`, `${token}A`, token.slice(0, -1), id, session])
      expect(await statusesOf(one)).toEqual(nowhere);
  });

  test("aren't shown for a link that is running elsewhere, has expired, was used or revoked", async () => {
    const running = await answered();
    expect(await statusesOf(running.token)).toEqual([200, 200, 404, 404, 404, 404]);
    const [expired, used, revoked] = await Promise.all([
      answered({ expires_at: new Date(Date.now() + 2_000).toISOString() }),
      answered(),
      answered(),
    ]);
    await expecting(200, next(used.session, "age", 36));
    await expecting(200, complete(used.session));
    await expecting(204, team.key.delete(`${linksOf()}${revoked.id}/`));
    await eventually(async () => {
      const { body } = await expecting(200, anonymous().get(`/api/v2/r/link/${expired.token}/`));
      expect(body.status).toBe("expired");
    });
    for (const { token } of [expired, used, revoked])
      expect(await statusesOf(token)).toEqual([200, 409, 404, 404, 404, 404]);
  });
});

test("asks for a link where a form is answered by link only, and shows that to its page", async () => {
  const form = await publishForm(team.key, graph);
  const { body } = await expecting(200, team.key.patch(`/api/v2/form/${form}/`, { access: "link" }));
  expect(body.access).toBe("link");
  expect((await expecting(200, anonymous().get(`/api/v2/r/${form}/`))).body.access).toBe("link");
  const refused = await expecting(403, anonymous().post(`/api/v2/r/${form}/start/`, { hidden: { unknown: "1" } }));
  expect(refused.body.detail).toBe("This form is answered by personal link only.");
  await expecting(400, team.key.patch(`/api/v2/form/${form}/`, { access: "nobody" }));
});

test("reserves the words of its paths as slugs", async () => {
  for (const slug of ["link", "resume", "results", "image"])
    await expecting(400, team.key.post("/api/v2/form/", { title: "A form", slug }));
});

test("gives a repeated request the kept answer without addresses", async () => {
  const options = { headers: { "idempotency-key": randomUUID() } };
  const body = { links: [{ reference: unique() }] };
  const first = await expecting(201, team.key.post(linksOf(), body, options));
  const again = await expecting(201, team.key.post(linksOf(), body, options));
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(first.body.results[0].url).toContain("?link=");
  expect(again.body.results).toEqual([{ ...first.body.results[0], url: null }]);
  const [{ id }] = first.body.results;
  await expecting(204, team.key.delete(`${linksOf()}${id}/?erase=true`));
  const erased = await expecting(201, team.key.post(linksOf(), body, options));
  expect(erased.body.results).toMatchObject([{ id, reference: null, status: "revoked" }]);
});

test("invites once for a repeated request", async () => {
  const { reference } = await newLink();
  const options = { headers: { "idempotency-key": randomUUID() } };
  const body = { subject: "How was it?", text: "Hello", filter: { search: reference } };
  const path = `${linksOf()}mail/`;
  const first = await team.key.post(path, body, options);
  const again = await team.key.post(path, body, options);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect([again.status, again.body]).toEqual([first.status, first.body]);
});

describe("responses", () => {
  const responses = (query = "") => `/api/v2/form/${slug}/responses/${query}`;

  test("have the reference, by which they are found in any case", async () => {
    const { token, reference } = await newLink();
    const { body: started } = await expecting(201, startBy(token));
    await finish(started.id);
    const other = await start(slug);
    expect((await expecting(200, team.key.get(responses(`${started.id}/`)))).body.reference).toBe(reference);
    expect((await expecting(200, team.key.get(responses(`${other}/`)))).body.reference).toBeNull();
    const query = `?reference=${encodeURIComponent(reference.toUpperCase())}`;
    for (const more of ["", "&status=completed", "&search=Ada", "&ordering=-total_score", "&include=answers"]) {
      // the search follows within seconds
      await eventually(async () => {
        const { body } = await expecting(200, team.key.get(responses(query + more)));
        expect(body).toMatchObject({ count: 1, results: [{ id: started.id, reference }] });
      }, 15);
    }
    expect((await expecting(200, team.key.get(responses("?reference=nobody")))).body.count).toBe(0);
    const { body: all } = await expecting(200, team.key.get(responses("?limit=100")));
    expect(all.results.find(({ id }: { id: string }) => id === other)).not.toHaveProperty("reference");
    const insights = `/api/v2/form/${slug}/insights/${query}`;
    expect((await expecting(200, team.key.get(insights))).body.sessions.started).toBe(1);
    const counting = await team.join("viewer", { responses: "none" });
    expect((await expecting(403, counting.get(insights))).body.needs).toBe("responses:read");
  });

  test("export a column after the outcome only where the form has links", async () => {
    const form = await publishForm(team.key, graph);
    const path = `/api/v2/form/${form}/responses/export/`;
    const session = await start(form);
    const header = async (query = "") =>
      ((await expecting(200, team.key.get(path + query))).body as string).split("\r\n");
    expect((await header())[0]).toContain(",end_node_id,outcome,hidden.plan,");
    const { body } = await expecting(201, team.key.post(linksOf(form), { links: [{ reference: "=ada" }] }));
    const token = new URL(body.results[0].url).searchParams.get("link");
    const { body: started } = await expecting(201, startBy(token ?? "", {}, form));
    const [head, ...rows] = await header();
    expect(head).toContain(",end_node_id,outcome,link,hidden.plan,");
    expect(rows.find((row) => row.startsWith(started.id))).toContain(",,,'=ada,");
    expect(rows.find((row) => row.startsWith(session))).toContain(",,,,");
    const [named, ...others] = (await header("?reference=%3Dada")).slice(1).filter(Boolean);
    expect([named?.slice(0, 36), others]).toEqual([started.id, []]);
    const json = (await expecting(200, team.key.get(`${path}?format=json&reference=%3Dada`))).body;
    expect(json).toMatchObject({ id: started.id, reference: "=ada" });
    await expecting(200, team.key.get(`${path}?format=xlsx`));
  });

  test("are erased with the reference of the link", async () => {
    const { id, token, reference } = await newLink();
    const { body: started } = await expecting(201, startBy(token));
    await finish(started.id);
    await expecting(204, team.key.delete(responses(`${started.id}/`)));
    const { body } = await expecting(200, team.key.get(`${linksOf()}?limit=100`));
    expect(body.results.find((link: { id: string }) => link.id === id)).toMatchObject({ reference: null, email: null });
    expect((await expecting(200, team.key.get(`${linksOf()}?search=${reference}`))).body.count).toBe(0);
    expect((await expecting(201, startBy(token))).body.id).not.toBe(started.id);
  });
});

describe("rights", () => {
  test("show addresses only to people who may write responses, and links to those who may read them", async () => {
    await newLink();
    const [reader, writer, editor] = await Promise.all([
      team.join("viewer", { responses: "read" }),
      team.join("viewer", { responses: "write" }),
      team.join("editor", { responses: "none" }),
    ]);
    expect((await expecting(200, reader.get(linksOf()))).body.results[0].url).toBeNull();
    expect((await expecting(200, writer.get(linksOf()))).body.results[0].url).toContain("?link=");
    expect((await expecting(403, editor.get(linksOf()))).body.needs).toBe("responses:read");
    expect((await expecting(403, writer.post(linksOf(), { links: [{ reference: "a" }] }))).body.needs).toBe(
      "forms:write",
    );
    await expecting(201, editor.post(linksOf(), { links: [{ reference: unique() }] }));
    const { body } = await expecting(200, reader.get(`${linksOf()}export/`));
    expect(body).not.toContain("?link=");
    expect((await expecting(200, writer.get(`${linksOf()}export/`))).body).toContain("?link=");
  }, 30_000);
});

test("lists with counts in the envelope, and rejects what isn't a filter", async () => {
  const { body } = await expecting(200, team.key.get(`${linksOf()}?limit=1&ordering=reference`));
  expect(Object.keys(body)).toEqual(["count", "counts", "next", "previous", "results"]);
  expect(body.counts).toMatchObject({ undeliverable: 0 });
  for (const query of ["status=open", "ordering=email", "mail_status=x", "foo=1"])
    await expecting(400, team.key.get(`${linksOf()}?${query}`));
  await expecting(400, team.key.post(linksOf(), { links: [] }));
  await expecting(400, team.key.post(linksOf(), { links: [{ reference: "a", unknown: 1 }] }));
});
