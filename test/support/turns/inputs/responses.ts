import { randomUUID } from "node:crypto";
import { blackPng } from "../../images.ts";
import { chain, node } from "../../sampleGraphs.ts";
import { list, type World } from "../common.ts";
import { hashOf } from "../world.ts";
import { fileForm, type Inputs, ofForm, type Prepare, page, searched } from "./input.ts";

/** Responses, personal links and what respondents do. */
const anonymous = "";
const publicOf =
  (form: "large" | "wide" | "answered", query = ""): Prepare =>
  (world) => ({ path: { slug: world[form].slug }, query, cookie: anonymous });

const startOf = async ({ ask }: World, slug: string): Promise<string> =>
  (await ask("POST", `/api/v2/r/${slug}/start/`, {})).id;
/** A session at the first of 50 long texts. */
async function begun(world: World): Promise<string> {
  const id = await startOf(world, world.small.slug);
  await world.ask("POST", `/api/v2/r/session/${id}/next/`, { node_id: "file", value: null });
  return id;
}
const texts = list(50, (at) => ({ node_id: `t${at}`, value: `${at} ${"word ".repeat(950)}` }));

async function answered(world: World): Promise<string> {
  const id = await begun(world);
  await world.ask("POST", `/api/v2/r/session/${id}/answers/`, { answers: texts });
  return id;
}
const editKey = { "edit-key": "a-key-of-the-client-0123456789" };
/** A completed session of a form whose answers can be changed. */
async function editable(world: World): Promise<string> {
  await world.ask("PATCH", `/api/v2/form/${world.small.slug}/`, { edit_window_minutes: 60 });
  const { id } = await world.ask("POST", `/api/v2/r/${world.small.slug}/start/`, { edit_key: editKey["edit-key"] });
  await world.ask("POST", `/api/v2/r/session/${id}/next/`, { node_id: "file", value: null });
  await world.ask("POST", `/api/v2/r/session/${id}/answers/?complete=true`, { answers: texts });
  return id;
}
const storedSession = async ({ query, answered }: World): Promise<string> =>
  (await query("select id from sessions.sessions where form_id = $1 limit 1", [answered.id]))[0]?.id as string;
const ofSession =
  (find: (world: World) => Promise<string>, more: object = {}): Prepare =>
  async (world) => ({ path: { slug: world.answered.slug, session_id: await find(world) }, cookie: "", ...more });
const ofResponse: Prepare = async (world) => ({
  path: { slug: world.answered.slug, session_id: await storedSession(world) },
});

const linkOf = async ({ ask, wide }: World) => {
  const links = [{ reference: randomUUID(), prefill: Object.fromEntries(list(600, (at) => [`c${at}`, ["v1", "v2"]])) }];
  const { results } = await ask("POST", `/api/v2/form/${wide.slug}/links/`, { links });
  return { id: results[0].id, token: new URL(results[0].url).searchParams.get("link") ?? "" };
};
/** As many links as fit into 1 MiB, with the most values of each. */
const newLinks = (count: number, values: number) =>
  list(count, () => ({
    reference: `${randomUUID()}@example.com`,
    prefill: Object.fromEntries(list(values, (at) => [`c${at}`, ["v1", "v2"]])),
  }));

const publishResults = ({ ask, ...world }: World, form: "wide" | "answered") =>
  ask("PUT", `/api/v2/form/${world[form].slug}/results/`, { title: "Results" });

const ids = list(1_200, (at) => `answer.${"c".repeat(60)}${at}`);
const largestView = {
  name: "v".repeat(60),
  filters: { search: "s".repeat(500), tag: list(20, (at) => `${at}`.padEnd(50, "t")) },
  columns: { order: ids, shown: Object.fromEntries(ids.map((id) => [id, true])) },
};
const newForm = async (ask: World["ask"]): Promise<string> =>
  (await ask("POST", "/api/v2/form/", { title: "With views" })).slug;
const viewOf = async ({ ask }: World) => {
  const slug = await newForm(ask);
  return { slug, id: (await ask("POST", `/api/v2/form/${slug}/view/`, largestView)).id as string };
};

const letter = { subject: "s", text: "t".repeat(5_000) };
const linkIds = async ({ query, small }: World): Promise<unknown[]> =>
  (await query("select id from sessions.links where form_id = $1 limit 1000", [small.id])).map(({ id }) => id);

