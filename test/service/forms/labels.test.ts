import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newCaller, paging, type Stage, startForms } from "./stage.ts";

/** Labels of forms (wants §21.3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const caller = newCaller();
const create = (title: string, labels?: string[]) =>
  stage.call("forms.create", { caller, body: { title, ...(labels && { labels }) } });
const titles = async (label: string[]) =>
  (await stage.call("forms.list", { caller, query: { label }, paging: paging() })).results.map(({ title }) => title);

test("are trimmed, in the list and the detail, and copied", async () => {
  const { slug, labels } = await create("Trimmed", [" Customers ", "2026"]);
  expect(labels).toEqual(["Customers", "2026"]);
  const { results } = await stage.call("forms.list", { caller, query: {}, paging: paging() });
  expect(results.find((form) => form.slug === slug)?.labels).toEqual(labels);
  expect((await stage.call("forms.copy", { caller, slug, body: {} })).labels).toEqual(labels);
  const changed = await stage.call("forms.update", { caller, slug, body: { labels: [] } });
  expect(changed.labels).toEqual([]);
  expect((await create("Without")).labels).toEqual([]);
});

test("can't stand twice, without regard to case and Unicode form", async () => {
  const twice = create("Twice", ["Café", "Other", "CAFE\u0301 "]);
  await expect(twice).rejects.toMatchObject({ data: { errors: ["labels.2: is in the list already"] } });
});

test("filter without regard to case by all that are asked for", async () => {
  await create("Both", ["Grün", "Team"]);
  await create("One", ["GRÜN"]);
  expect((await titles(["grün"])).toSorted()).toEqual(["Both", "One"]);
  expect(await titles(["GRÜN", "team"])).toEqual(["Both"]);
  expect(await titles(["none"])).toEqual([]);
});

test("are listed by name and spelling with the forms that are active and seen", async () => {
  const owner = newCaller();
  const labelled = (title: string, labels: string[]) =>
    stage.call("forms.create", { caller: owner, body: { title, labels } });
  const first = await labelled("First", ["beta", "Alpha"]);
  await labelled("Second", ["Beta"]);
  const archived = await labelled("Archived", ["gone", "beta"]);
  await stage.call("forms.remove", { caller: owner, slug: archived.slug });
  const listed = [
    { label: "Alpha", forms_count: 1 },
    { label: "Beta", forms_count: 1 },
    { label: "beta", forms_count: 1 },
  ];
  expect(await stage.call("forms.listLabels", { caller: owner })).toEqual(listed);
  const guest = { ...owner, capabilities: [], forms: { [first.id]: ["forms:read"] } } as typeof owner;
  expect(await stage.call("forms.listLabels", { caller: guest })).toEqual([listed[0], listed[2]]);
  expect(await stage.call("forms.listLabels", { caller: newCaller() })).toEqual([]);
});
