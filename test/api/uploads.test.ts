import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import {
  anonymous,
  baseUrl,
  client,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  type Reply,
  signedIn,
  start,
} from "../support/api.ts";
import { blackPng, images, pngOf } from "../support/images.ts";
import { runFolder } from "../support/run.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Respondents' uploads (decisions §5). */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const pdf = Buffer.from("%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n");
const mebibyte = 2 ** 20;

const graph = graphOf(
  [
    node("name", "short_text"),
    node("papers", "file_upload", { max_files: 2, max_size_mb: 1 }),
    node("photo", "file_upload", { accept: ["image/png"] }),
    node("table", "file_upload", { accept: ["text/csv"], max_size_mb: 100 }),
    end("end"),
  ],
  [edge("name", "papers"), edge("papers", "photo"), edge("photo", "table"), edge("table", "end")],
);

let ada: Owner;
let slug: string;
beforeAll(async () => {
  ada = await owner();
  slug = await publishForm(ada, graph);
});

interface Given {
  name?: string;
  type?: string;
  /** name of its part */
  field?: string;
}

/** Returns one file as a browser sends it. */
async function form(
  bytes: Uint8Array,
  { name = "photo.png", type = "", field: part = "file" }: Given = {},
  more: [string, string][] = [],
) {
  const data = new FormData();
  data.append(part, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
  for (const [field, value] of more) data.append(field, value);
  const encoded = new Response(data);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  return { raw, headers: { "content-type": encoded.headers.get("content-type") ?? "" } };
}

const uploadPath = (session: string, nodeId: string) => `/api/v2/r/session/${session}/upload/?node_id=${nodeId}`;

async function upload(session: string, nodeId: string, bytes: Uint8Array, given?: Given): Promise<Reply> {
  return anonymous().post(uploadPath(session, nodeId), undefined, await form(bytes, given));
}

/** Returns a session at the first question for files. */
async function atPapers(): Promise<string> {
  const session = await start(slug);
  await expecting(200, next(session, "name", "Ada"));
  return session;
}

async function download(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: "manual" });
}

test("takes a file whatever its part is called", async () => {
  const { body } = await expecting(201, upload(await atPapers(), "papers", png, { field: "document" }));
  expect(body).toMatchObject({ name: "photo.png" });
});

test("uploads a file, uses it in an answer and serves it to the owner as an attachment", async () => {
  const session = await atPapers();
  const { body } = await expecting(201, upload(session, "papers", png, { name: "Ærlig “foto”.png" }));
  expect(body).toEqual({
    url: expect.stringMatching(new RegExp(`^${baseUrl()}/api/v2/file/[0-9a-f-]{36}/$`)),
    name: "Ærlig “foto”.png",
    size: png.length,
    content_type: "image/png",
  });
  await expecting(200, next(session, "papers", [body.url]));
  const response = await download(body.url, { authorization: `Bearer ${ada.key}` });
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(png.length),
    "content-disposition": `attachment; filename="?rlig ?foto?.png"; filename*=UTF-8''%C3%86rlig%20%E2%80%9Cfoto%E2%80%9D.png`,
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  const cookied = await download(body.url, { cookie: ada.cookie });
  expect(cookied.status).toBe(200);
  await cookied.arrayBuffer();
});

test("serves the plain URL to the owner, and a CSV has a signed one for seven days", async () => {
  const session = await atPapers();
  const { body: file } = await expecting(201, upload(session, "papers", pdf, { name: "cv.pdf" }));
  await expecting(200, next(session, "papers", [file.url]));
  const detail = await expecting(200, ada.get(`/api/v2/form/${slug}/responses/${session}/`));
  expect(detail.body.answers.find((answer: { node_id: string }) => answer.node_id === "papers").answer).toEqual([
    file.url,
  ]);
  const csv = await expecting(200, ada.get(`/api/v2/form/${slug}/responses/export/`));
  const row = csv.body.split("\r\n").find((line: string) => line.startsWith(session));
  const link = row.split(",").find((cell: string) => cell.startsWith(file.url));
  const seconds = Number(new URL(link).searchParams.get("expires")) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(7 * 86_400 - 60);
  expect(seconds).toBeLessThanOrEqual(7 * 86_400 + 3600);
  const response = await download(link);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
  await forgeries(link, file.url);
});

async function forgeries(link: string, url: string): Promise<void> {
  const { searchParams } = new URL(link);
  const [expires, signature] = [Number(searchParams.get("expires")), searchParams.get("signature")];
  const tries = [
    `${url}?expires=${expires + 1}&signature=${signature}`,
    `${url}?expires=1&signature=${signature}`,
    `${url}?expires=${expires}&signature=${signature?.slice(0, -1)}`,
    `${url}?expires=${expires}&signature=`,
  ];
  for (const forged of tries) expect((await download(forged)).status).toBe(403);
}

