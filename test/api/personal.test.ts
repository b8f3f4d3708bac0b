import { beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "../../services/gateway/routes/routes.ts";
import { anonymous, type Client, expecting, next, publishForm, saveDraft, start, walk } from "../support/api.ts";
import { cells } from "../support/cells.ts";
import { images } from "../support/images.ts";
import { chain, end, graphOf, node } from "../support/sampleGraphs.ts";
import { newTeam, type Person, type Team } from "../support/team.ts";

/** Personal data (wants §21.5): reads without it, and people who only have these. */

const secrets = ["Ada Byron", "grace@example.com", "Secretville", "campaign-grace", "Agent-Grace", "Person 7"];
const choice = { options: ["red", "blue"].map((value) => ({ value, label: value.toUpperCase() })) };
const points = { ...choice, scoring: { mode: "options", points: { red: 5, blue: 1 } } };
const fields = [{ key: "town", question_type: "short_text", title: "Town" }];
const personal = (one: ReturnType<typeof node>) => ({ ...one, data: { ...one.data, is_personal: true } });

const nodes = [
  personal(node("name", "short_text")),
  personal(node("mail", "email")),
  personal(node("homes", "records", { fields })),
  personal(node("color", "multiple_choice", points)),
  node("mood", "multiple_choice", choice),
  node("why", "short_text"),
];
const graph = (asked: ReturnType<typeof node>[] = nodes) => {
  const all = [...asked, end()];
  const edges = all.slice(1).map(({ id }, index) => ({ from: all[index]?.id ?? "", to: id, condition: null }));
  return graphOf(all, edges, { hidden_fields: ["source"] });
};
const answers = {
  name: "Ada Byron",
  mail: "grace@example.com",
  homes: [{ town: "Secretville" }],
  color: "red",
  mood: "blue",
  why: "It rained",
};

let team: Team;
let me: Client;
let slug: string;
let session: string;
let viewer: Person;
let editor: Person;
const at = () => `/api/v2/form/${slug}/`;
const one = () => `${at()}responses/${session}/`;

beforeAll(async () => {
  team = await newTeam();
  me = team.key;
  slug = await publishForm(me, graph());
  const given = { hidden: { source: "campaign-grace" }, headers: { "user-agent": "Agent-Grace" } };
  session = await walk(slug, answers, given);
  const corrected = { answers: { name: "Ada Byron II", why: "It snowed" }, reason: "By phone" };
  await expecting(200, me.patch(`${one()}answers/`, corrected));
  await expecting(200, me.put(`${one()}annotations/`, { note: "Called back" }));
  viewer = await team.join("viewer", { responses: "read_anonymous" });
  editor = await team.join("editor", { responses: "read_anonymous" });
}, 60_000);

const body = async (by: Client, path: string) => (await expecting(200, by.get(path))).body;
const text = async (by: Client, path: string) => {
  const found = await body(by, path);
  return typeof found === "string" ? found : JSON.stringify(found);
};
const hasNone = (found: string) => expect(secrets.filter((secret) => found.includes(secret))).toEqual([]);

describe("?personal=omit", () => {
  test("leaves personal answers out of a response, and keeps scores and notes", async () => {
    const whole = await body(me, one());
    const shown = await body(me, `${one()}?personal=omit`);
    expect(whole.answers.map(({ node_id }: { node_id: string }) => node_id)).toEqual(Object.keys(answers));
    expect(shown).toEqual({
      ...whole,
      answers: whole.answers.filter(({ node_id }: { node_id: string }) => ["mood", "why"].includes(node_id)),
      hidden: {},
      metadata: { user_agent: null },
      reference: null,
    });
    expect(shown).toMatchObject({
      total_score: 5,
      score_breakdown: { color: 5 },
      annotations: { note: "Called back" },
    });
    hasNone(JSON.stringify(shown));
  });

  test("leaves them out of lists and of the history", async () => {
    const list = await body(me, `${at()}responses/?include=answers&personal=omit`);
    expect(Object.keys(list.results[0].answers)).toEqual(["mood", "why"]);
    const history = await body(me, `${one()}history/?personal=omit`);
    expect(history).toMatchObject([
      { revision: 2, reason: "By phone", changes: [{ node_id: "why", before: "It rained", after: "It snowed" }] },
    ]);
  });

  test("keeps the columns of a table, empty", async () => {
    const [whole = "", shown = ""] = await Promise.all(
      ["", "&personal=omit"].map((more) => text(me, `${at()}responses/export/?scores=true${more}`)),
    );
    const rows = (csv: string) => csv.trim().split("\r\n");
    expect(rows(shown)[0]).toBe(rows(whole)[0]);
    expect(rows(shown)[1]).toMatch(/,,,,,,BLUE,It snowed,5$/);
    hasNone(shown);
  });

  test("leaves them out of NDJSON, workbooks' rows and tables of records", async () => {
    const [line] = (await text(me, `${at()}responses/export/?format=json&personal=omit`)).trim().split("\n");
    expect(JSON.parse(line ?? "")).toMatchObject({ hidden: {}, metadata: { user_agent: null }, total_score: 5 });
    hasNone(line ?? "");
    const table = `${at()}responses/export/?records=rows&node_id=homes`;
    expect((await text(me, table)).trim().split("\r\n")).toHaveLength(2);
    expect((await text(me, `${table}&personal=omit`)).trim().split("\r\n")).toHaveLength(1);
  });

  test.each(["responses/", "responses/export/"])("takes no other value in %s", async (path) => {
    const { body: refused } = await expecting(400, me.get(`${at()}${path}?personal=yes`));
    expect(refused.errors[0]).toMatch(/^personal: /);
  });
});

describe("read_anonymous", () => {
  test("reads as with personal=omit", async () => {
    for (const path of [one(), `${at()}responses/?include=answers`, `${one()}history/`]) {
      const asked = `${path}${path.includes("?") ? "&" : "?"}personal=omit`;
      expect(await body(viewer, path)).toEqual(await body(me, asked));
    }
    for (const format of ["csv", "json"]) {
      const path = `${at()}responses/export/?format=${format}`;
      expect(await text(viewer, path)).toBe(await text(me, `${path}&personal=omit`));
    }
  });

  test.each([
    ["search=Grace"],
    ["answer.name=Ada%20Byron%20II"],
    ["answer.color=red"],
    ["answer.mood=blue&answer.color=blue"],
    ["reference=grace"],
  ])("is refused guesses by %s", async (query) => {
    for (const path of ["responses/", "responses/export/", "insights/"]) {
      const { body: refused } = await expecting(403, viewer.get(`${at()}${path}?${query}`));
      expect(refused.needs).toBe("responses:read");
    }
  });

  test("is refused to unmark a personal question, also through a version without it", async () => {
    const own = await publishForm(me, chain(node("who", "short_text"), node("why", "short_text")));
    const marked = (isPersonal: boolean, ...nodes: ReturnType<typeof node>[]) => {
      const graph = chain(node("who", "short_text"), ...nodes);
      Object.assign(graph.nodes[0]?.data ?? {}, { is_personal: isPersonal });
      return graph;
    };
    const publish = async (by: Client, graph: unknown) => {
      await expecting(200, by.put(`/api/v2/form/${own}/draft/`, { graph }));
      return by.post(`/api/v2/form/${own}/publish/`);
    };
    expect((await publish(editor, marked(true))).status).toBe(201);
    const refused = await publish(editor, marked(false));
    expect([refused.status, refused.body.needs]).toEqual([403, "responses:read"]);
    expect((await publish(editor, chain(node("why", "short_text")))).status).toBe(201);
    expect((await publish(editor, marked(false))).status).toBe(403);
    expect((await publish(editor, marked(true))).status).toBe(201);
    expect((await publish(me, marked(false))).status).toBe(201);
  });

  test("filters by other answers", async () => {
    expect((await body(viewer, `${at()}responses/?answer.mood=blue`)).count).toBe(1);
    expect((await body(viewer, `${at()}responses/?answer.mood=red`)).count).toBe(0);
  });

  test("sees how many answered a personal question, and no figures of it", async () => {
    const of = async (by: Client) =>
      Object.fromEntries(
        (await body(by, `${at()}insights/`)).questions.map((question: { node_id: string }) => [
          question.node_id,
          question,
        ]),
      );
    const [shown, whole] = [await of(viewer), await of(me)];
    expect(whole.color.distribution).toHaveLength(2);
    expect(shown.color).toEqual({
      node_id: "color",
      question_type: "multiple_choice",
      title: "About color",
      answers: 1,
    });
    expect(shown.mood).toEqual(whole.mood);
  });

  test("gets no files, links, archives or public results", async () => {
    for (const path of ["links/", "links/export/", "responses/export/?format=zip", "results/"])
      await expecting(403, editor.get(`${at()}${path}`));
    await expecting(403, editor.put(`${at()}results/`, { node_ids: null, title: "All" }));
  });

  test("reads that a file was sent, and can't open it", async () => {
    const own = await publishForm(me, chain(node("photo", "file_upload"), node("why", "short_text")));
    const id = await start(own);
    const data = new FormData();
    data.append("file", new Blob([images.gif]), "a.gif");
    const sent = new Response(data);
    const headers = { "content-type": sent.headers.get("content-type") ?? "" };
    const raw = new Uint8Array(await sent.arrayBuffer());
    const uploaded = anonymous().post(`/api/v2/r/session/${id}/upload/?node_id=photo`, undefined, { raw, headers });
    const { url } = (await expecting(201, uploaded)).body;
    await expecting(200, next(id, "photo", [url]));
    const path = new URL(url).pathname;
    await expecting(200, me.get(path));
    await expecting(403, viewer.get(path));
    expect(await text(me, `/api/v2/form/${own}/responses/export/`)).toContain(`${url}?`);
    expect(await text(viewer, `/api/v2/form/${own}/responses/export/`)).not.toContain(`${url}?`);
    expect((await body(viewer, `/api/v2/form/${own}/responses/${id}/`)).answers[0].answer).toEqual([url]);
  });

  test("finds no secret on any endpoint", async () => {
    const hook = { name: "Hook", config: { url: "http://127.0.0.1:1/hook" } };
    const integration = (await expecting(201, me.post("/api/integrations/webhook/", hook))).body.id;
    await expecting(
      201,
      me.post(`${at()}integrations/`, {
        integration_id: integration,
        events: ["session.completed", "session.updated"],
      }),
    );
    await walk(slug, answers);
    const ids: Record<string, string> = {
      slug,
      session_id: session,
      type: "webhook",
      version_number: "1",
      language: "de",
    };
    const deliveries = (await body(me, `/api/integrations/webhook/${integration}/deliveries/`)).results;
    const reads = routes.filter(({ method, needs }) => method === "GET" && needs !== null);
    const known = { ...ids, delivery_id: deliveries[0]?.id ?? integration, id: integration };
    for (const by of [viewer, editor])
      for (const row of reads) {
        const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name) => known[name as "id"] ?? integration);
        const reply = await by.get(path + (cells[`GET ${row.path}`]?.query ?? ""));
        const found = JSON.stringify(reply.body) ?? "";
        expect([row.path, secrets.filter((secret) => found.includes(secret))]).toEqual([row.path, []]);
      }
  }, 60_000);

  test("can't be raised by oneself, and is given by a grant of one form", async () => {
    await expecting(
      403,
      viewer.patch(`/api/workspaces/${team.workspace}/members/${viewer.id}/`, { responses: "read" }),
    );
    const { id } = await body(me, at());
    const guest = await team.join("guest", { forms: [{ form_id: id, role: "viewer", responses: "read_anonymous" }] });
    hasNone(JSON.stringify(await body(guest, one())));
  });
});

