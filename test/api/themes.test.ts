import { anonymous, createForm, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Themes (decisions §3). */
const themesPath = "/api/v2/theme/";
const at = (id: string) => `${themesPath}${id}/`;
const timestamp = expect.stringMatching(/Z$/);
const look = {
  name: "Night",
  colors: { background: "#000000", text: "#ffffff", primary: "#3366FF", button_text: "#eeeeee" },
  font: 'Inter, "Open Sans", sans-serif',
  logo_url: "https://example.com/logo.png",
  background_image_url: null,
  border_radius: 12,
  layout: "split",
  scheme: "dark",
  background_style: "tint",
};

let me: Owner;
beforeAll(async () => {
  me = await owner();
});
const make = async (by = me, fields: object = look) => (await expecting(201, by.post(themesPath, fields))).body;
const defaultTheme = async (by = me) =>
  (await by.get(themesPath)).body.results.find(({ name }: { name: string }) => name === "Path");

test("gives every account the presets", async () => {
  const someone = await owner();
  const { body } = await expecting(200, someone.get(themesPath));
  expect(body).toMatchObject({
    count: 6,
    next: null,
    previous: null,
    results: [{ name: "Path" }, ...Array(5).fill({})],
  });
  expect(Object.keys(body.results[0]).sort()).toEqual([...Object.keys(look), "created", "id", "modified"].sort());
});

test("creates, reads, updates and deletes a theme", async () => {
  const theme = await make();
  expect(theme).toEqual({ id: expect.any(String), ...look, created: timestamp, modified: timestamp });
  expect((await expecting(200, me.get(at(theme.id)))).body).toEqual(theme);
  const changed = await expecting(200, me.patch(at(theme.id), { colors: { text: "#fafafa" }, logo_url: null }));
  expect(changed.body).toMatchObject({
    ...look,
    colors: { ...look.colors, text: "#fafafa" },
    logo_url: null,
  });
  await expecting(204, me.delete(at(theme.id)));
  await expecting(404, me.get(at(theme.id)));
});

test.each<[string, object, string]>([
  ["no name", { name: undefined }, "name:"],
  ["a name of 101 characters", { name: "n".repeat(101) }, "name:"],
  ["a color by name", { colors: { text: "red" } }, "colors.text:"],
  ["an unknown color", { colors: { border: "#000000" } }, "colors.border: unknown field"],
  ["a font that closes its style", { font: "x; background: url(https://evil.example)" }, "font:"],
  ["a font with markup", { font: "</style><script>" }, "font:"],
  ["a font whose quote is open", { font: '"Open Sans' }, "font:"],
  ["an address with markup", { logo_url: 'https://a.example/"onload="' }, "logo_url:"],
  ["an address with a backslash", { background_image_url: "https://a.example\\@b.example/" }, "background_image_url:"],
  ["a font of 101 characters", { font: "f".repeat(101) }, "font:"],
  ["an http address", { logo_url: "http://example.com/logo.png" }, "logo_url:"],
  ["a script", { background_image_url: "javascript:alert(1)" }, "background_image_url:"],
  ["a radius of 49", { border_radius: 49 }, "border_radius:"],
  ["a negative radius", { border_radius: -1 }, "border_radius:"],
  ["an unknown layout", { layout: "left" }, "layout:"],
  ["an unknown scheme", { scheme: "night" }, "scheme:"],
  ["an unknown background style", { background_style: null }, "background_style:"],
  ["an unknown field", { shadow: true }, "shadow: unknown field"],
])("returns 400 for %s", async (_what, wrong, error) => {
  const { body } = await expecting(400, me.post(themesPath, { ...look, ...wrong }));
  expect(body.errors).toEqual([expect.stringContaining(error)]);
});

test("is part of a form's detail and public page, and null sets the default theme", async () => {
  const theme = await make();
  const slug = await publishForm(me, survey(), { theme_id: theme.id });
  const reference = { id: theme.id, ...look };
  expect((await me.get(`/api/v2/form/${slug}/`)).body.theme).toEqual(reference);
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.theme).toEqual(reference);

  await expecting(200, me.patch(at(theme.id), { font: "Georgia" }));
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.theme).toEqual({ ...reference, font: "Georgia" });

  const { body } = await expecting(200, me.patch(`/api/v2/form/${slug}/`, { theme_id: null }));
  expect(body.theme.name).toBe("Path");
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.theme.name).toBe("Path");
});

test("gives forms the default theme when theirs is deleted, and keeps the default theme", async () => {
  const theme = await make();
  const slug = await publishForm(me, survey(), { theme_id: theme.id });
  await expecting(204, me.delete(at(theme.id)));
  expect((await me.get(`/api/v2/form/${slug}/`)).body.theme.name).toBe("Path");
  expect((await anonymous().get(`/api/v2/r/${slug}/`)).body.theme.name).toBe("Path");
  await expecting(409, me.delete(at((await defaultTheme()).id)));
});

test("returns 403 for another account's theme, also on a form", async () => {
  const theirs = await make(await owner());
  await expecting(403, me.get(at(theirs.id)));
  await expecting(403, me.patch(at(theirs.id), { font: "Mine" }));
  await expecting(403, me.delete(at(theirs.id)));
  await expecting(403, me.post("/api/v2/form/", { title: "Mine", theme_id: theirs.id }));
  const slug = await createForm(me);
  await expecting(403, me.patch(`/api/v2/form/${slug}/`, { theme_id: theirs.id }));
});
