import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { createForm, expecting, type Owner, owner } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** A form with 20 languages of incompressible text, which no message on the bus carries (shared/bus/largeResults.ts). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const noise = (length: number) => randomBytes(length).toString("base64").slice(0, length);
const tags = "ar bg cs da de el es et fi fr he hu it ja nl pl pt tr uk zh".split(" ");
const questions = Array.from({ length: 74 }, (_, at) => node(`q${at}`, "short_text"));
const textsOf = (length: number) => Object.fromEntries(questions.map(({ id }) => [`${id}.description`, noise(length)]));
const described = questions.map((one) => ({ ...one, data: { ...one.data, description: "About it" } }));

describe("a draft with 7 MiB of translations", () => {
  const translations = Object.fromEntries(tags.map((tag) => [tag, textsOf(4_960)]));
  let form: string;
  let saved: { body: { graph: object }; headers: Headers };

  beforeAll(async () => {
    const graph = { ...chain(...described), translations };
    expect(JSON.stringify(graph).length).toBeGreaterThan(7 * 1024 * 1024);
    form = `/api/v2/form/${await createForm(me)}/`;
    saved = await expecting(200, me.put(`${form}draft/`, { graph }));
    await expecting(201, me.post(`${form}publish/`));
  });

  test("is saved and read", async () => {
    expect(saved.body.graph).toHaveProperty("translations", translations);
    const draft = await expecting(200, me.get(`${form}draft/`));
    expect(draft.body.graph).toEqual(saved.body.graph);
    expect(draft.headers.get("etag")).toBe(saved.headers.get("etag"));
  });

  test("is published and restored", async () => {
    const version = await expecting(200, me.get(`${form}versions/1/`));
    expect(version.body.graph).toEqual(saved.body.graph);
    const restored = await expecting(200, me.post(`${form}versions/1/restore/`));
    expect(restored.body.graph).toEqual(saved.body.graph);
  });

  test("is exported for translators and read from their files", async () => {
    const file = await expecting(200, me.get(`${form}draft/translations/?format=csv`));
    for (const text of [translations.ar?.["q0.description"], translations.zh?.["q73.description"]])
      expect(file.body.includes(text)).toBe(true);
    const language = await expecting(200, me.get(`${form}draft/translations/?format=csv&language=de`));
    const csv = { raw: language.body, headers: { "content-type": "text/csv; charset=utf-8" } };
    const taken = await expecting(200, me.put(`${form}draft/translations/`, undefined, csv));
    expect(taken.body.graph).toEqual(saved.body.graph);
  });

  test("is copied", async () => {
    const copy = await expecting(201, me.post(`${form}copy/`, {}));
    const copied = await expecting(200, me.get(`/api/v2/form/${copy.body.slug}/draft/`));
    expect(copied.body.graph).toEqual(saved.body.graph);
  });
});

test("a language of almost 1 MiB is saved and published", async () => {
  const slug = await createForm(me);
  const form = `/api/v2/form/${slug}/`;
  const long = Array.from({ length: 200 }, (_, at) => node(`q${at}`, "short_text"));
  const graph = chain(...long.map((one) => ({ ...one, data: { ...one.data, description: "About it" } })));
  await expecting(200, me.put(`${form}draft/`, { graph }));
  const texts = Object.fromEntries(long.map(({ id }) => [`${id}.description`, noise(5_000)]));
  await expecting(200, me.put(`${form}draft/translations/de/`, { texts }));
  await expecting(201, me.post(`${form}publish/`));
  const shown = await expecting(200, me.get(`/api/v2/r/${slug}/?lang=de`));
  expect(shown.body.graph.nodes[199].data.description).toBe(texts["q199.description"]);
});
