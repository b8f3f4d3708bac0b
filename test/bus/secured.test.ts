import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { connect as connectTcp, type Socket } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect, type NatsConnection } from "nats";
import { expecting, publishForm } from "../support/api.ts";
import { type Deployment, startDeployment } from "../support/deployment.ts";
import { eventually } from "../support/eventually.ts";
import { isError, type Load, startLoad } from "../support/load.ts";
import { type NatsWithUsers, natsPasswordOf, startNatsWithUsers } from "../support/natsUsers.ts";
import { serviceNames } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { runFolder } from "../support/run.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** The deployment of docker-compose.yml with deploy/nats/nats.conf: TLS and a user per service. */
const { graph } = sampleForm("nps");
const folder = mkdtempSync(join(runFolder(), "nats-"));
const certificate = join(folder, "tls.crt");
const key = join(folder, "tls.key");

let port: number;
let nats: NatsWithUsers;
let product: Deployment;
let owner: Stage["owner"];
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  nats = await startNats();
  ({ port } = nats);
  product = await startDeployment({
    natsUrl: ({ username }) => nats.urlOf(username),
    // a private CA, and a receiver on this host
    env: { NODE_EXTRA_CA_CERTS: certificate, ALLOW_PRIVATE_DESTINATIONS: "true" },
  });
  owner = await register(product.url);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await receiver?.close();
  await nats?.stop();
}, 60_000);

const conf = readFileSync(join(import.meta.dirname, "../../deploy/nats/nats.conf"), "utf8");

function startNats(): Promise<NatsWithUsers> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const made = ["-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...made, ...subject], { stdio: "ignore" });
  return startNatsWithUsers(conf, `tls { cert_file: "${certificate}", key_file: "${key}" }\n`);
}

const connectTo = (options: { user?: string; pass?: string }): Promise<NatsConnection> =>
  connect({ servers: `localhost:${port}`, tls: { caFile: certificate }, reconnect: false, ...options });
const connectAs = (user: string) => connectTo({ user, pass: natsPasswordOf(user) });

test("an owner publishes, a respondent completes, the receiver gets the event and the owner reads the response", async () => {
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
  expect(found.completed).toBe(load.sessions.length);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(0), 20);
}, 60_000);

test("rejects unknown users, even with a service's name", async () => {
  await expect(connectTo({})).rejects.toThrow(/Authorization/);
  await expect(connectTo({ user: "auth", pass: "guessed" })).rejects.toThrow(/Authorization/);
  await expect(connect({ servers: `localhost:${port}`, reconnect: false, timeout: 2_000 })).rejects.toThrow();
});

