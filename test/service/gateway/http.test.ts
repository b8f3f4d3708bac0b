import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { BrotliCompress, Gzip } from "node:zlib";
import { jest } from "@jest/globals";
import { openForm } from "../../../services/gateway/files/form.ts";
import { createServer } from "../../../services/gateway/http/server.ts";
import { examples } from "../../../services/gateway/openapi/examples.ts";
import { eventually } from "../../support/eventually.ts";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** The gateway's own rules: limits of its server, headers, the OpenAPI document (decisions §1). */
let gateway: GatewayAlone;
/** Timeouts for headers and bodies, shorter than in the product. */
const timeouts = { headersTimeoutMs: 1_000, bodyTimeoutMs: 1_500 };

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", TRUSTED_PROXIES: "127.0.0.1", RATE_LIMITS: "off" });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  gateway = await startGatewayAlone(timeouts);
});
afterAll(() => gateway?.stop());

async function open(): Promise<Socket> {
  const socket = connect(gateway.port, "127.0.0.1");
  socket.setNoDelay(true).on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** Sends raw text. Returns all output until the gateway closes the connection. */
async function raw(text: string): Promise<string> {
  const socket = await open();
  socket.write(text);
  return readAll(socket);
}

async function readAll(socket: Socket): Promise<string> {
  let answer = "";
  socket.setEncoding("utf8").on("data", (piece) => {
    answer += piece;
  });
  // a client that is still sending gets an error
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;
const detailOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).detail;

test("gives 413 for 6 MiB of JSON to every client that sends the whole body first", async () => {
  const size = 6 * 1024 * 1024;
  const path = "/api/v2/r/session/0199aaaa-0000-7000-8000-000000000000/next/";
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const socket = await open();
      const closed = new Promise((resolve) => socket.once("error", resolve).once("close", resolve)).then(
        () => "closed",
      );
      const answer = readAll(socket);
      socket.write(
        head(`POST ${path} HTTP/1.1`, "Host: x", "Content-Type: application/json", `Content-Length: ${size}`),
      );
      // in parts, like a client that takes a while
      for (let sent = 0; sent < size; sent += 65_536) {
        const flushed = new Promise<undefined>((resolve) => socket.write("x".repeat(65_536), () => resolve(undefined)));
        if (await Promise.race([closed, flushed])) return "closed";
      }
      return (await answer).slice(0, 12);
    }),
  );
  expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 413"]));
});

describe("a slow client", () => {
  test("gets 408 for slow headers or a slow body, while others are served", async () => {
    const drip = async (start: string, piece: string) => {
      const socket = await open();
      const timer = setInterval(() => socket.write(piece), 100);
      socket.write(start);
      const answer = await readAll(socket);
      clearInterval(timer);
      return answer;
    };
    const post = ["POST /api/v2/r/a-form/start/ HTTP/1.1", "Host: x", "Content-Type: application/json"];
    const drips = Promise.all([
      drip("GET /healthz HTTP/1.1\r\nHost: x\r\n", "X-A: b\r\n"),
      drip(head(...post, "Content-Length: 1000"), " "),
      drip(head(...post, "Transfer-Encoding: chunked"), "1\r\n \r\n"),
    ]);
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    for (const answer of await drips) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(detailOf(answer)).toEqual(expect.any(String));
    }
    expect(gateway.called).not.toContain("sessions.start");
  });

  test("has 10 s for its headers and 15 s for its body", async () => {
    const { default: product } = await import("../../../services/gateway/gateway.service.ts");
    expect(product.settings).toMatchObject({ headersTimeoutMs: 10_000, bodyTimeoutMs: 15_000 });
  });

  test("leaves nothing in the log when it disconnects in the middle of a body", async () => {
    const before = await gateway.connections();
    const socket = await open();
    socket.write(
      `${head("POST /api/v2/r/a-form/start/ HTTP/1.1", "Host: x", "Content-Type: application/json", "Content-Length: 99")}{`,
    );
    // answered after all requests before it
    await fetch(`${gateway.url}/healthz`);
    socket.resetAndDestroy();
    await eventually(async () => expect(await gateway.connections()).toBeLessThanOrEqual(before));
    expect(gateway.log.filter((line) => line.includes("failed"))).toEqual([]);
  });
});

