import { beforeAll, expect, test } from "@jest/globals";
import { createForm, expecting, type Owner, owner, publishForm, saveDraft } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Taking forms to other tools over HTTP (wants §25). For what the files say see test/domain/exporting. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const graph = chain(
  node("name", "short_text"),
  node("age", "number", { unit: "years" }),
  node("role", "yes_no", { scoring: { mode: "options", points: { yes: 1 } } }),
);
const pathOf = (slug: string) => `/api/v2/form/${slug}`;
const lost = [{ node_id: "age", reason: expect.stringContaining("years") }];

test.each([
  ["surveyjs", "application/json", ".surveyjs.json"],
  ["fhir", "application/fhir+json", ".fhir.json"],
  ["xlsform", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx"],
  ["pathform", "application/json", ".pathform.json"],
])("takes a version and a draft to %s as an attachment that isn't cached", async (format, type, end) => {
  const slug = await publishForm(me, graph);
  for (const [place, name] of [
    ["versions/1", "v1"],
    ["draft", "draft"],
  ]) {
    const reply = await expecting(200, me.get(`${pathOf(slug)}/${place}/as/?format=${format}`));
    expect(reply.headers.get("content-type")).toBe(type);
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="${slug}-${name}${end}"`);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(reply.headers.get("pathform-losses")).toMatch(/^\d+$/);
  }
});

test("lists what the format can't say, and counts it", async () => {
  const slug = await publishForm(me, graph);
  const reply = await expecting(200, me.get(`${pathOf(slug)}/versions/1/as/?format=surveyjs&report=true`));
  expect(reply.body).toEqual({ losses: lost });
  expect(reply.headers.get("pathform-losses")).toBe("1");
});

test.each(["", "?format=pdf", "?report=true"])("rejects the query %j with 400", async (query) => {
  const slug = await publishForm(me, graph);
  const { body } = await expecting(400, me.get(`${pathOf(slug)}/draft/as/${query}`));
  expect(body.errors).toEqual([expect.stringMatching(/^format: /)]);
});

test("returns 404 without a draft, a version or the form", async () => {
  const slug = await createForm(me);
  await expecting(404, me.get(`${pathOf(slug)}/draft/as/?format=surveyjs`));
  await expecting(404, me.get(`${pathOf(slug)}/versions/1/as/?format=surveyjs`));
  await expecting(404, me.get("/api/v2/form/nowhere/draft/as/?format=surveyjs"));
});

test("takes an unfinished draft", async () => {
  const slug = await createForm(me);
  await saveDraft(me, slug, {
    schema_version: "2.0",
    nodes: [{ id: "a", question_type: "dropdown", data: {} }],
    edges: [],
  });
  const reply = await expecting(200, me.get(`${pathOf(slug)}/draft/as/?format=surveyjs&report=true`));
  expect(reply.body.losses.map(({ node_id }: { node_id: string }) => node_id)).toEqual([null, "a"]);
});

test("takes settings, theme and emails in Pathform's own format, and imports them", async () => {
  const slug = await publishForm(me, graph, { language: "de", response_limit: 5, closed_message: "Geschlossen" });
  const mail = { name: "Copy", subject: "Hi", text: "Text", to: ["a@example.com"] };
  const made = await me.post(`${pathOf(slug)}/mails/`, mail);
  const { body: file } = await expecting(200, me.get(`${pathOf(slug)}/draft/as/?format=pathform`));
  expect(file).toMatchObject({
    format: "pathform",
    language: "de",
    graph: { nodes: expect.any(Array) },
    form: { language: "de", closed_message: "Geschlossen" },
    theme: { name: "Path" },
    mails: made.status === 201 ? [mail] : [],
  });
  for (const key of ["slug", "response_limit", "opens_at", "closes_at"]) expect(file.form).not.toHaveProperty(key);
  const { body: imported } = await expecting(200, me.post("/api/v2/import/", file));
  const { form, theme, mails } = file;
  expect(imported).toMatchObject({ format: "pathform", title: file.title, form, theme, mails });
});
