import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { type Process, startProcess } from "../support/processes.ts";
import { type Product, startProduct } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { findProgram } from "../support/servers.ts";
import { register } from "../support/stage.ts";

/** The configurations in docs/operate/reverse-proxy.md, on real proxies. */
const guide = readFileSync(join(import.meta.dirname, "../../docs/operate/reverse-proxy.md"), "utf8");
const folder = mkdtempSync(join(runFolder(), "proxy-"));
const certificate = join(folder, "tls.crt");
const key = join(folder, "tls.key");
/** Address of the gateway that isn't an accepted host, so that a proxy that doesn't forward `Host` fails. */
const upstream = "127.0.0.5";
const graph = graphOf(
  [node("table", "file_upload", { accept: ["text/csv"], max_size_mb: 100 }), end("end")],
  [edge("table", "end")],
);
/** Requests per minute of an address. */
const limit = 40;

let port: number;
let product: Product;
let proxy: Process;

beforeAll(() => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
});
afterEach(async () => {
  await proxy?.kill();
  await product?.stop();
});

/** Returns the code block of a language, with the addresses of this test. */
function configurationOf(language: string, changes: Record<string, string>): string {
  const [, text = ""] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms").exec(guide) ?? [];
  expect(text).toContain("forms.example.com");
  return Object.entries({ "127.0.0.1:3000": `${upstream}:${new URL(product.url).port}`, ...changes }).reduce(
    (changed, [from, to]) => changed.replaceAll(from, to),
    text,
  );
}

function startCaddy(): Promise<Process> {
  const site = configurationOf("caddy", {
    "forms.example.com {": `https://localhost:${port} {\n\ttls ${certificate} ${key}`,
  });
  const file = join(folder, "Caddyfile");
  writeFileSync(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  return startProcess({ name: "caddy", command: findProgram("caddy") ?? "caddy", args, env: { HOME: folder } });
}

function startNginx(): Promise<Process> {
  const server = configurationOf("nginx", {
    "/etc/letsencrypt/live/forms.example.com/fullchain.pem": certificate,
    "/etc/letsencrypt/live/forms.example.com/privkey.pem": key,
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "forms.example.com": "localhost",
  });
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"]) mkdirSync(join(folder, name), { recursive: true });
  const paths = [
    `client_body_temp_path ${folder}/body;`,
    ...["proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`),
  ];
  const file = join(folder, "nginx.conf");
  const main = `daemon off; worker_processes 1; user root; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\n`;
  writeFileSync(file, `${main}http {\naccess_log off;\n${paths.join("\n")}\n${server}\n}\n`);
  return startProcess({ name: "nginx", command: findProgram("nginx") ?? "nginx", args: ["-c", file, "-p", folder] });
}

interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request through the proxy, from an address of this machine. */
function send(path: string, from = "127.0.0.1", { headers = {}, body, method = "GET" }: Partial<Request> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>();
  const options = { localAddress: from, ca: readFileSync(certificate), method, headers };
  const sent = httpsRequest(`https://localhost:${port}${path}`, { ...options, family: 4 }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("error", reject);
    response.on("end", () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
  });
  sent.on("error", reject);
  sent.end(body);
  return promise;
}

interface Request {
  method: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

describe.each([
  ["Caddy", startCaddy],
  ["nginx", startNginx],
])("%s as in the guide", (_name, start) => {
  test("keeps hosts, client addresses, uploads and ETags", async () => {
    port = await stablePort();
    product = await startProduct({
      way: "one",
      env: {
        BASE_URL: `https://localhost:${port}`,
        ALLOWED_HOSTS: "localhost,127.0.0.1",
        HOST: "0.0.0.0",
        TRUSTED_PROXIES: "127.0.0.1",
        RATE_LIMITS: "on",
        RATE_LIMIT_PUBLIC_PER_MINUTE: String(limit),
      },
    });
    proxy = await start();
    await eventually(async () => expect((await send("/readyz", "127.0.0.9")).status).toBe(200), 20);

    const owner = await register(product.url);
    const slug = await publishForm(owner, graph);

    const form = await send(`/api/v2/r/${slug}/`, "127.0.0.2");
    expect(form.status).toBe(200);
    const again = { headers: { "if-none-match": String(form.headers.etag) } };
    expect((await send(`/api/v2/r/${slug}/`, "127.0.0.2", again)).status).toBe(304);

    // HTTPS ends at the proxy
    expect(form.headers["strict-transport-security"]).toBeDefined();

    const started = await expecting(201, client({}, product.url).post(`/api/v2/r/${slug}/start/`, {}));
    const table = new FormData();
    table.append("file", new Blob(["a,b\n".repeat(5 * 2 ** 20)], { type: "text/csv" }), "table.csv");
    const encoded = new Response(table);
    const uploaded = await send(`/api/v2/r/session/${started.body.id}/upload/?node_id=table`, "127.0.0.2", {
      method: "POST",
      headers: { "content-type": String(encoded.headers.get("content-type")) },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
    expect([uploaded.status, uploaded.body]).toEqual([201, expect.stringContaining("table.csv")]);

    // each address has its own limit, whatever it says about itself
    const spoofed = { headers: { "x-forwarded-for": "10.1.2.3" } };
    const many = await Promise.all(
      Array.from({ length: limit + 1 }, () => send(`/api/v2/r/${slug}/`, "127.0.0.3", spoofed)),
    );
    expect(many.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await send(`/api/v2/r/${slug}/`, "127.0.0.4", spoofed)).status).toBe(200);
  });
});