describe("a published version", () => {
  test("decides for all responses while it is the newest one that has the question", async () => {
    const own = await publishForm(me, graph());
    const id = await walk(own, answers);
    const shown = async () => {
      const { answers: left } = await body(me, `/api/v2/form/${own}/responses/${id}/?personal=omit`);
      return left.map(({ node_id }: { node_id: string }) => node_id);
    };
    const publish = async (asked: typeof nodes) => {
      await expecting(200, saveDraft(me, own, graph(asked)));
      await expecting(201, me.post(`/api/v2/form/${own}/publish/`));
    };
    // an unpublished mark changes nothing
    const why = personal(node("why", "short_text"));
    await expecting(200, saveDraft(me, own, graph([...nodes.slice(0, 5), why])));
    expect(await shown()).toEqual(["mood", "why"]);
    await publish([node("color", "multiple_choice", points), ...nodes.slice(4, 5), why]);
    expect(await shown()).toEqual(["color", "mood"]);
    await publish([node("why", "short_text")]);
    expect(await shown()).toEqual(["color", "mood", "why"]);
  }, 30_000);

  test("isn't told to respondents", async () => {
    const { body: found } = await expecting(200, team.key.get(`/api/v2/r/${slug}/`));
    expect(JSON.stringify(found)).not.toContain("is_personal");
  });

  test("shows no personal question in public results", async () => {
    const { body: refused } = await expecting(
      400,
      me.put(`${at()}results/`, { node_ids: ["mood", "color"], title: "Moods" }),
    );
    expect(refused.errors).toEqual(["node_ids.1: can't be shown"]);
  });
});