test("returns 401 without sign-in, 403 to other accounts and 404 for a missing file", async () => {
  const session = await atPapers();
  const { body } = await expecting(201, upload(session, "papers", png));
  const path = new URL(body.url).pathname;
  await expecting(401, anonymous().get(path));
  await expecting(403, (await owner()).get(path));
  await expecting(404, ada.get("/api/v2/file/00000000-0000-4000-8000-000000000000/"));
  await expecting(404, ada.get("/api/v2/file/photo/"));
  await expecting(400, ada.get(`${path}?size=small`));
  const head = await expecting(200, ada.head(path));
  expect(head.headers.get("content-length")).toBe(String(png.length));
  await expecting(200, signedIn(ada.cookie).head(path));
});

test("accepts files for a question of the page that is shown, before the session reaches it", async () => {
  const onPage = await publishForm(ada, { ...graph, pages: [{ id: "all", node_ids: ["name", "papers"] }] });
  const session = await start(onPage);
  await expecting(409, upload(session, "photo", png));
  const { body: file } = await expecting(201, upload(session, "papers", png));
  const answers = [
    { node_id: "name", value: "Ada" },
    { node_id: "papers", value: [file.url] },
  ];
  await expecting(200, anonymous().post(`/api/v2/r/session/${session}/answers/`, { answers }));
});

