import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Sent } from "../../../services/integrations/outgoing/request.ts";
import { type Outgoing, type OutgoingOptions, openOutgoing } from "../../../services/integrations/outgoing/send.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

/** Outgoing requests, with a local listener that must see nothing (decisions §7 Addresses). */
let receiver: Receiver;
const opened: Outgoing[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await Promise.all(opened.map((outgoing) => outgoing.close()));
  await receiver.close();
});

function open(options: Partial<OutgoingOptions> = {}): Outgoing {
  const outgoing = openOutgoing({ timeoutMs: 20_000, allowPrivate: false, ...options });
  opened.push(outgoing);
  return outgoing;
}

const post = (outgoing: Outgoing, url: string, verifySsl = true): Promise<Sent> =>
  outgoing.within(20_000)({ method: "POST", url, headers: {}, body: "{}", verify_ssl: verifySsl });
const named =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** Hosts that all lead to the listener. */
const literals = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "017700000001",
  "0177.0.0.01",
  "%31%32%37.0.0.1",
  "１２７.０.０.１",
  "127。0。0。1",
  "0.0.0.0",
  "0",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
];

describe.each(literals)("http://%s", (host) => {
  test("is refused before a connection", async () => {
    const before = receiver.connections();
    const sent = await post(open(), `http://${host}:${receiver.port}/`);
    expect(sent).toMatchObject({ kind: "failed", reason: "address_refused" });
    expect(receiver.connections()).toBe(before);
  });

  test("is reached when private addresses are allowed", async () => {
    const sent = await post(open({ allowPrivate: true }), `http://${host}:${receiver.port}/`);
    expect(sent).toMatchObject({ kind: "answered", status: 200 });
  });
});

test.each([
  "[::1]",
  "[::]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "169.254.169.254",
  "10.0.0.1",
])("refuses http://%s", async (host) => {
  const sent = await post(open(), `http://${host}:${receiver.port}/`);
  expect(sent).toMatchObject({ kind: "failed", reason: "address_refused" });
});

describe("a host name", () => {
  test.each(["localhost", "LOCALHOST"])("%s is refused, also by the system's resolver", async (name) => {
    const before = receiver.connections();
    expect(await post(open(), `http://${name}:${receiver.port}/`)).toMatchObject({ reason: "address_refused" });
    expect(receiver.connections()).toBe(before);
  });

  test.each([
    ["one private address", ["127.0.0.1"]],
    ["only private addresses", ["127.0.0.1", "10.0.0.1", "::1"]],
    ["a mapped one", ["::ffff:127.0.0.1"]],
  ])("that resolves to %s is refused", async (_name, addresses) => {
    const before = receiver.connections();
    const sent = await post(open({ resolve: named(...addresses) }), `http://inside.example:${receiver.port}/`);
    expect(sent).toMatchObject({ kind: "failed", reason: "address_refused" });
    expect(receiver.connections()).toBe(before);
  });

  test("that resolves to a public and a private address uses only the public one", async () => {
    const before = receiver.connections();
    const sent = await post(open({ resolve: named("2d00::1", "127.0.0.1") }), `http://both.example:${receiver.port}/`);
    expect(sent.kind).toBe("failed");
    expect(receiver.connections()).toBe(before);
  });

  test("is resolved once per connection, and only the checked address is used", async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "2d00::1" : "127.0.0.1", family: asked === 1 ? 6 : 4 }];
    };
    const before = receiver.connections();
    const outgoing = open({ resolve });
    await post(outgoing, `http://changing.example:${receiver.port}/`);
    expect(asked).toBe(1);
    expect(await post(outgoing, `http://changing.example:${receiver.port}/`)).toMatchObject({
      reason: "address_refused",
    });
    expect(receiver.connections()).toBe(before);
  });
});

test.each(["ftp://127.0.0.1/", "file:///etc/passwd", "data:text/plain,x", "http://", "//127.0.0.1", "javascript:1"])(
  "rejects the URL %s",
  async (url) => expect(await post(open({ allowPrivate: true }), url)).toMatchObject({ reason: "bad_request" }),
);

test.each(["user@", "user:secret@", "example.com@"])(
  "refuses http://%s… with user info, whatever the host",
  async (userinfo) => {
    const before = receiver.connections();
    const sent = await post(open({ allowPrivate: true }), `http://${userinfo}127.0.0.1:${receiver.port}/`);
    expect(sent).toMatchObject({ kind: "failed", reason: "bad_request" });
    expect(receiver.connections()).toBe(before);
  },
);

describe("over TLS", () => {
  const folder = join(import.meta.dirname, "../../fixtures/tls");
  const tls = {
    key: readFileSync(join(folder, "key.pem"), "utf8"),
    cert: readFileSync(join(folder, "cert.pem"), "utf8"),
  };

  test("verifies certificates unless the integration turns that off", async () => {
    const secure = await startReceiver(undefined, { tls });
    const outgoing = open({ allowPrivate: true });
    expect(await post(outgoing, secure.url)).toMatchObject({ kind: "failed", reason: "connection" });
    expect(await post(outgoing, secure.url, false)).toMatchObject({ kind: "answered", status: 200 });
    // not over the unverified connection
    const again = await post(outgoing, secure.url);
    expect(again).toMatchObject({ kind: "failed" });
    expect(JSON.stringify(again)).toContain("certificate");
    expect(secure.received).toHaveLength(1);
    await secure.close();
  });
});

test("shares one timeout, which starts before the first request", async () => {
  const receiver = await startReceiver((response) => response.end());
  const outgoing = open({ allowPrivate: true });
  const request = { method: "GET", url: receiver.url, headers: {}, body: null } as const;
  const late = outgoing.within(200);
  await sleep(250);
  expect((await late(request)).kind).toBe("failed");
  expect((await outgoing.within(30_000)(request)).kind).toBe("answered");
  await receiver.close();
});
