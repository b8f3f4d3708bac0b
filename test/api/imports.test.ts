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

const upload = (bytes: Uint8Array, name = "form.xlsx"): Promise<Reply> => uploadParts(["file", name, bytes]);

type Part = [field: string, name: string, bytes: Uint8Array | string];

async function uploadParts(...parts: Part[]): Promise<Reply> {
  const form = new FormData();
  for (const [field, name, bytes] of parts)
    form.append(field, new Blob([new Uint8Array(Buffer.from(bytes as Uint8Array))]), name);
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

test("reads choices from attached CSV files, in any order of the parts", async () => {
  const survey = [
    ["type", "name", "label"],
    ["select_one_from_file fruits.csv", "fruit", "Fruit?"],
    ["select_one_from_file crops.csv", "crop", "Crop?"],
  ];
  const { body } = await expecting(
    200,
    uploadParts(
      ["attachment", "crops.csv", "name,label\nm,Maize\nb,Beans\n"],
      ["file", "form.xlsx", xlsxOf({ survey })],
      ["attachment", "fruits.csv", "name,label\na,Äpfel\np,Pears\n"],
    ),
  );
  expect(body.issues).toEqual([]);
  expect(body.graph.nodes.slice(0, 2).map(({ data }: { data: { config: object } }) => data.config)).toMatchObject([
    { options: [{ label: "Äpfel" }, { label: "Pears" }] },
    { options: [{ label: "Maize" }, { label: "Beans" }] },
  ]);
});

test("rejects forms without a file, with a second one, or with more than 10 attachments", async () => {
  const csv = (at: number): Part => ["attachment", `${at}.csv`, "name\n1\n"];
  const file: Part = ["file", "form.csv", "type,name\ntext,a\n"];
  const several = (count: number) => Array.from({ length: count }, (_, at) => csv(at));
  await expecting(200, uploadParts(file, ...several(10)));
  for (const [parts, error] of [
    [[csv(1)], "file: is required"],
    [[file, file], /^file: must be the only part/],
    [[file, ...several(11)], "attachment: must be at most 10 files"],
    [several(11), "file: is required"],
  ] as [Part[], string | RegExp][])
    expect((await expecting(400, uploadParts(...parts))).body.errors).toEqual([expect.stringMatching(error)]);
});

test("counts the bytes of the attachments too", async () => {
  const half = new Uint8Array(2.6 * mebibyte).fill(65);
  const { body } = await expecting(413, uploadParts(["file", "a.csv", half], ["attachment", "b.csv", half]));
  expect(body.detail).toBe("The form with its files is larger than 5 MB. Choose a smaller file.");
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
  expect(body.errors).toEqual([expect.stringMatching(/^file: must be an export of Pathform, an XLSForm/)]);
  const old = await expecting(400, upload(Buffer.from("d0cf11e0a1b11ae1", "hex"), "a.xls"));
  expect(old.body.errors).toEqual([expect.stringMatching(/^file: .*save it as \.xlsx/)]);
  await expecting(400, ada.post(path, {}));
});

test("rejects other content types with 415, and requests without credentials with 401", async () => {
  await expecting(415, ada.post(path, undefined, { raw: "x", headers: { "content-type": "text/csv" } }));
  await expecting(401, anonymous().post(path, { graph }));
});
