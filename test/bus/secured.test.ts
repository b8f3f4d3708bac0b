import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, type NatsConnection } from "nats";
import { expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { stablePort } from "../support/ports.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { type Product, serviceNames, startProduct } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { runFolder } from "../support/run.ts";
import { findProgram } from "../support/servers.ts";
import { questionnaire, register } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** The bus with deploy/nats/nats.conf: TLS, and a user for each service. */
const graph = questionnaire("nps");
const folder = mkdtempSync(join(runFolder(), "nats-"));
const certificate = join(folder, "tls.crt");
const key = join(folder, "tls.key");
const passwordOf = (service: string) => `the${service}password`;

let port: number;
let nats: Process;
let product: Product;
let receiver: Receiver;

beforeAll(async () => {
  [port, receiver] = [await stablePort(), await startReceiver()];
  nats = await startNats();
  const envOf = (name: string) => ({
    NATS_URL: `tls://${name}:${passwordOf(name)}@localhost:${port}`,
    NAMESPACE: "pathform",
    NODE_EXTRA_CA_CERTS: certificate,
  });
  product = await startProduct({ way: "many", envOf });
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await receiver?.close();
  await nats?.kill();
}, 60_000);

async function startNats(): Promise<Process> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
  copyFileSync(join(import.meta.dirname, "../../deploy/nats/nats.conf"), join(folder, "nats.conf"));
  writeFileSync(join(folder, "tls.conf"), `tls { cert_file: "${certificate}", key_file: "${key}" }\n`);
  const passwords = serviceNames.map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, passwordOf(name)]);
  const args = [
    "-c",
    join(folder, "nats.conf"),
    "-a",
    "127.0.0.1",
    "-p",
    String(port),
    "-m",
    String(await stablePort()),
  ];
  const command = findProgram("nats-server") ?? "nats-server";
  const server = await startProcess({ name: "nats-secured", command, args, env: Object.fromEntries(passwords) });
  await eventually(async () => {
    if (!server.isRunning()) throw new Error(lastLines(server.log));
    await (await connectAs("gateway")).close();
  });
  return server;
}

const connectTo = (options: { user?: string; pass?: string }): Promise<NatsConnection> =>
  connect({ servers: `localhost:${port}`, tls: { caFile: certificate }, reconnect: false, ...options });
const connectAs = (user: string) => connectTo({ user, pass: passwordOf(user) });

test("an owner publishes, a respondent completes, the receiver hears of it and the owner reads it", async () => {
  const owner = await register(product.url);
  const webhook = { name: "Receiver", config: { url: receiver.url } };
  const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
  const slug = await publishForm(owner, graph);
  const attachment = { integration_id: integration.id, events: ["session.completed"] };
  await expecting(201, owner.post(`/api/v2/form/${slug}/integrations/`, attachment));
  const load = startLoad({ urls: [product.url], slug, graph, respondents: 2 });
  await load.succeed(20);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
  const found = await verify(load, { url: product.url, slug, key: owner.key });
  expect(found.problems).toEqual([]);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0), 20);
}, 60_000);

test("a stranger is refused, with a service's name too", async () => {
  await expect(connectTo({})).rejects.toThrow(/Authorization/);
  await expect(connectTo({ user: "auth", pass: "guessed" })).rejects.toThrow(/Authorization/);
  await expect(connect({ servers: `localhost:${port}`, reconnect: false, timeout: 2_000 })).rejects.toThrow();
});

test("a service hears nothing that is asked of another, and cannot ask what is not its own", async () => {
  const connection = await connectAs("integrations");
  const refused: string[] = [];
  const heard = connection.subscribe("MOL-pathform.REQ.auth.>", {
    callback: (error) => error && refused.push(error.message),
  });
  await connection.flush();
  await eventually(() => expect(refused).toEqual([expect.stringMatching(/Permissions Violation/)]));
  expect(heard.getReceived()).toBe(0);
  const violation = (async () => {
    for await (const { type, data } of connection.status()) if (type === "error") return data;
  })();
  connection.publish("MOL-pathform.REQ.analytics.anybody", "{}");
  expect(await violation).toBe("PERMISSIONS_VIOLATION");
  await connection.close();
});
