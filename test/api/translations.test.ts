import { beforeAll, describe, expect, test } from "@jest/globals";
import { anonymous, baseUrl, createForm, expecting, type Owner, owner, type Reply, saveDraft } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Translations of a form over HTTP, from a translator's file to a respondent's answer (features §13). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const graph = () => chain(node("name", "short_text"), node("age", "number"));
const pathOf = (slug: string, rest = "") => `/api/v2/form/${slug}/draft/translations/${rest}`;
const csv = "key,source,de\r\nname.title,About name,Wie heißt du?\r\nage.title,About age,'=Alter\r\n";
const put = (slug: string, raw: string, headers: Record<string, string> = {}): Promise<Reply> =>
  me.put(pathOf(slug), undefined, { raw, headers: { "content-type": "text/csv; charset=utf-8", ...headers } });

async function newForm(): Promise<{ slug: string; etag: string }> {
  const slug = await createForm(me, { title: "Survey" });
  const { headers } = await saveDraft(me, slug, graph());
  return { slug, etag: headers.get("etag") ?? "" };
}

describe("a translator's file", () => {
  test("is taken into the draft, and answers as PUT draft", async () => {
    const { slug, etag } = await newForm();
    const { body, headers } = await expecting(200, put(slug, csv, { "if-match": etag }));
    expect(body.graph.translations).toEqual({ de: { "name.title": "Wie heißt du?", "age.title": "=Alter" } });
    expect(body.last_saved_at).toBeDefined();
    const draft = await expecting(200, me.get(`/api/v2/form/${slug}/draft/`));
    expect(draft.headers.get("etag")).toBe(headers.get("etag"));
    expect(draft.body.graph).toEqual(body.graph);
    await expecting(409, put(slug, csv, { "if-match": etag }));
  });

  test("comes back as CSV and XLIFF with the draft's ETag, and as the state", async () => {
    const { slug } = await newForm();
    const { headers } = await expecting(200, put(slug, csv));
    const file = await expecting(200, me.get(pathOf(slug, "?format=csv&bom=true")));
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="${slug}-translations.csv"`);
    expect(file.headers.get("etag")).toBe(headers.get("etag"));
    expect(file.body).toContain(
      "title,Survey,\r\nname.title,About name,Wie heißt du?\r\nage.title,About age,'=Alter\r\n",
    );
    const other = await expecting(200, me.get(pathOf(slug, "?format=xliff&language=DE")));
    expect(other.headers.get("content-type")).toBe("application/xliff+xml; charset=utf-8");
    const xliff = { "content-type": "application/xliff+xml" };
    const { body } = await expecting(200, put(slug, other.body.replace("Wie heißt du?", "Name?"), xliff));
    expect(body.graph.translations.de).toEqual({ "name.title": "Name?", "age.title": "=Alter" });
    const state = await expecting(200, me.get(pathOf(slug)));
    expect(state.body).toEqual({ languages: [{ tag: "de", done: 2, missing: 2, changed: 0 }], changed: {} });
  });

  test("is refused with a reason", async () => {
    const { slug } = await newForm();
    const refused = await expecting(400, put(slug, "key,notes\r\n"));
    expect(refused.body.errors).toEqual([`file: column 2: "notes" isn't a language tag`]);
    const latin = new Uint8Array([...Buffer.from("key,de\r\ntitle,\xff", "latin1")]);
    const sent = me.put(pathOf(slug), undefined, { raw: latin, headers: { "content-type": "text/csv" } });
    expect((await expecting(400, sent)).body.errors).toEqual(["file: must be UTF-8"]);
    await expecting(400, put(slug, ""));
    await expecting(415, put(slug, "{}", { "content-type": "application/json" }));
    await expecting(413, put(slug, "x".repeat(5 * 1024 * 1024 + 1)));
    await expecting(400, me.get(pathOf(slug, "?format=xliff")));
    await expecting(400, me.get(pathOf(slug, "?format=xliff&language=de&bom=true")));
    const empty = await createForm(me);
    await expecting(404, put(empty, csv));
    await expecting(404, me.get(pathOf(empty)));
  });
});

