import {
  anonymous,
  baseUrl,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  type Reply,
  start,
} from "../support/api.ts";
import { avifOf, images, pngOf } from "../support/images.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Uploaded images (decisions §9.2). */
const mebibyte = 2 ** 20;
const unknown = crypto.randomUUID();
let ada: Owner;
let bob: Owner;
beforeAll(async () => {
  [ada, bob] = await Promise.all([owner(), owner()]);
});

async function upload(bytes: Uint8Array<ArrayBuffer>, name = "picture.png", type = "image/png"): Promise<Reply> {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type }), name);
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  return ada.post("/api/v2/image/", undefined, {
    raw,
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  });
}

interface Uploaded {
  id: string;
  url: string;
}
const uploaded = async (bytes = images.png): Promise<Uploaded> => (await expecting(201, upload(bytes))).body;
const pathOf = (id: string) => `/api/v2/image/${id}/`;
const choice = (imageUrl: string) =>
  graphOf(
    [
      node("cat", "picture_choice", {
        options: [1, 2].map((n) => ({ value: `${n}`, label: "A", image_url: imageUrl, alt: "" })),
      }),
      end(),
    ],
    [edge("cat", "end")],
  );

test.each(Object.entries(images))(
  "stores a %s, measures it and serves it to everyone with a permanent cache",
  async (type, bytes) => {
    // the sender's name and type don't count
    const { body } = await expecting(201, upload(bytes, "page.html", "text/html"));
    const side = type === "avif" ? 2 : 1;
    const contentType = `image/${type}`;
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${baseUrl()}/api/v2/r/image/${body.id}/`,
      content_type: contentType,
      size: bytes.length,
      width: side,
      height: side,
    });
    const response = await fetch(body.url);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": contentType,
      "content-length": String(bytes.length),
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
    });
  },
);

test.each(["mif1", "msf1"])("accepts an AVIF with the major brand %s", async (major) => {
  const { body } = await expecting(201, upload(avifOf(major, "miaf", "mif1", "avif", "MA1B")));
  expect(body).toMatchObject({ content_type: "image/avif", width: 2, height: 2 });
  const { body: refused } = await expecting(415, upload(avifOf(major, "miaf", "mif1", "heic", "mif1")));
  expect(refused.detail).toContain("File type image/heif");
});

test("answers HEAD with headers only, and If-None-Match with 304", async () => {
  const { url } = await uploaded();
  const head = await fetch(url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("content-length")).toBe(String(images.png.length));
  const etag = head.headers.get("etag") ?? "";
  const fresh = await fetch(url, { headers: { "if-none-match": etag } });
  expect([fresh.status, await fresh.text()]).toEqual([304, ""]);
  expect(fresh.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(fresh.headers.get("etag")).toBe(etag);
  const stale = await fetch(url, { headers: { "if-none-match": '"other"' } });
  expect(stale.status).toBe(200);
  await stale.arrayBuffer();
});

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
test.each<[string, Buffer<ArrayBuffer>]>([
  ["an SVG", svg],
  ["an SVG with an XML declaration", Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg])],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PDF", Buffer.from("%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer << >>\n%%EOF\n")],
  ["a BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60, 1)])],
])("returns 415 for %s named as a PNG", async (_what, bytes) => {
  const { body } = await expecting(415, upload(bytes));
  expect(body.detail).toMatch(/^File type \S+ isn't accepted\. Upload a PNG, JPEG, WebP, GIF or AVIF image\.$/);
});

test("serves an image that is also a page as an image without sniffing", async () => {
  const polyglot = Buffer.concat([images.gif, Buffer.from("<script>alert(1)</script>")]);
  const { body } = await expecting(201, upload(polyglot, "page.html", "text/html"));
  const response = await fetch(body.url);
  await response.arrayBuffer();
  expect(response.headers.get("content-type")).toBe("image/gif");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
});

test.each([
  [8_001, 1],
  [1, 8_001],
  [0, 1],
  [2 ** 32 - 1, 2 ** 32 - 1],
])("returns 400 for %d × %d px", async (width, height) => {
  const { body } = await expecting(400, upload(pngOf(width, height)));
  expect(body.errors).toHaveLength(1);
  expect(body.errors[0]).toMatch(/^file: /);
});

test("accepts 8,000 px a side", async () => {
  const { body } = await expecting(201, upload(pngOf(8_000, 8_000)));
  expect(body).toMatchObject({ width: 8_000, height: 8_000 });
});

test("accepts a JPEG with metadata before its size", async () => {
  const segment = Buffer.alloc(65_000);
  segment.set([0xff, 0xe1, (65_000 - 2) >> 8, (65_000 - 2) & 255]);
  const noted = Buffer.concat([images.jpeg.subarray(0, 2), ...Array(4).fill(segment), images.jpeg.subarray(2)]);
  const { body } = await expecting(201, upload(noted));
  expect(body).toMatchObject({ content_type: "image/jpeg", width: 1, height: 1 });
});

test("returns 400 for an image without a readable size, and for an empty file", async () => {
  await expecting(400, upload(images.jpeg.subarray(0, 60) as Buffer<ArrayBuffer>));
  const { body } = await expecting(400, upload(Buffer.alloc(0)));
  expect(body.errors).toEqual(["file: must not be empty"]);
});

test("accepts 5 MiB and rejects a byte more with 413", async () => {
  const full = Buffer.concat([images.png, Buffer.alloc(5 * mebibyte - images.png.length)]);
  const { body } = await expecting(201, upload(full));
  expect(body.size).toBe(5 * mebibyte);
  await expecting(413, upload(Buffer.concat([full, Buffer.alloc(1)])));
});

test("rejects anything but a form with one file", async () => {
  await expecting(415, ada.post("/api/v2/image/", {}));
  const raw = "--b\r\n\r\n--b--\r\n";
  await expecting(
    400,
    ada.post("/api/v2/image/", undefined, { raw, headers: { "content-type": "multipart/form-data; boundary=b" } }),
  );
});

test("lets its owner delete an unused image once", async () => {
  const { id, url } = await uploaded();
  await expecting(403, bob.delete(pathOf(id)));
  await expecting(204, ada.delete(pathOf(id)));
  expect((await fetch(url)).status).toBe(404);
  await expecting(404, ada.delete(pathOf(id)));
  for (const nothing of [unknown, "x"]) {
    await expecting(404, ada.delete(pathOf(nothing)));
    await expecting(404, anonymous().get(`/api/v2/r/image/${nothing}/`));
  }
});

test("keeps an image that a theme uses", async () => {
  const { id, url } = await uploaded();
  const { body: theme } = await expecting(201, ada.post("/api/v2/theme/", { name: "Night", logo_url: url }));
  expect(theme.logo_url).toBe(url);
  const { body } = await expecting(409, ada.delete(pathOf(id)));
  expect(body.detail).toBe('The theme "Night" uses this image. Remove it from the theme first.');
  const path = `/api/v2/theme/${theme.id}/`;
  await expecting(200, ada.patch(path, { logo_url: null, background_image_url: new URL(url).pathname }));
  await expecting(409, ada.delete(pathOf(id)));
  await expecting(204, ada.delete(path));
  await expecting(204, ada.delete(pathOf(id)));
});

test("keeps an image until the draft no longer uses it, and permanently if a version does", async () => {
  const { id, url } = await uploaded();
  const slug = await publishForm(ada, choice("https://example.com/a.png"));
  const path = `/api/v2/form/${slug}/`;
  await expecting(200, ada.put(`${path}draft/`, { graph: choice(url) }));
  const { body: draft } = await expecting(409, ada.delete(pathOf(id)));
  expect(draft.detail).toBe(`The draft of the form "${slug}" uses this image. Remove it from the draft first.`);
  await expecting(200, ada.put(`${path}draft/`, { graph: choice("https://example.com/a.png") }));
  const other = await uploaded();
  await expecting(
    200,
    ada.put(`${path}draft/`, {
      graph: choice(other.url.toUpperCase().replace(/^.*\/API\/V2\/R\/IMAGE/, "/api/v2/r/image")),
    }),
  );
  await expecting(409, ada.delete(pathOf(other.id)));
  await expecting(201, ada.post(`${path}publish/`));
  await expecting(200, ada.put(`${path}draft/`, { graph: choice("https://example.com/a.png") }));
  const { body: version } = await expecting(409, ada.delete(pathOf(other.id)));
  expect(version.detail).toMatch(/^A published version of the form/);
  await expecting(204, ada.delete(pathOf(id)));
});

test.each(["http://example.com/a.png", "javascript:alert(1)", "/a.png", "/api/v2/r/image/x/"])(
  "rejects %s as an image URL",
  async (address) => {
    const { body } = await expecting(400, ada.post("/api/v2/theme/", { name: "Bad", logo_url: address }));
    expect(body.errors).toEqual(["logo_url: must be an https URL, or the `url` of an uploaded image"]);
  },
);

describe("the URL of an uploaded image", () => {
  const fault = "must be an https URL, or the `url` of an uploaded image";
  const strange = (url: string) => [
    `http://images.example${new URL(url).pathname}`,
    `http://${new URL(url).hostname}:1${new URL(url).pathname}`,
    url.replace(/[^/]+\/$/, `${unknown}/`),
    `/api/v2/r/image/${unknown}/`,
  ];

  test("must name an image of this server in a theme", async () => {
    const { url } = await uploaded();
    const { body: theme } = await expecting(201, ada.post("/api/v2/theme/", { name: "Own", logo_url: url }));
    for (const logoUrl of strange(url)) {
      const { body } = await expecting(400, ada.post("/api/v2/theme/", { name: "Strange", logo_url: logoUrl }));
      expect(body.errors).toEqual([`logo_url: ${fault}`]);
      await expecting(400, ada.patch(`/api/v2/theme/${theme.id}/`, { background_image_url: logoUrl }));
    }
    const { body } = await expecting(200, ada.get(`/api/v2/theme/${theme.id}/`));
    expect(body).toMatchObject({ logo_url: url, background_image_url: null });
    await expecting(200, ada.patch(`/api/v2/theme/${theme.id}/`, { background_image_url: new URL(url).pathname }));
  });

  test("must name an image of this server to publish, but not to save and read a draft", async () => {
    const { url } = await uploaded();
    const slug = await publishForm(ada, choice(url));
    const path = `/api/v2/form/${slug}`;
    for (const address of strange(url)) {
      await expecting(200, ada.put(`${path}/draft/`, { graph: choice(address) }));
      const problems = [0, 1].map((at) => ({
        code: "bad_config",
        severity: "error",
        node_id: "cat",
        message: `config.options.${at}.image_url: ${fault}`,
      }));
      const { body: draft } = await expecting(200, ada.get(`${path}/draft/`));
      expect(draft.problems).toMatchObject(problems);
      const { body: validation } = await expecting(200, ada.post(`${path}/draft/validate/`));
      expect(validation).toMatchObject({ is_valid: false, problems });
      const { body } = await expecting(400, ada.post(`${path}/publish/`));
      expect(body.errors).toEqual(problems.map(({ message }) => `graph.nodes.cat: ${message}`));
    }
    for (const bad of ["/api/v2/r/image/------------------------------------/", `http://[${new URL(url).pathname}`]) {
      await expecting(200, ada.put(`${path}/draft/`, { graph: choice(bad) }));
      await expecting(400, ada.post(`${path}/publish/`));
    }
    const { body: restored } = await expecting(200, ada.post(`${path}/versions/1/restore/`));
    expect(restored.problems).toEqual([]);
  });

  test("must name an image of this server in a node's image, and can't be deleted while it is used", async () => {
    const { id, url } = await uploaded();
    const withImage = (address: string) => {
      const graph = choice("https://example.com/cat.png");
      const nodes = graph.nodes.map((one) => ({ ...one, data: { ...one.data, image: { url: address, alt: "" } } }));
      return { ...graph, nodes };
    };
    const slug = await publishForm(ada, withImage(url));
    await expecting(409, ada.delete(pathOf(id)));
    await expecting(200, ada.put(`/api/v2/form/${slug}/draft/`, { graph: withImage(strange(url)[2] ?? "") }));
    const { body } = await expecting(400, ada.post(`/api/v2/form/${slug}/publish/`));
    expect(body.errors).toEqual(["cat", "end"].map((nodeId) => `graph.nodes.${nodeId}: data.image.url: ${fault}`));
  });
});

test('serves a form with the slug "image"', async () => {
  const { body: form } = await ada.post("/api/v2/form/", { title: "Image", slug: "image" });
  // another run against the same server has it already
  const slug: string = form.slug ?? "image";
  if (!form.slug) return;
  const graph = graphOf([node("name", "short_text"), end()], [edge("name", "end")]);
  await expecting(200, ada.put(`/api/v2/form/${slug}/draft/`, { graph }));
  await expecting(201, ada.post(`/api/v2/form/${slug}/publish/`));
  await expecting(200, next(await start(slug), "name", "Ada"));
});
