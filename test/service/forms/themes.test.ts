import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failure, newCaller, paging, questionnaire, type Stage, startForms } from "./stage.ts";

/** Themes (decisions §3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const presetNames = ["Path", "Harbor", "Clay", "Meadow", "Midnight", "Citrus"];
const list = (caller = newCaller(), changes = {}) => call("forms.listThemes", { caller, paging: paging(changes) });

test("gives a new account the six presets once, however many requests need them first", async () => {
  const caller = newCaller();
  const work = Array.from({ length: 6 }, () => [
    list(caller),
    call("forms.create", { caller, body: { title: "Form" } }).then(() => undefined),
  ]);
  await Promise.all(work.flat());
  const { count, results } = await list(caller);
  expect({ count, names: results.map(({ name }) => name) }).toEqual({ count: 6, names: presetNames });
});

test("returns every field of a new theme, with the values of Path on a plain background for missing ones", async () => {
  const caller = newCaller();
  const body = { name: "Night", colors: { background: "#000000" }, font: "Inter", border_radius: 0 };
  const theme = await call("forms.createTheme", { caller, body });
  expect(theme).toEqual({
    id: expect.any(String),
    name: "Night",
    colors: { background: "#000000", text: "#1b1a2e", primary: "#5546e0", button_text: "#ffffff" },
    font: "Inter",
    logo_url: null,
    background_image_url: null,
    border_radius: 0,
    layout: "centered",
    scheme: "auto",
    background_style: "plain",
    created: expect.stringMatching(/Z$/),
    modified: theme.created,
  });
  expect(await call("forms.getTheme", { caller, id: theme.id })).toEqual(theme);
  const logo = { logo_url: "https://example.com/a.png" };
  await call("forms.updateTheme", { caller, id: theme.id, body: { ...logo, colors: { text: "#ffffff" } } });
  expect(await call("forms.getTheme", { caller, id: theme.id })).toMatchObject({
    ...logo,
    name: "Night",
    colors: { background: "#000000", text: "#ffffff", primary: "#5546e0" },
  });
  const cleared = await call("forms.updateTheme", { caller, id: theme.id, body: { logo_url: null } });
  expect(cleared.logo_url).toBeNull();
});

test("pages lists in the requested order", async () => {
  const caller = newCaller();
  for (const name of ["b", "a", "c"]) await call("forms.createTheme", { caller, body: { name } });
  const names = async (changes: object) => (await list(caller, changes)).results.map(({ name }) => name);
  expect(await names({ ordering: { field: "name", descending: false } })).toEqual(
    [...presetNames, "a", "b", "c"].sort(),
  );
  expect(await names({ limit: 2, offset: 1 })).toEqual(["a", "b"]);
});

test("keeps the default theme and its name, and changes its look", async () => {
  const caller = newCaller();
  const id = (await list(caller)).results[0]?.id ?? "";
  expect(await failure(call("forms.removeTheme", { caller, id }))).toMatchObject({ code: 409 });
  const rename = call("forms.updateTheme", { caller, id, body: { name: "Mine" } });
  expect(await failure(rename)).toMatchObject({ code: 409 });
  const body = { name: "Path", border_radius: 3, layout: "cover", scheme: "dark", background_style: "plain" } as const;
  expect(await call("forms.updateTheme", { caller, id, body })).toMatchObject(body);
  for (const name of ["Path", "Default"])
    expect(await failure(call("forms.createTheme", { caller, body: { name } }))).toMatchObject({ code: 409 });
});

test("returns 404 for unknown ids and 403 for another account's theme", async () => {
  const { id } = await call("forms.createTheme", { caller: newCaller(), body: { name: "Theirs" } });
  const caller = newCaller();
  for (const [theme, code] of [[id, 403] as const, ["no-uuid", 404] as const, [newCaller().account_id, 404] as const]) {
    expect(await failure(call("forms.getTheme", { caller, id: theme }))).toMatchObject({ code });
    expect(await failure(call("forms.updateTheme", { caller, id: theme, body: {} }))).toMatchObject({ code });
    expect(await failure(call("forms.removeTheme", { caller, id: theme }))).toMatchObject({ code });
  }
});

test("makes theme changes live on published forms, and sets Default after deletion", async () => {
  const caller = newCaller();
  const theme = await call("forms.createTheme", { caller, body: { name: "Shared" } });
  const forms = await Promise.all(
    ["one", "two", "three"].map((title) => call("forms.create", { caller, body: { title, theme_id: theme.id } })),
  );
  const [one, two, draftOnly] = forms as [(typeof forms)[0], (typeof forms)[0], (typeof forms)[0]];
  for (const { slug } of [one, two]) {
    await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
    await call("forms.publish", { caller, slug });
  }
  await call("forms.updateTheme", { caller, id: theme.id, body: { font: "Lora" } });
  for (const { id } of [one, two]) expect(stage.sessions.live.get(id)?.theme).toMatchObject({ font: "Lora" });
  await call("forms.removeTheme", { caller, id: theme.id });
  for (const { id } of [one, two]) expect(stage.sessions.live.get(id)?.theme).toMatchObject({ name: "Path" });
  for (const { slug } of forms) {
    expect((await call("forms.get", { caller, slug })).theme.name).toBe("Path");
  }
  expect(stage.sessions.live.has(draftOnly.id)).toBe(false);
  expect(await failure(call("forms.getTheme", { caller, id: theme.id }))).toMatchObject({ code: 404 });
});

test("leaves no deadlock or orphaned form after concurrent changes of a theme, its forms and its deletion", async () => {
  const caller = newCaller();
  const other = await call("forms.createTheme", { caller, body: { name: "Other" } });
  const fallback = (await list(caller, { ordering: { field: "created", descending: false } })).results.find(
    ({ name }) => name === "Path",
  );
  const forms = await Promise.all(
    Array.from({ length: 6 }, (_, i) => call("forms.create", { caller, body: { title: `Form ${i}` } })),
  );
  for (const { slug } of forms) {
    await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
    await call("forms.publish", { caller, slug });
  }
  const outcomes = await Promise.allSettled([
    ...forms.map(({ slug }) => call("forms.update", { caller, slug, body: { theme_id: other.id } })),
    ...forms.map(({ slug }) => call("forms.publish", { caller, slug })),
    call("forms.updateTheme", { caller, id: other.id, body: { font: "Lora" } }),
    call("forms.updateTheme", { caller, id: fallback?.id ?? "", body: { font: "Inter" } }),
    call("forms.removeTheme", { caller, id: other.id }),
  ]);
  const codes = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
  // forms that request the theme after its deletion
  expect(codes.filter((code) => ![400, 404].includes(code))).toEqual([]);
  for (const { id, slug } of forms) {
    const { theme } = await call("forms.get", { caller, slug });
    expect(theme).toMatchObject({ name: "Path", font: "Inter" });
    expect(stage.sessions.live.get(id)?.theme).toEqual(theme);
  }
});
