import { randomUUID } from "node:crypto";
import { pngOf } from "../../images.ts";
import { languages, list, type World } from "../common.ts";
import { largeGraph } from "../graphs.ts";
import { fileForm, type Inputs, ofForm, type Prepare, page, searched } from "./input.ts";

/** Forms, drafts, versions, translations, templates, themes and images. */
const graphs = { a: largeGraph("a"), b: largeGraph("b") };
const texts = Object.fromEntries(list(990, (at) => [`q${at}.description`, "c".repeat(900)]));
const answers = Object.fromEntries(list(990, (at) => [`q${at}`, "a".repeat(200)]));

const copyOf = async ({ ask, small }: World): Promise<string> =>
  (await ask("POST", `/api/v2/form/${small.slug}/copy/`, {})).slug;
const ofCopy =
  (body?: unknown): Prepare =>
  async (world) => ({ path: { slug: await copyOf(world) }, ...(body !== undefined && { body }) });

/** Half of the largest draft's texts, so that the file fits into 5 MiB. */
const csv = [
  ["key", "source", ...languages].join(),
  ...list(600, (at) => [`q${at}.description`, "a".repeat(600), ...languages.map(() => "x".repeat(350))].join()),
].join("\n");

const settings = {
  title: "t".repeat(200),
  closed_message: "c".repeat(500),
  embed_origins: list(20, (at) => `https://${"o".repeat(60)}${at}.example.com`),
};

const look = (name: string) => ({
  name,
  font: "f".repeat(100),
  logo_url: `https://example.com/${"l".repeat(2_000)}`,
  background_image_url: `https://example.com/${"b".repeat(2_000)}`,
});
const themeOf = async ({ ask }: World) => (await ask("POST", "/api/v2/theme/", look(`Theme ${randomUUID()}`))).id;

function image(bytes: number): FormData {
  const png = new Uint8Array(bytes);
  png.set(pngOf(8_000, 8_000));
  return fileForm(png, "a.png");
}
const imageOf = async ({ ask }: World) => (await ask("POST", "/api/v2/image/", image(1_000))).id;
/** A version that no process has compiled. */
const saved: Prepare = async ({ ask, large }, repeat) => {
  await ask("PUT", `/api/v2/form/${large.slug}/draft/`, { graph: repeat % 2 ? graphs.b : graphs.a });
  return { path: { slug: large.slug } };
};

export const formInputs: Inputs = {
  listForms: ({ workspace }) => ({
    query: searched.replace(/search=.*/, "search=copy+form"),
    headers: { "pathform-workspace": workspace },
  }),
  createForm: () => ({ body: settings }),
  getForm: ofForm("large"),
  updateForm: ofCopy(settings),
  archiveForm: ofCopy(),
  copyForm: ofForm("large", { body: {} }),
  moveForm: async (world) => {
    const { id } = await world.ask("POST", "/api/workspaces/", { name: "Another" });
    return { path: { slug: await copyOf(world) }, body: { workspace_id: id } };
  },
  listLabels: () => ({}),
  listTemplates: () => ({ query: page }),
  getTemplate: async ({ ask }) => ({ path: { id: (await ask("GET", "/api/v2/template/")).results[0].id } }),
  importForm: () => ({ body: { title: "Imported", graph: { ...graphs.a, translations: undefined } } }),
  getDraft: [saved, ofForm("large")],
  saveDraft: (world, repeat) => ({
    path: { slug: world.large.slug },
    body: { graph: repeat % 2 ? graphs.b : graphs.a },
  }),
  getTranslations: [saved, ofForm("large", { query: "?format=csv" })],
  putTranslations: ofForm("large", { body: csv, headers: { "content-type": "text/csv" } }),
  confirmTranslations: ofForm("large", { body: { language: "de", keys: Object.keys(texts) } }),
  putLanguage: ({ large }) => ({ path: { slug: large.slug, language: "de" }, body: { texts } }),
  removeLanguage: async (world) => ({ path: { slug: (await saved(world, 0)).path?.slug ?? "", language: "fr" } }),
  sayPresence: ofForm("large", { body: { client_id: randomUUID(), node_id: "a".repeat(64) } }),
  validateDraft: saved,
  simulateDraft: ofForm("large", { body: { answers } }),
  simulateVersion: ({ large }) => ({ path: { slug: large.slug, version_number: 1 }, body: { answers } }),
  publishForm: saved,
  listVersions: ofForm("small", { query: page }),
  getVersion: ({ large }) => ({ path: { slug: large.slug, version_number: 1 } }),
  exportDraft: [
    ofForm("large", { query: "?format=xlsform" }),
    ofForm("large", { query: "?format=pathform" }),
    ofForm("wide", { query: "?format=fhir" }),
  ],
  exportVersion: ({ large }) => ({ path: { slug: large.slug, version_number: 1 }, query: "?format=surveyjs" }),
  compareVersions: [
    ({ large }) => ({ path: { slug: large.slug, version_number: 1 }, query: "?to=2", status: 400 }),
    ({ large }) => ({ path: { slug: large.slug, version_number: 1 }, query: "?to=1" }),
    ({ wide }) => ({ path: { slug: wide.slug, version_number: 1 }, query: "?to=1" }),
  ],
  restoreVersion: ({ large }) => ({ path: { slug: large.slug, version_number: 1 } }),
  listThemes: () => ({ query: page }),
  createTheme: () => ({ body: look(`Theme ${randomUUID()}`) }),
  getTheme: async (world) => ({ path: { id: await themeOf(world) } }),
  updateTheme: async (world) => ({ path: { id: await themeOf(world) }, body: look(`Theme ${randomUUID()}`) }),
  deleteTheme: async (world) => ({ path: { id: await themeOf(world) } }),
  uploadImage: () => ({ body: image(5 * 2 ** 20 - 1_000) }),
  deleteImage: async (world) => ({ path: { id: await imageOf(world) } }),
  getImage: async (world) => ({ path: { id: await imageOf(world) }, cookie: "" }),
};