test("a service can't read others' requests or send requests that it doesn't need", async () => {
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

/** Sends raw bytes to the server. Returns its output until it closes the connection. */
async function say(...lines: string[]): Promise<string> {
  const plain = await openTcp();
  await once(plain, "data");
  const secured = connectTls({ socket: plain, ca: readFileSync(certificate), servername: "localhost" });
  let heard = "";
  secured.setEncoding("utf8").on("error", () => undefined);
  secured.on("data", (text) => {
    heard += text;
  });
  secured.write(`${lines.join("\r\n")}\r\n`);
  await once(secured, "close");
  return heard;
}

async function openTcp(): Promise<Socket> {
  const socket = connectTcp(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

const signedIn = (user: string) => `CONNECT ${JSON.stringify({ verbose: false, user, pass: natsPasswordOf(user) })}`;

/** Checks that respondents get no error during `attack`. */
async function whileServing(attack: () => Promise<void>): Promise<void> {
  const slug = await publishForm(owner, graph);
  const load: Load = startLoad({ urls: [product.url], slug, graph, respondents: 2 });
  await load.succeed(10);
  await attack();
  await load.succeed(20);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
}

test("a thousand unauthenticated clients receive nothing and disturb no one", async () => {
  await whileServing(async () => {
    const silent = await Promise.all(Array.from({ length: 1_000 }, openTcp));
    for (const socket of silent) socket.resume();
    const asked = ["SUB > 1", "SUB MOL-pathform.REQ.auth.> 2", "PUB MOL-pathform.RES.gateway 2", "{}", "PING"];
    const answers = await Promise.all([
      say(...asked),
      say('CONNECT {"verbose":false}', ...asked),
      say('CONNECT {"verbose":false,"user":"gateway","pass":"guessed"}', ...asked),
      say('CONNECT {"verbose":false,"user":"$SYS"}', "SUB $SYS.> 1", "PUB $SYS.REQ.SERVER.PING 0", "", "PING"),
      say(`CONNECT {"name":"${"x".repeat(1024 * 1024)}"}`),
      say(`PUB a ${9 * 1024 * 1024}`),
    ]);
    expect(answers).toEqual(answers.map(() => expect.not.stringMatching(/MSG|PONG/)));
    // the server disconnects clients that never sign in
    await eventually(() => expect(silent.filter(({ closed }) => !closed)).toHaveLength(0), 20);
  });
}, 60_000);

test("one service's password allows only its subjects and max_payload, and invalid messages stop nothing", async () => {
  await whileServing(async () => {
    const me = await connectAs("integrations");
    const nodes = new Set<string>();
    const heartbeats = me.subscribe("MOL-pathform.HEARTBEAT", {
      callback: (_error, { data }) => nodes.add(JSON.parse(`${Buffer.from(data)}`).sender),
    });
    const violations: string[] = [];
    void (async () => {
      for await (const { type, permissionContext } of me.status())
        if (type === "error") violations.push(`${permissionContext?.operation} ${permissionContext?.subject}`);
    })();
    const heard = [">", "*", "MOL-pathform.>", "MOL-pathform.RES.gateway.>", "MOL-pathform.REQ.sessions.>", "$SYS.>"];
    for (const subject of heard) me.subscribe(subject, { callback: () => undefined });
    const told = ["MOL-pathform.REQ.analytics.x", "MOL-pathform.EVENT.forms.x", "$SYS.REQ.SERVER.PING", "$JS.API.INFO"];
    for (const subject of told) me.publish(subject, "{}");
    await eventually(() => expect(violations.length).toBeGreaterThanOrEqual(heard.length + told.length));
    expect(new Set(violations)).toEqual(
      new Set([...heard.map((subject) => `subscription ${subject}`), ...told.map((subject) => `publish ${subject}`)]),
    );
    expect(await say(signedIn("integrations"), `PUB MOL-pathform.RES.gateway ${9 * 1024 * 1024}`)).toMatch(
      /Maximum Payload/,
    );
    await eventually(() => expect(nodes.size).toBe(serviceNames.length));
    heartbeats.unsubscribe();
    const nonsense = [
      "",
      "no JSON",
      "null",
      "[]",
      "{}",
      '{"ver":"5"}',
      '{"ver":"5","sender":"nobody","id":"1"}',
      "b",
      "bbbb",
    ];
    for (const node of nodes)
      for (const text of nonsense)
        for (const subject of [
          `RES.${node}`,
          `PONG.${node}`,
          `INFO.${node}`,
          `DISCOVER.${node}`,
          `REQ.${node}`,
          "INFO",
          "HEARTBEAT",
        ])
          if (subject !== `REQ.${node}` || /sessions|forms|auth/.test(node))
            me.publish(`MOL-pathform.${subject}`, text);
    await me.flush();
    await me.close();
  });
}, 60_000);

test.each(["REQ.forms", "EVENT.sessions"])(
  "a copy that lacks the right %s of its release isn't ready and names it, until nats.conf has it",
  async (right) => {
    const [before = "", own = ""] = conf.split("user: sessions,");
    nats.reload(`${before}user: sessions,${own.replace(`"MOL-pathform.${right}.>",`, "")}`);
    const { opsUrl, process: copy } = await product.startCopy("sessions");
    const refusal = `NATS refused ${right} to sessions: update nats.conf`;
    await eventually(async () => {
      const response = await fetch(`${opsUrl}/readyz`);
      expect([response.status, await response.json()]).toEqual([503, { status: "not ready", waits_for: [refusal] }]);
    }, 60);
    expect(readFileSync(copy.log, "utf8")).toContain(refusal);
    // each scrape asks again whether it is ready
    for (const _ of [1, 2])
      expect(await (await fetch(`${opsUrl}/metrics`)).text()).toContain(`pathform_bus_refused{subject="${right}"} 1`);
    nats.reload(conf);
    await eventually(async () => expect((await fetch(`${opsUrl}/readyz`)).status).toBe(200), 20);
    expect(await (await fetch(`${opsUrl}/metrics`)).text()).not.toContain("pathform_bus_refused{");
  },
  120_000,
);