const bytes = (count: number) => {
  const pdf = new Uint8Array(count);
  pdf.set(new TextEncoder().encode("%PDF-1.4\n"));
  return pdf;
};
const uploaded = async (world: World) => {
  const session = await startOf(world, world.small.slug);
  const body = fileForm(bytes(1_000), "a.pdf");
  const { url } = await world.ask("POST", `/api/v2/r/session/${session}/upload/?node_id=file`, body);
  return { session, url: new URL(url), id: /file\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? "" };
};
const importedRows = list(20_000, (at) => `${at},${"word ".repeat(400)}`).join("\n");
const responsesFile = () => fileForm(new TextEncoder().encode(`name,why\n${importedRows}`), "responses.csv");
const textGraph = chain(node("name", "short_text"), node("why", "long_text"));
/** Nothing but refused cells. */
const numbersGraph = chain(...(list(600, (at) => node(`n${at}`, "number")) as [ReturnType<typeof node>]));
const refusedRows = [list(600, (at) => `n${at}`), ...list(2_000, () => list(600, () => "x"))].join("\n");
const drawingGraph = chain(node("sign", "file_upload", { input: "draw" }));
async function newPublished({ ask }: World, graph: object = textGraph): Promise<string> {
  const { slug } = await ask("POST", "/api/v2/form/", { title: "With imports" });
  await ask("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  await ask("POST", `/api/v2/form/${slug}/publish/`, {});
  return slug;
}
const importOf = async (world: World) => {
  const slug = await newPublished(world);
  const body = fileForm(new TextEncoder().encode("name\nAda\n"), "responses.csv");
  return { slug, id: (await world.ask("POST", `/api/v2/form/${slug}/responses/import/`, body)).id as string };
};
const filters = `&${list(10, (at) => `answer.c${at}=v1`).join("&")}`;

export const responseInputs: Inputs = {
  listResponses: [
    ofForm("answered", { query: `${page}&ordering=-total_score` }),
    ofForm("answered", { query: `${page}&include=answers` }),
    ofForm("answered", { query: searched }),
    ofForm("wide", { query: `${page}&include=answers${filters}` }),
  ],
  exportResponses: [
    ofForm("answered", { query: "?format=zip" }),
    ofForm("answered", { query: "?format=csv" }),
    ofForm("answered", { query: "?format=xlsx" }),
    ofForm("wide", { query: "?format=csv" }),
    ofForm("wide", { query: "?format=json" }),
  ],
  importResponses: [
    async (world) => ({ path: { slug: await newPublished(world) }, query: "?dry_run=true", body: responsesFile() }),
    async (world) => ({ path: { slug: await newPublished(world) }, body: responsesFile() }),
    async (world) => ({
      path: { slug: await newPublished(world, numbersGraph) },
      query: "?dry_run=true",
      body: fileForm(new TextEncoder().encode(refusedRows), "responses.csv"),
    }),
  ],
  listResponseImports: ofForm("small"),
  getResponseImport: async (world) => ({ path: await importOf(world) }),
  cancelResponseImport: async (world) => ({ path: await importOf(world), query: "?erase=true" }),
  getResponse: ofResponse,
  deleteResponse: ofResponse,
  correctResponse: async (world) => {
    const id = await answered(world);
    await world.ask("POST", `/api/v2/r/session/${id}/complete/`, {});
    const answers = Object.fromEntries(texts.map(({ node_id, value }) => [node_id, `${value.slice(0, -5)}other`]));
    return { path: { slug: world.small.slug, session_id: id }, body: { answers } };
  },
  annotateResponse: async (world) => {
    const tags = list(20, (at) => `${at}`.padEnd(50, "t"));
    const body = { tags, note: "n".repeat(5_000), is_flagged: true };
    return { path: { slug: world.answered.slug, session_id: await storedSession(world) }, body };
  },
  listResponseHistory: ofResponse,
  listResponseDeliveries: ({ small, session }) => ({ path: { slug: small.slug, session_id: session } }),
  previewRetention: ofForm("answered", { query: "?days=1" }),
  listViews: ofForm("wide"),
  createView: async ({ ask }) => ({ path: { slug: await newForm(ask) }, body: largestView }),
  updateView: async (world) => ({ path: await viewOf(world), body: largestView }),
  deleteView: async (world) => ({ path: await viewOf(world) }),
  getInsights: [
    ofForm("wide"),
    ofForm("wide", { query: "?compare=previous&started_at_from=2026-11-01" }),
    ofForm("answered"),
  ],
  getResults: async (world) => {
    await publishResults(world, "answered");
    return { path: { slug: world.answered.slug } };
  },
  putResults: ofForm("wide", { body: { title: "r".repeat(200), node_ids: list(600, (at) => `c${at}`) } }),
  deleteResults: async (world) => {
    await publishResults(world, "answered");
    return { path: { slug: world.answered.slug } };
  },
  getPublicResults: async (world) => {
    const { url } = await publishResults(world, "wide");
    return { path: { token: url.split("/").at(-1) }, cookie: "" };
  },
  listLinks: [
    ofForm("wide", { query: page }),
    ofForm("answered", { query: page }),
    ofForm("small", { query: `${page}&search=person999` }),
  ],
  createLinks: [
    (world) => ({ path: { slug: world.wide.slug }, body: { links: newLinks(10, 600) } }),
    (world) => ({ path: { slug: world.small.slug }, body: { links: newLinks(1_000, 0) } }),
  ],
  exportLinks: [ofForm("small"), ofForm("wide"), ofForm("answered")],
  revokeLink: async (world) => ({ path: { slug: world.wide.slug, id: (await linkOf(world)).id } }),
  getLink: async (world) => ({ path: { token: (await linkOf(world)).token }, cookie: "" }),
  getPublishedForm: [publicOf("large", "?lang=de"), publicOf("wide")],
  getPlaces: ({ large }) => ({ path: { slug: large.slug }, cookie: "" }),
  getChallenge: ({ large }) => ({ path: { slug: large.slug }, query: `?id=${randomUUID()}`, cookie: "" }),
  startSession: [
    (world) => ({ path: { slug: world.large.slug }, body: { language: "de" }, cookie: "" }),
    async (world) => ({ path: { slug: world.wide.slug }, body: { link: (await linkOf(world)).token }, cookie: "" }),
    (world) => ({
      path: { slug: world.small.slug },
      body: { hidden: Object.fromEntries(list(50, (at) => [`h${at}`, "v".repeat(1_000)])) },
      cookie: "",
    }),
  ],
  getSession: ofSession(answered),
  getSessionForm: async (world) => ({
    path: { session_id: await startOf(world, world.large.slug) },
    query: "?lang=de",
    cookie: "",
  }),
  submitAnswer: [
    ofSession(begun, { body: { node_id: "t0", value: "w".repeat(5_000) } }),
    ofSession(answered, { body: { node_id: "t0", value: "other", back: true } }),
  ],
  submitAnswers: ofSession(begun, { body: { answers: texts } }),
  completeSession: ofSession(answered, { body: {} }),
  getEditableAnswers: async (world) => ({ path: { session_id: await editable(world) }, headers: editKey, cookie: "" }),
  editAnswers: async (world) => {
    const answers = Object.fromEntries(texts.map(({ node_id, value }) => [node_id, `${value.slice(0, -5)}other`]));
    return { path: { session_id: await editable(world) }, body: { answers }, headers: editKey, cookie: "" };
  },
  askToFinishLater: async (world) => {
    const slug = world.small.slug;
    const { id } = await world.ask("POST", `/api/v2/r/${slug}/start/`, {
      resume_key: hashOf("key").toString("base64url"),
    });
    return {
      path: { session_id: id },
      body: { email: "ada@example.com" },
      headers: { "pathform-resume-key": "key" },
      cookie: "",
    };
  },
  finishOnAnotherDevice: () => ({ body: { token: "t".repeat(200) }, cookie: "", status: 404 }),
  uploadFile: [
    async (world) => ({
      path: { session_id: await startOf(world, world.small.slug) },
      query: "?node_id=file",
      body: fileForm(bytes(10 * 2 ** 20 - 2_000), "a.pdf"),
      cookie: "",
    }),
    async (world) => ({
      path: { session_id: await startOf(world, await newPublished(world, drawingGraph)) },
      query: "?node_id=sign",
      body: fileForm(blackPng(4_096, { empty: 900, chunks: 1_000 }), "a.png"),
      cookie: "",
    }),
  ],
  deleteFile: async (world) => {
    const { session, id } = await uploaded(world);
    return { path: { session_id: session, id }, cookie: "" };
  },
  downloadFile: async (world) => {
    const { id, url } = await uploaded(world);
    return { path: { id }, query: url.search };
  },
  listLinkMails: ofForm("small", { query: page }),
  sendLinkMails: [
    ofForm("small", { body: { ...letter, filter: {}, is_dry_run: true } }),
    async (world) => ({ path: { slug: world.small.slug }, body: { ...letter, link_ids: await linkIds(world) } }),
    ofForm("wide", { body: { ...letter, filter: {} } }),
  ],
  testLinkMail: ofForm("small", { body: letter }),
  getLinkMail: ({ small, mailing }) => ({ path: { slug: small.slug, id: mailing } }),
  cancelLinkMail: async ({ small, query, workspace }) => {
    const [row] = await query(
      "select id from integrations.link_mailings where account_id = $1 and cancelled_at is null order by created limit 1",
      [workspace],
    );
    return { path: { slug: small.slug, id: row?.id as string } };
  },
  listLinkMailDeliveries: ({ small, mailing }) => ({
    path: { slug: small.slug, id: mailing },
    query: `${page}&include=reference`,
  }),
};
