import { anonymous, expecting, type Owner, owner, type Reply } from "../support/api.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { xlsxOf } from "../support/zip.ts";

/** POST /import/ (features §14). */
const path = "/api/v2/import/";
const mebibyte = 2 ** 20;
let ada: Owner;
beforeAll(async () => {
  ada = await owner();
});

async function upload(bytes: Uint8Array, name = "form.xlsx"): Promise<Reply> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  return ada.post(path, undefined, { raw: new Uint8Array(await encoded.arrayBuffer()), headers });
}

const graph = graphOf([node("name", "short_text"), end()], [edge("name", "end")]);

test("returns a Pathform graph unchanged", async () => {
  const { body } = await expecting(200, ada.post(path, { title: "Mine", graph }));
  expect(body).toEqual({
    format: "pathform",
    title: "Mine",
    language: "en",
    graph,
    translations_count: 0,
    counts: { found: 2, converted: 2, changed: 0, lost: 0 },
    causes: [],
    issues: [],
  });
});

test("converts a Typeform document to a graph that can be saved and published, and stores nothing", async () => {
  const fields = [
    { ref: "name", type: "short_text", title: "Name?" },
    { ref: "pay", type: "payment", title: "Pay" },
  ];
  const before = await expecting(200, ada.get("/api/v2/form/"));
  const { body } = await expecting(200, ada.post(path, { title: "Order", fields }));
  expect(body).toMatchObject({
    format: "typeform",
    counts: { found: 2, converted: 1, changed: 0, lost: 1 },
    issues: [{ severity: "lost", code: "payment", source: expect.stringMatching(/^fields\[1\]/), node_id: null }],
  });
  expect((await expecting(200, ada.get("/api/v2/form/"))).body.count).toBe(before.body.count);
  const { slug } = (await expecting(201, ada.post("/api/v2/form/", { title: body.title }))).body;
  await expecting(200, ada.put(`/api/v2/form/${slug}/draft/`, { graph: body.graph }));
  await expecting(201, ada.post(`/api/v2/form/${slug}/publish/`));
});

test("leaves out images that this server doesn't have, so that the form can be published", async () => {
  const url = "/api/v2/r/image/6f9619ff-8b86-4d01-b42d-00cf4fc964ff/";
  const options = ["a", "b"].map((value) => ({ value, label: value, image_url: url, alt: "" }));
  const condition = { left: { type: "answer", node_id: "pick" }, op: "includes_any", right: ["a"] };
  const graph = {
    schema_version: "2.0",
    entry_node_id: "name",
    nodes: [
      { id: "name", question_type: "short_text", data: { title: "Name?", image: { url, alt: "" }, config: {} } },
      { id: "pick", question_type: "picture_choice", data: { title: "Pick", config: { options } } },
      { id: "why", question_type: "short_text", data: { title: "Why?", show_if: condition, config: {} } },
      { id: "end", question_type: "end_screen", data: { title: "Bye", config: {} } },
    ],
    edges: [
      { from: "name", to: "pick", condition: null },
      { from: "pick", to: "why", condition: null },
      { from: "why", to: "end", condition: null },
    ],
  };
  const { body } = await expecting(200, ada.post(path, { title: "Pictures", graph }));
  expect(body.counts).toEqual({ found: 4, converted: 2, changed: 2, lost: 0 });
  expect(body.issues).toMatchObject([
    { code: "image", node_id: "name", reason: { kind: "image_unknown" } },
    { code: "image", node_id: "pick" },
    { code: "image", node_id: "pick" },
  ]);
  expect(body.causes).toMatchObject([{ code: "image", issues_count: 3, node_ids: ["name", "pick"] }]);
  const { slug } = (await expecting(201, ada.post("/api/v2/form/", { title: body.title }))).body;
  await expecting(200, ada.put(`/api/v2/form/${slug}/draft/`, { graph: body.graph }));
  await expecting(201, ada.post(`/api/v2/form/${slug}/publish/`));
});

test("converts an uploaded workbook that is larger than a bus message", async () => {
  const survey = [
    ["type", "name", "label"],
    ["text", "name", "Name?"],
  ];
  const random = () => Buffer.from(crypto.getRandomValues(new Uint8Array(49_152))).toString("base64");
  const file = xlsxOf({ survey, other: Array.from({ length: 45 }, () => [random(), random()]) });
  expect(file.length).toBeGreaterThan(2 * mebibyte);
  const { body } = await expecting(200, upload(file));
  expect(body).toMatchObject({ format: "xlsform", counts: { found: 1, converted: 1 } });
});

test("rejects more than 5 MiB with 413", async () => {
  for (const surplus of [1, mebibyte]) {
    const { body } = await expecting(413, upload(new Uint8Array(5 * mebibyte + surplus), "survey.xlsx"));
    expect(body.detail).toBe("survey.xlsx is larger than 5 MB. Choose a smaller file.");
  }
  await expecting(413, ada.post(path, { title: "x".repeat(5 * mebibyte) }));
});

test("rejects other formats with 400", async () => {
  const { body } = await expecting(400, upload(Buffer.from("hello"), "a.txt"));
  expect(body.errors).toEqual([expect.stringMatching(/^file: is none of Pathform JSON, XLSForm/)]);
  const old = await expecting(400, upload(Buffer.from("d0cf11e0a1b11ae1", "hex"), "a.xls"));
  expect(old.body.errors).toEqual([expect.stringMatching(/^file: .*save it as \.xlsx/)]);
  await expecting(400, ada.post(path, {}));
});

test("rejects other content types with 415, and requests without credentials with 401", async () => {
  await expecting(415, ada.post(path, undefined, { raw: "x", headers: { "content-type": "text/csv" } }));
  await expecting(401, anonymous().post(path, { graph }));
});