describe("many small pieces", () => {
  const start = ["POST /api/v2/r/a-form/start/ HTTP/1.1", "Host: x"];

  test("closes a connection with thousands of pipelined requests before they begin", async () => {
    const server = createServer(() => undefined, { connections: 10, headersTimeoutMs: 1_000 });
    let begun = 0;
    server.on("request", () => {
      begun += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(head("GET / HTTP/1.1", "Host: x").repeat(20_000));
    await closed;
    server.close();
    expect(begun).toBeGreaterThan(1);
    expect(begun).toBeLessThan(30);
  });

  test("answers a few pipelined requests in order", async () => {
    const answers = await raw(
      head("GET /healthz HTTP/1.1", "Host: x").repeat(9) + head("GET /none HTTP/1.1", "Host: x", "Connection: close"),
    );
    expect([...answers.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status)).toEqual([
      ...Array<string>(9).fill("200"),
      "404",
    ]);
  });

  test("rejects a JSON body in thousands of one-byte chunks before it is complete", async () => {
    const chunks = "1\r\n \r\n".repeat(2_000);
    const answer = await raw(
      `${head(...start, "Content-Type: application/json", "Transfer-Encoding: chunked")}${chunks}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(detailOf(answer)).toContain("chunks");
  });

  test("rejects an upload in thousands of one-byte chunks before it is complete", async () => {
    const req = new Readable({ read: () => undefined });
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const form = openForm(Object.assign(req, { headers }) as unknown as IncomingMessage);
    for (let sent = 0; sent < 2_000; sent += 1) req.push("x");
    await expect(form).rejects.toMatchObject({ code: 400, message: expect.stringContaining("chunks") });
    req.destroy();
  });

  test("stops reading an upload of thousands of parts after the first ones", async () => {
    const req = new Readable({ read: () => undefined });
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    const parts = jest.spyOn(EventEmitter.prototype, "emit");
    const form = openForm(Object.assign(req, { headers }) as unknown as IncomingMessage);
    req.push("--b\r\n".repeat(12_000));
    await expect(form).rejects.toMatchObject({ code: 400 });
    const begun = parts.mock.calls.filter(([event]) => event === "part").length;
    parts.mockRestore();
    expect(begun).toBeGreaterThan(2);
    expect(begun).toBeLessThan(1_000);
    req.destroy();
  });

  test("accepts a body in a hundred small chunks", async () => {
    const chunks = `1\r\n \r\n`.repeat(100);
    const answer = await raw(
      `${head(...start, "Content-Type: application/json", "Connection: close", "Transfer-Encoding: chunked")}${chunks}2\r\n{}\r\n0\r\n\r\n`,
    );
    expect(answer).not.toMatch(/^HTTP\/1\.1 4/);
    gateway.called.length = 0;
  });
});

test("reads nothing of a rejected sign-in until its response is due", async () => {
  const post = (bytes: number) => head("POST /api/auth/login/ HTTP/1.1", "Host: x", `Content-Length: ${bytes}`);
  const inside = await Promise.all(Array.from({ length: 60 }, open));
  for (const socket of inside) socket.write(post(10));
  // more than the kernel buffers
  const body = Buffer.alloc(32 * 1024 * 1024);
  // a later connection can be accepted first. Then it is admitted and answered 413
  const refused = await eventually(async () => {
    const socket = await open();
    socket.write(post(body.length));
    socket.write(body);
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (/^HTTP\/1\.1 503 /.test(answer.toString())) return socket;
    socket.destroy();
    throw new Error(`Not refused for want of room: ${answer}`);
  });
  expect(refused.writableLength).toBeGreaterThan(body.length / 2);
  for (const socket of [...inside, refused]) socket.destroy();
});

describe("a request's head", () => {
  test.each<[string, string[], number]>([
    ["two lengths", ["Content-Length: 1", "Content-Length: 2"], 400],
    [
      "a length and chunks: one request smuggled behind another",
      ["Content-Length: 4", "Transfer-Encoding: chunked"],
      400,
    ],
    ["an invalid transfer coding", ["Transfer-Encoding: chunked, identity"], 400],
    ["a transfer coding before chunked", ["Transfer-Encoding: gzip, chunked"], 501],
    ["an invalid length", ["Content-Length: +1"], 400],
    ["a header without a name", [": x"], 400],
    ["a blank before the colon", ["X-A : b"], 400],
    ["a folded header", ["X-A: b", " c"], 400],
    ["16 KiB of headers", [`X-A: ${"a".repeat(17_000)}`], 431],
    ["over 100 headers", Array.from({ length: 101 }, (_, index) => `X-${index}: y`), 431],
  ])("refuses %s and closes the connection", async (_what, headers, status) => {
    const answer = await raw(`${head("POST /api/v2/r/a-form/start/ HTTP/1.1", "Host: x", ...headers)}0\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/content-type: application\/json/i);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
    expect(detailOf(answer)).toEqual(expect.any(String));
    expect(gateway.called).not.toContain("sessions.start");
  });

  test.each([
    ["gzip, chunked", "not chunks ".repeat(1_000)],
    ["x-own", "bytes of another coding"],
    ["gzip", "bytes of another coding"],
    ["identity", ""],
  ])("answers the unknown transfer coding %s with 501 before it closes the connection", async (coding, body) => {
    for (let time = 0; time < 20; time += 1) {
      const answer = await raw(
        head("POST /api/v2/r/a-form/start/ HTTP/1.1", "Host: x", `Transfer-Encoding: ${coding}`) + body,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 501 /);
      expect(detailOf(answer)).toBe("Unsupported Transfer-Encoding. Only `chunked` is supported.");
    }
  });

  test.each(["", "a b", "a/b", "user@a", "a,b", "[::1", "a:port", "<script>"])(
    "rejects the Host %j with 400",
    async (host) => {
      const answer = await raw(head("GET /api/v2/r/a-form/ HTTP/1.1", `Host: ${host}`, "Connection: close"));
      expect(answer).toMatch(/^HTTP\/1\.1 400 .*The Host header is invalid/s);
    },
  );

  test.each(["forms.example:8443", "my_service", "127.0.0.1:3000", "[2001:db8::1]:3000"])(
    "accepts the Host %s",
    async (host) => {
      const answer = await raw(head("GET /api/v2/r/a-form/ HTTP/1.1", `Host: ${host}`, "Connection: close"));
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    },
  );

  test.each([
    ["http://forms.example/api/v2/r/a-form/", 200],
    ["HTTPS://forms.example:8443/healthz?x=1", 200],
    ["http://forms.example/nothing", 404],
    ["http://user@forms.example/healthz", 400],
  ])("answers the absolute target %s with %i", async (target, status) => {
    const answer = await raw(head(`GET ${target} HTTP/1.1`, "Host: another.example", "Connection: close"));
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test("is rejected without a Host", async () => {
    expect(await raw(head("GET /healthz HTTP/1.1"))).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("is rejected with 414 if its URL is over 8 KiB", async () => {
    const reply = await fetch(`${gateway.url}/api/v2/form/?search=${"x".repeat(9_000)}`);
    expect(reply.status).toBe(414);
    expect(await reply.json()).toEqual({ detail: expect.any(String) });
  });

  test.each([
    "/api/v2/form/%",
    "/api/v2/r/%ff/",
    "/api/v2/r/%00/",
    "/api/v2/r/a%2Fb/c/",
    "//api/v2/form/",
    "/api/../api/v2/",
    "*",
  ])("returns 404 for the path %s", async (path) => {
    const answer = await raw(head(`GET ${path} HTTP/1.1`, "Host: x", "Connection: close"));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("gets a new request ID if it has two", async () => {
    const answer = await raw(
      head("GET /healthz HTTP/1.1", "Host: x", "X-Request-Id: a", "X-Request-Id: b", "Connection: close"),
    );
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/i);
  });
});

describe("response headers", () => {
  const always = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  };

  test.each([
    ["GET", "/api/v2/r/a-form/", 200],
    ["GET", "/api/v2/form/", 401],
    ["GET", "/nothing", 404],
    ["DELETE", "/api/v2/r/a-form/", 405],
    ["GET", "/healthz", 200],
  ])("include the security headers: %s %s", async (method, path, status) => {
    const reply = await fetch(gateway.url + path, { method });
    expect(reply.status).toBe(status);
    expect(Object.fromEntries(reply.headers)).toMatchObject(always);
    expect(reply.headers.has("strict-transport-security")).toBe(false);
    expect(reply.headers.has("x-powered-by")).toBe(false);
    if (status >= 400) expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  test("add HSTS and Secure cookies behind a trusted proxy with HTTPS", async () => {
    const register = (headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/auth/register/`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ email: "ada@example.com", password: "a long password", name: "Ada" }),
      });
    const secure = await register({ "x-forwarded-proto": "https" });
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(secure.headers.get("set-cookie")).toMatch(
      /^__Host-pathform_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await register({})).headers.get("set-cookie")).toMatch(/^pathform_session=(?!.*Secure)/);
  });
});

test("never compresses a respondent's step", async () => {
  const listening = jest.spyOn(EventEmitter.prototype, "on");
  const made = () =>
    new Set(listening.mock.contexts.filter((by) => by instanceof Gzip || by instanceof BrotliCompress));
  const headers = { "accept-encoding": "gzip, br", "content-type": "application/json" };
  const step = { method: "POST", headers, body: JSON.stringify({ node_id: "name", value: "Ada" }) };
  const sent = [
    await fetch(`${gateway.url}/api/v2/r/a-form/start/`, { method: "POST", headers }),
    await fetch(`${gateway.url}/api/v2/r/session/${examples.Started.id}/next/`, step),
  ];
  for (const { ok, headers } of sent) expect([ok, headers.get("content-encoding")]).toEqual([true, null]);
  expect(made().size).toBe(0);
  // bodies over 1 KiB are compressed
  const form = await fetch(`${gateway.url}/api/v2/r/a-form/`, { headers });
  expect(form.headers.get("content-encoding")).toBe("br");
  expect(made().size).toBe(1);
  listening.mockRestore();
});

test("sends the encoding headers of GET for HEAD and 304 too", async () => {
  const path = `${gateway.url}/api/v2/r/a-form/`;
  for (const encoding of ["br", "gzip", "identity"]) {
    const headers = { "accept-encoding": encoding };
    const [get, head] = [await fetch(path, { headers }), await fetch(path, { headers, method: "HEAD" })];
    for (const name of ["content-encoding", "vary", "etag"]) expect(head.headers.get(name)).toBe(get.headers.get(name));
    const known = await fetch(path, { headers: { ...headers, "if-none-match": get.headers.get("etag") ?? "" } });
    expect([known.status, known.headers.get("vary")]).toEqual([304, get.headers.get("vary")]);
  }
});

describe("the OpenAPI document", () => {
  const committed = readFileSync("docs/openapi.json", "utf8");

  test("is served as committed, with an ETag", async () => {
    const reply = await fetch(`${gateway.url}/api/openapi.json`);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe(committed);
    const etag = (reply.headers.get("etag") ?? "").replace(/^W\//, "");
    const again = await fetch(`${gateway.url}/api/openapi.json/`, { headers: { "if-none-match": `"x", W/${etag}` } });
    expect([again.status, again.headers.get("vary")]).toEqual([304, "Accept-Encoding"]);
    expect((await fetch(`${gateway.url}/api/openapi.json`, { method: "POST" })).status).toBe(405);
  });

  test("has a reference page that loads nothing from other hosts", async () => {
    const reply = await fetch(`${gateway.url}/api/docs/`);
    expect(reply.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(reply.headers.get("content-security-policy")).toMatch(/^default-src 'none'; script-src 'self'; /);
    const page = await reply.text();
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
    const paths = parts.filter((address) => !address.startsWith("data:"));
    expect(paths).toHaveLength(6);
    for (const path of paths) expect((await fetch(gateway.url + path)).status).toBe(200);
  });
});

describe("a large sign-in", () => {
  const post = (...headers: string[]) =>
    head("POST /api/auth/login/ HTTP/1.1", "Host: x", "Content-Type: application/json", ...headers);
  const sent = 40_000;
  /** Sends `count` heads and parts of their bodies. Returns the bytes that the gateway keeps of each. */
  async function keptOf(count: number, begin: string): Promise<number[]> {
    const before = gateway.requests.length;
    const sockets = await Promise.all(Array.from({ length: count }, open));
    for (const socket of sockets) socket.write(begin);
    await eventually(async () => expect(gateway.requests.length - before).toBe(count));
    const kept = gateway.requests.slice(before).map(({ readableLength }) => readableLength);
    for (const socket of sockets) socket.destroy();
    return kept;
  }

  test("is accepted with the longest name and passwords in any notation", async () => {
    const astral = "\\ud83d\\ude42";
    const body = `{"name":"${astral.repeat(100)}","password":"${astral.repeat(1024)}","current_password":"${astral.repeat(1024)}"}`;
    const headers = { "content-type": "application/json", cookie: "pathform_session=a-user" };
    const reply = await fetch(`${gateway.url}/api/auth/me/`, { method: "PATCH", headers, body });
    expect(reply.status).toBe(200);
  });

  test("is rejected over 32 KiB with 413 and a closed connection", async () => {
    const body = `{"email":"a@example.com","password":"${"x".repeat(33_000)}"}`;
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    gateway.called.length = 0;
    for (const request of [
      post(`Content-Length: ${body.length}`) + body,
      post("Transfer-Encoding: chunked") + chunked,
    ]) {
      const answer = await raw(request);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(detailOf(answer)).toContain("larger than 32 KiB");
    }
    expect(gateway.called).not.toContain("auth.login");
  });

  test("shows the response to a client that is still sending", async () => {
    const socket = await open();
    const length = 32 * 1024 * 1024;
    socket.write(post(`Content-Length: ${length}`));
    socket.write(Buffer.alloc(length));
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 .*\}$/s);
    expect(gateway.requests.at(-1)?.socket.bytesRead).toBeLessThan(1024 * 1024);
  });

  test("isn't kept while its rejection waits", async () => {
    const kept = await keptOf(100, post("Content-Length: 50000") + "x".repeat(sent));
    expect(kept.reduce((sum, bytes) => sum + bytes)).toBe(0);
  });

  test("is kept without a length only for admitted requests", async () => {
    const chunk = `${sent.toString(16)}\r\n${"x".repeat(sent)}\r\n`;
    const kept = await keptOf(100, post("Transfer-Encoding: chunked") + chunk);
    expect(kept.filter((bytes) => bytes > 0).length).toBeLessThanOrEqual(60);
  });
});

test("serves a form whose slug became the path of another endpoint", async () => {
  const path = `${gateway.url}/api/v2/r/resume/`;
  expect(await (await fetch(path)).json()).toMatchObject({ form: { slug: "resume" } });
  const { status, headers } = await fetch(path, { method: "DELETE" });
  expect([status, headers.get("allow")]).toEqual([405, "HEAD, POST, GET"]);
});
