import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { revision } from "../../shared/platform/ops/revision.ts";
import { client, expecting, publishForm, type Reply } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { startReceiver } from "../support/receiver.ts";
import { runFolder } from "../support/run.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";

/** The gateway's log of requests. */
const accessLogs: Record<string, string> = { gateway: "all", "gateway-2": "errors", "gateway-3": "off" };
let product: Product;
let owner: Stage["owner"];

beforeAll(async () => {
  product = await startProduct({
    way: "many",
    others: ["auth", "forms", "analytics", "integrations"],
    copies: ["gateway-2", "gateway-3"],
    envOf: (name) => ({ ACCESS_LOG: accessLogs[name] ?? "all" }),
    env: { ALLOW_PRIVATE_DESTINATIONS: "true" },
    ownServers: true,
  });
  owner = await register(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

type Line = Record<string, unknown>;

const linesOf = (name: string): Line[] => {
  const text = readFileSync(product.processes.get(name)?.log ?? "", "utf8");
  return text
    .trim()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
};

const of = (name: string, requestId: string) => linesOf(name).filter((line) => line.request_id === requestId);

/** Waits for the line of a request, which is written after its response. */
const lineOf = ({ headers }: Reply): Promise<Line> =>
  eventually(() => {
    const [line] = of("gateway", String(headers.get("x-request-id")));
    if (!line) throw new Error("The request has no line yet.");
    return line;
  });

/** Runs the commands of "Follow a request" in docs/operate/monitor.md. Returns what the last one prints. */
function follow(requestId: string): Line[] {
  const manual = readFileSync("docs/operate/monitor.md", "utf8");
  const [, script = ""] = /## Follow a request\n.*?```sh\n(.*?)```/s.exec(manual) ?? [];
  const logs = [...product.processes.values()].map(({ log }) => log);
  const here = script.replace(
    "kubectl -n pathform logs -l app.kubernetes.io/name=pathform --tail=-1 >logs",
    'cat "$@" >logs',
  );
  expect(here).not.toBe(script);
  const folder = mkdtempSync(join(runFolder(), "logs-"));
  const text = here.replace("<X-Request-Id>", requestId);
  const printed = execFileSync("bash", ["-euc", text, "bash", ...logs], { cwd: folder, encoding: "utf8" });
  return printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("the request log", () => {
  it("leads from a respondent's request to the deliveries of its session", async () => {
    const receiver = await startReceiver();
    try {
      const slug = await publishForm(owner, sampleForm("nps").graph);
      const webhook = { name: "Receiver", config: { url: receiver.url } };
      const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
      const attachment = { integration_id: integration.id, events: ["session.started"] };
      await expecting(201, owner.post(`/api/v2/form/${slug}/integrations/`, attachment));
      const { headers, body } = await expecting(201, client({}, product.url).post(`/api/v2/r/${slug}/start/`, {}));
      await eventually(() => expect(receiver.received).toHaveLength(1), 20);
      const eventId = receiver.received[0]?.headers["webhook-id"];
      await eventually(() => {
        const lines = follow(String(headers.get("x-request-id")));
        expect(lines[0]).toMatchObject({ session_id: body.id, route: "/api/v2/r/{slug}/start/", status: 201 });
        expect(lines.at(-1)).toMatchObject({
          session_id: body.id,
          event_id: eventId,
          status: "success",
          response_code: 200,
        });
      });
    } finally {
      await receiver.close();
    }
  }, 60_000);

  it("has the account and form", async () => {
    const slug = await publishForm(owner, sampleForm("nps").graph);
    const form = await expecting(200, owner.get(`/api/v2/form/${slug}/`));
    const me = await expecting(200, client({ cookie: owner.cookie }, product.url).get("/api/auth/me/"));
    const start = await expecting(201, client({}, product.url).post(`/api/v2/r/${slug}/start/`, {}));
    const step = { node_id: start.body.current_node_id, value: null };
    const next = await client({}, product.url).post(`/api/v2/r/session/${start.body.id}/next/`, step);
    const responses = await owner.get(`/api/v2/form/${slug}/responses/`);
    const owned = { account_id: me.body.account_id, form_id: form.body.id };
    expect(me.body.account_id).toEqual(expect.any(String));
    expect(await lineOf(form)).toMatchObject({ ...owned, route: "/api/v2/form/{slug}/", revision });
    expect(await lineOf(responses)).toMatchObject(owned);
    const answered = { form_id: form.body.id, session_id: start.body.id };
    expect(await lineOf(start)).toMatchObject(answered);
    expect(await lineOf(next)).toMatchObject({ ...answered, route: "/api/v2/r/session/{session_id}/next/" });
    expect(await lineOf(me)).toMatchObject({ account_id: me.body.account_id });
    expect(JSON.stringify(linesOf("gateway"))).not.toContain(slug);
  });

  it("has one line per request however often the bus was retried, according to ACCESS_LOG", async () => {
    const ask = (at: number, id: string) =>
      fetch(`${product.urls[at]}/api/v2/r/no-such-form/`, { headers: { "x-request-id": id } });
    await Promise.all([0, 1, 2].map((at) => ask(at, "found")));
    await product.kill("sessions");
    const statuses = await Promise.all([0, 1, 2].map(async (at) => (await ask(at, "retried")).status));
    expect(statuses).toEqual([503, 503, 503]);
    const counts = () => Object.keys(accessLogs).map((name) => [of(name, "found").length, of(name, "retried").length]);
    await eventually(() =>
      expect(counts()).toEqual([
        [1, 1],
        [0, 1],
        [0, 0],
      ]),
    );
    const others = linesOf("gateway").filter(({ level, mod }) => level !== "info" && mod === "broker");
    expect(others).toEqual([]);
    await product.start("sessions");
    await product.untilReady();
  }, 60_000);
});