describe("a refused upload", () => {
  test("returns 415 for a type that the question doesn't accept, whatever its name", async () => {
    const session = await atPapers();
    await expecting(
      415,
      upload(session, "papers", Buffer.from("MZ\0\0 program"), { name: "a.png", type: "image/png" }),
    );
    await expecting(415, upload(session, "papers", Buffer.from("<svg onload=alert(1)>"), { name: "a.svg" }));
    await expecting(415, upload(session, "papers", Buffer.from("just words"), { name: "a.pdf" }));
    await expecting(201, upload(session, "papers", pdf, { name: "a.exe", type: "application/x-msdownload" }));
  });

  test("accepts files up to the limit and rejects larger ones with 413", async () => {
    const session = await atPapers();
    const exact = Buffer.concat([png, Buffer.alloc(mebibyte - png.length)]);
    await expecting(413, upload(session, "papers", Buffer.concat([exact, Buffer.alloc(1)])));
    const { body } = await expecting(201, upload(session, "papers", exact));
    expect(body.size).toBe(mebibyte);
    const huge = Buffer.concat([png, Buffer.alloc(20 * mebibyte)]);
    await expecting(413, upload(session, "papers", huge));
    await expecting(201, upload(session, "papers", png));
  });

  test("returns 400 for an empty file, no file, two files or another field, and 415 without a form", async () => {
    const session = await atPapers();
    const path = uploadPath(session, "papers");
    const empty = await expecting(400, upload(session, "papers", Buffer.alloc(0)));
    expect(empty.body.errors).toEqual(["file: must not be empty"]);
    const two = new FormData();
    two.append("file", new Blob([png as Uint8Array<ArrayBuffer>]), "a.png");
    two.append("more", new Blob([png as Uint8Array<ArrayBuffer>]), "b.png");
    const encoded = new Response(two);
    const twice = {
      raw: new Uint8Array(await encoded.arrayBuffer()),
      headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    };
    await expecting(400, anonymous().post(path, undefined, twice));
    await expecting(400, anonymous().post(path, undefined, await form(png, {}, [["note", "hello"]])));
    const { headers } = twice;
    await expecting(400, anonymous().post(path, undefined, { headers, raw: new Uint8Array([1, 2, 3]) }));
    await expecting(
      400,
      anonymous().post(path, undefined, { headers: { "content-type": "multipart/form-data; x=1" } }),
    );
    await expecting(415, anonymous().post(path, { file: "text" }));
    await expecting(415, anonymous().post(path, undefined, { raw: png as Uint8Array<ArrayBuffer> }));
    await expecting(201, upload(session, "papers", png));
    await expecting(201, upload(session, "papers", png));
  });

  test("returns 400 for an unknown node, one without files or none, and 409 for one not reached", async () => {
    const session = await atPapers();
    for (const id of ["nobody", "name", "end"]) {
      const { body } = await expecting(400, upload(session, id, png));
      expect(body.errors[0]).toMatch(/^node_id: /);
    }
    await expecting(400, anonymous().post(`/api/v2/r/session/${session}/upload/`, undefined, await form(png)));
    const early = await expecting(409, upload(session, "photo", png));
    expect(early.body.current_node_id).toBe("papers");
    await expecting(404, upload("00000000-0000-4000-8000-000000000000", "papers", png));
    await expecting(404, upload("session", "papers", png));
  });

  test("returns 409 for too many files, also under concurrency, and accepts one after a removal", async () => {
    const session = await atPapers();
    const replies = await Promise.all(Array.from({ length: 6 }, () => upload(session, "papers", png)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    const { body } = replies.find(({ status }) => status === 201) as Reply;
    const id = new URL(body.url).pathname.split("/").at(-2);
    const path = `/api/v2/r/session/${session}/upload/${id}/`;
    await expecting(204, anonymous().delete(path));
    await expecting(204, anonymous().delete(path));
    await expecting(404, ada.get(`/api/v2/file/${id}/`));
    await expecting(201, upload(session, "papers", png));
    await expecting(409, upload(session, "papers", png));
  });

  test("accepts and removes no files of a completed session", async () => {
    const session = await atPapers();
    const { body } = await expecting(201, upload(session, "papers", png));
    const taken = new URL(body.url).pathname.split("/").at(-2);
    for (const [id, value] of Object.entries({ papers: [body.url], photo: null, table: null })) {
      await expecting(200, next(session, id, value));
    }
    await expecting(409, anonymous().delete(`/api/v2/r/session/${session}/upload/${taken}/`));
    // a node on the path accepts files until the session is completed
    await expecting(201, upload(session, "papers", png));
    await expecting(200, complete(session));
    await expecting(409, upload(session, "photo", png));
  });
});

test("accepts only URLs issued for the session and node in an answer", async () => {
  const session = await atPapers();
  const stranger = await atPapers();
  const { body: own } = await expecting(201, upload(session, "papers", png));
  const { body: others } = await expecting(201, upload(stranger, "papers", png));
  const signed = `${own.url}?expires=1&signature=x`;
  for (const url of [others.url, "https://example.com/a.png", signed, own.url.toUpperCase(), own.url.slice(0, -1)]) {
    const { body } = await expecting(400, next(session, "papers", [url]));
    expect(body.errors[0]).toMatch(/^value: /);
  }
  await expecting(200, next(session, "papers", [own.url]));
  await expecting(400, next(session, "photo", [own.url]));
});

test("detects text by content, and its type by name", async () => {
  const session = await atPapers();
  await expecting(200, next(session, "papers", null));
  await expecting(200, next(session, "photo", null));
  await expecting(415, upload(session, "table", Buffer.from("a;b\n1;2\n"), { name: "table.txt" }));
  const csv = await expecting(201, upload(session, "table", Buffer.from("a;b\n1;ü\n"), { name: "table.csv" }));
  expect(csv.body.content_type).toBe("text/csv");
});

test("removes an erased session's files before the response", async () => {
  const session = await atPapers();
  const { body } = await expecting(201, upload(session, "papers", png));
  await expecting(204, ada.delete(`/api/v2/form/${slug}/responses/${session}/`));
  await expecting(404, ada.get(new URL(body.url).pathname));
});

test("removes all traces of an aborted upload", async () => {
  const session = await atPapers();
  const { raw, headers } = await form(Buffer.concat([png, Buffer.alloc(mebibyte - 200)]));
  for (let turn = 0; turn < 3; turn += 1) {
    const { port } = new URL(baseUrl());
    const path = uploadPath(session, "papers");
    const req = httpRequest({ port, host: "127.0.0.1", method: "POST", path, headers });
    const closed = new Promise((done) => req.on("error", () => undefined).on("close", done));
    req.setHeader("content-length", raw.length);
    req.write(raw.subarray(0, raw.length / 2));
    await new Promise((done) => setTimeout(done, 150));
    req.destroy();
    await closed;
  }
  await new Promise((done) => setTimeout(done, 300));
  await expecting(201, upload(session, "papers", png));
  await expecting(201, upload(session, "papers", png));
});

test("accepts uploads from any origin, and ignores other query parameters", async () => {
  const session = await atPapers();
  const { raw, headers } = await form(png);
  const from = client({ origin: "https://forms.example" });
  const reply = await expecting(
    201,
    from.post(`${uploadPath(session, "papers")}&utm_source=mail`, undefined, { raw, headers }),
  );
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
});

/** Opens an archive as people do. Returns each file's content by its path. */
async function opened(archive: Buffer, program: (path: string, folder: string) => [string, string[]]) {
  const folder = mkdtempSync(join(runFolder(), "archive-"));
  const path = join(folder, "a.zip");
  writeFileSync(path, archive);
  const [command, args] = program(path, join(folder, "out"));
  mkdirSync(join(folder, "out"));
  // without a locale, unzip reads no UTF-8
  execFileSync(command, args, { env: { ...process.env, LC_ALL: "C.UTF-8" } });
  const names = globSync("**/*", { cwd: join(folder, "out"), withFileTypes: false });
  const files = names.filter((name) => statSync(join(folder, "out", name)).isFile()).toSorted();
  return new Map(files.map((name) => [name, readFileSync(join(folder, "out", name))]));
}

test("exports answers and files in one archive that unzip, Python and bsdtar open", async () => {
  const own = await publishForm(ada, graph);
  const session = await start(own);
  await expecting(200, next(session, "name", "Ada"));
  const names = ["con.PDF", "CON.pdf"];
  const papers = [];
  for (const name of names) papers.push((await expecting(201, upload(session, "papers", pdf, { name }))).body.url);
  await expecting(200, next(session, "papers", papers));
  const photo = await expecting(201, upload(session, "photo", png, { name: "über: ‮x.png" }));
  await expecting(200, next(session, "photo", [photo.body.url]));
  // without files
  await start(own);
  const path = `/api/v2/form/${own}/responses/export/?format=zip`;
  const response = await download(baseUrl() + path, { authorization: `Bearer ${ada.key}` });
  expect(response.headers.get("content-type")).toBe("application/zip");
  const archive = Buffer.from(await response.arrayBuffer());
  const programs: Parameters<typeof opened>[1][] = [
    (from, to) => ["unzip", ["-q", from, "-d", to]],
    (from, to) => ["python3", ["-m", "zipfile", "-e", from, to]],
    (from, to) => ["bsdtar", ["-xf", from, "-C", to]],
  ];
  for (const program of programs) {
    const files = await opened(archive, program);
    const folder = `files/${session}`;
    expect([...files.keys()]).toEqual([
      `${folder}/papers/_CON (2).pdf`,
      `${folder}/papers/_con.PDF`,
      `${folder}/photo/über_ x.png`,
      "responses.csv",
    ]);
    expect(files.get(`${folder}/papers/_con.PDF`)).toEqual(pdf);
    expect(files.get(`${folder}/photo/über_ x.png`)).toEqual(png);
    const [header, ...rows] = (files.get("responses.csv") ?? "").toString().trim().split("\r\n");
    expect(header).toMatch(/^session_id,/);
    expect(rows).toHaveLength(2);
    expect(rows.join()).toContain(`${folder}/papers/_con.PDF`);
  }
});

describe("a drawing", () => {
  let drawn: string;
  beforeAll(async () => {
    drawn = await publishForm(
      ada,
      chain(
        node("sign", "file_upload", { input: "draw", max_files: 3, max_size_mb: 20 }, true),
        node("name", "short_text"),
      ),
    );
  });

  test("is one PNG of at most 1 MiB", async () => {
    const session = await start(drawn);
    await expecting(415, upload(session, "sign", pdf, { name: "drawing.png" }));
    const large = Buffer.concat([png, Buffer.alloc(mebibyte - png.length + 1)]);
    await expecting(413, upload(session, "sign", large));
    const { body: first } = await expecting(201, upload(session, "sign", large.subarray(0, mebibyte)));
    const { body: second } = await expecting(201, upload(session, "sign", png));
    const { body } = await expecting(400, next(session, "sign", [first.url, second.url]));
    expect(body.errors).toEqual(["value: must have only one file"]);
    await expecting(200, next(session, "sign", [second.url]));
  });

  test("is decoded", async () => {
    const session = await start(drawn);
    const cut = png.subarray(0, png.length - 20);
    const forged = Buffer.from(png);
    forged.writeUInt8((png.at(-20) ?? 0) ^ 1, png.length - 20);
    for (const broken of [cut, forged, pngOf(0, 1), pngOf(50_000, 50_000)]) {
      const { body } = await expecting(415, upload(session, "sign", broken));
      expect(body.detail).toMatch(/^This drawing isn't accepted: the PNG /);
    }
    await expecting(201, upload(session, "sign", images.png));
  });

  test("costs what is counted before it is decoded", async () => {
    const session = await start(drawn);
    const { body } = await expecting(400, upload(session, "sign", blackPng(1, { empty: 10_000 })));
    expect(body.errors).toEqual(["file: has more than 2,000 chunks"]);
  });

  test("is made again as often as wanted, also after it was sent", async () => {
    const session = await start(drawn);
    const { body: sent } = await expecting(201, upload(session, "sign", png));
    await expecting(200, next(session, "sign", [sent.url]));
    const again = [];
    for (let times = 0; times < 3; times += 1)
      again.push((await expecting(201, upload(session, "sign", png))).body.url);
    // the last one replaced those that no answer names
    await expecting(400, next(session, "sign", [again[0]]));
    await expecting(200, next(session, "sign", [again.at(-1)], { back: true }));
  });
});

test("a question for photos takes images alone", async () => {
  const photo = await publishForm(ada, chain(node("face", "file_upload", { input: "photo" })));
  const session = await start(photo);
  await expecting(415, upload(session, "face", pdf, { name: "face.png" }));
  await expecting(201, upload(session, "face", png));
});
