import { expecting, type Owner, owner } from "../support/api.ts";

/** Templates (features §14). */
const templatesPath = "/api/v2/template/";
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("lists templates in the envelope, by title", async () => {
  const { body } = await expecting(200, me.get(`${templatesPath}?limit=3&search=survey`));
  expect(body).toMatchObject({ count: expect.any(Number), previous: null, results: expect.any(Array) });
  const titles = body.results.map(({ title }: { title: string }) => title);
  expect(titles).toEqual([...titles].sort());
  const { next } = (await expecting(200, me.get(`${templatesPath}?limit=3`))).body;
  expect(new URL(next).searchParams.get("offset")).toBe("3");
  await expecting(400, me.get(`${templatesPath}?ordering=created`));
  await expecting(400, me.get(`${templatesPath}?category=health`));
});

test("creates a form from a template that publishes, and names the field of an unknown one", async () => {
  const { body: template } = await expecting(200, me.get(`${templatesPath}dass-21/`));
  const { body: form } = await expecting(201, me.post("/api/v2/form/", { title: "Mood", template: template.id }));
  const { body: draft } = await expecting(200, me.get(`/api/v2/form/${form.slug}/draft/`));
  expect(draft).toMatchObject({ title: "Mood", graph: template.graph });
  await expecting(201, me.post(`/api/v2/form/${form.slug}/publish/`));
  for (const unknown of ["no-such-template", "x".repeat(101), "", 7, null]) {
    const { body } = await expecting(400, me.post("/api/v2/form/", { title: "Mood", template: unknown }));
    expect(body.errors).toEqual([expect.stringMatching(/^template: /)]);
  }
});