describe("a language", () => {
  const save = (slug: string, language: string, texts: object, etag?: string): Promise<Reply> =>
    me.put(pathOf(slug, `${language}/`), { texts }, { headers: etag ? { "if-match": etag } : {} });
  const draftOf = async (slug: string, query = "") =>
    (await expecting(200, me.get(`/api/v2/form/${slug}/draft/${query}`))).body.graph;

  test("is saved alone, in the place and with the tag that it has", async () => {
    const { slug, etag } = await newForm();
    const first = await expecting(200, save(slug, "pt-BR", {}, etag));
    expect(first.body).toEqual({ last_saved_at: expect.any(String) });
    await expecting(409, save(slug, "de", {}, etag));
    await expecting(200, save(slug, "de", { "name.title": "Name?" }, first.headers.get("etag") ?? ""));
    await expecting(200, save(slug, "PT-br", { "age.title": "Idade" }));
    const graph = await draftOf(slug);
    expect(Object.entries(graph.translations)).toEqual([
      ["pt-BR", { "age.title": "Idade" }],
      ["de", { "name.title": "Name?" }],
    ]);
  });

  test("is kept by a draft without translations, until it is removed", async () => {
    const { slug } = await newForm();
    await expecting(200, save(slug, "de", { "name.title": "Name?" }));
    expect(await draftOf(slug, "?exclude=translations")).not.toHaveProperty("translations");
    const draft = `/api/v2/form/${slug}/draft/?exclude=translations`;
    const { body } = await expecting(200, me.put(draft, { graph: graph() }));
    expect(body.graph).not.toHaveProperty("translations");
    expect((await draftOf(slug)).translations).toEqual({ de: { "name.title": "Name?" } });
    const refused = await expecting(400, me.put(draft, { graph: { ...graph(), translations: {} } }));
    expect(refused.body.errors).toEqual(["graph.translations: must be absent with exclude=translations"]);
    await expecting(200, me.delete(pathOf(slug, "DE/")));
    expect(await draftOf(slug)).not.toHaveProperty("translations");
    await expecting(404, me.delete(pathOf(slug, "de/")));
  });

  test("shows as an unpublished change, and what changed since it was saved", async () => {
    const { slug } = await newForm();
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    const isChanged = async () => (await expecting(200, me.get(`/api/v2/form/${slug}/`))).body.has_unpublished_changes;
    expect(await isChanged()).toBe(false);
    await expecting(200, save(slug, "de", { "name.title": "Name?" }));
    expect(await isChanged()).toBe(true);
    await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
    expect(await isChanged()).toBe(false);
    const [name, ...others] = graph().nodes;
    const renamed = { ...graph(), nodes: [{ ...name, data: { ...name?.data, title: "Your name?" } }, ...others] };
    await expecting(200, me.put(`/api/v2/form/${slug}/draft/?exclude=translations`, { graph: renamed }));
    const { body } = await expecting(200, me.get(pathOf(slug)));
    expect(body.changed.de["name.title"].source).toBe("About name");
  });

  test("is refused if it is the form's own, too long, or the 21st", async () => {
    const { slug } = await newForm();
    expect((await expecting(400, save(slug, "EN", {}))).body.errors).toEqual([
      "language: must not be the form's own language",
    ]);
    const long = await expecting(400, save(slug, "de", { "name.title": "x".repeat(501) }));
    expect(long.body.errors).toEqual(["texts.de.name.title: must be at most 500 characters long"]);
    const tags = Array.from({ length: 20 }, (_, at) => `de-x-a${at}`);
    for (const tag of tags) await expecting(200, save(slug, tag, {}));
    const many = await expecting(400, save(slug, "fr", {}));
    expect(many.body.errors[0]).toContain("20 languages");
  });
});

test("takes a form of several MiB with its translations, which respondents get", async () => {
  const nodes = Array.from({ length: 60 }, (_, at) => node(`q${at}`, "short_text"));
  const texts = (tag: string) =>
    Object.fromEntries(nodes.map(({ id }, at) => [`${id}.description`, `${tag} ${at} ${"ä".repeat(2_000)}`]));
  const described = chain(...nodes.map((one) => ({ ...one, data: { ...one.data, description: "About it" } })));
  const tags = ["de", "fr", "es", "it", "pl", "nl", "pt", "tr", "uk", "ru"];
  const translations = Object.fromEntries(tags.map((tag) => [tag, texts(tag)]));
  const slug = await createForm(me);
  const whole = { ...described, translations };
  expect(Buffer.byteLength(JSON.stringify(whole))).toBeGreaterThan(2 * 1024 * 1024);
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph: whole }));
  const draft = await expecting(200, me.get(`/api/v2/form/${slug}/draft/`));
  expect(draft.body.graph.translations).toEqual(translations);
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const shown = await expecting(200, anonymous().get(`/api/v2/r/${slug}/?lang=ru`));
  expect(shown.body.graph.nodes[59].data.description).toBe(translations.ru?.["q59.description"]);
  expect(shown.body.form.languages).toEqual(["en", ...tags]);
  const plain = {
    ...described,
    nodes: described.nodes.map((one) => ({ ...one, data: { description: "ä".repeat(5_000) } })),
  };
  const heavy = { ...plain, nodes: Array.from({ length: 110 }, (_, at) => ({ ...plain.nodes[0], id: `n${at}` })) };
  await expecting(413, me.put(`/api/v2/form/${slug}/draft/`, { graph: heavy }));
  await expecting(
    413,
    me.put(`/api/v2/form/${slug}/draft/`, {
      graph: { ...described, translations: { de: { x: "x".repeat(9_000_000) } } },
    }),
  );
});

test("names translations whose original changed, until they are confirmed", async () => {
  const { slug } = await newForm();
  await expecting(200, put(slug, csv));
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/draft/`));
  const [name, ...others] = body.graph.nodes;
  const renamed = { ...body.graph, nodes: [{ ...name, data: { ...name.data, title: "Your name?" } }, ...others] };
  await saveDraft(me, slug, renamed);
  const state = await expecting(200, me.get(pathOf(slug)));
  expect(state.body.languages[0].changed).toBe(1);
  expect(state.body.changed.de["name.title"].source).toBe("About name");
  const confirm = (language: string) =>
    me.post(pathOf(slug, "confirm/"), { language, keys: ["name.title", "gone.title", "title"] });
  await expecting(204, confirm("DE"));
  expect((await expecting(200, me.get(pathOf(slug)))).body).toMatchObject({ languages: [{ changed: 0 }], changed: {} });
  await expecting(400, confirm("fr"));
});

test("respondents get the form in a language, and answer in it", async () => {
  const { slug } = await newForm();
  await expecting(200, put(slug, csv));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const respondent = anonymous();
  const [de, en] = await Promise.all(
    ["?lang=de", ""].map((query) => expecting(200, respondent.get(`/api/v2/r/${slug}/${query}`))),
  );
  expect([de, en].map((reply) => reply?.headers.get("content-language"))).toEqual(["de", "en"]);
  expect(de?.body.graph.nodes[0].data.title).toBe("Wie heißt du?");
  expect(de?.body.form).toMatchObject({
    language: "de",
    languages: ["en", "de"],
    untranslated: ["title", "end.title"],
  });
  const etag = de?.headers.get("etag") ?? "";
  const known = { headers: { "if-none-match": etag } };
  await expecting(304, respondent.get(`/api/v2/r/${slug}/?lang=de`, known));
  await expecting(200, respondent.get(`/api/v2/r/${slug}/`, known));
  const started = await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`, { language: "de" }));
  const session = `/api/v2/r/session/${started.body.id}/`;
  const form = await expecting(200, respondent.get(`${session}form/?lang=de`));
  expect(form.headers.get("content-language")).toBe("de");
  const refused = await expecting(400, respondent.post(`${session}next/`, { node_id: "name", language: "fr" }));
  expect(refused.body.errors).toEqual(["language: must be one of en, de"]);
  await expecting(200, respondent.post(`${session}next/`, { node_id: "name", value: "Ada", language: "EN" }));
  await expecting(200, respondent.post(`${session}next/`, { node_id: "age", value: 36 }));
  await expecting(200, respondent.post(`${session}complete/`, { language: "de" }));
  const detail = await expecting(200, me.get(`/api/v2/form/${slug}/responses/${started.body.id}/`));
  expect(detail.body.language).toBe("de");
  const list = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?language=DE`));
  expect(list.body.count).toBe(1);
  expect((await expecting(200, me.get(`/api/v2/form/${slug}/responses/?language=fr`))).body.count).toBe(0);
  const page = await fetch(`${baseUrl()}/f/${slug}?lang=de`);
  expect(await page.text()).toContain("Wie heißt du?");
});

test("a form's language can't be one of its translations", async () => {
  const { slug } = await newForm();
  await expecting(200, put(slug, csv));
  const { body } = await expecting(409, me.patch(`/api/v2/form/${slug}/`, { language: "de" }));
  expect(body.detail).toBe("This form has German translations. Remove them first.");
});
