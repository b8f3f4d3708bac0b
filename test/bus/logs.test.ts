import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { revision } from "../../shared/platform/ops/revision.ts";
import { client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
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

const lineOf = (route: string): Promise<Line> =>
  eventually(() => {
    const line = linesOf("gateway").findLast((entry) => entry.route === route);
    if (!line) throw new Error(`No line of ${route}`);
    return line;
  });

describe("the request log", () => {
  it("has the account and form", async () => {
    const slug = await publishForm(owner, sampleForm("nps").graph);
    const { body: form } = await expecting(200, owner.get(`/api/v2/form/${slug}/`));
    const { body: me } = await expecting(200, client({ cookie: owner.cookie }, product.url).get("/api/auth/me/"));
    const { body: session } = await expecting(201, client({}, product.url).post(`/api/v2/r/${slug}/start/`, {}));
    const step = { node_id: session.current_node_id, value: null };
    await client({}, product.url).post(`/api/v2/r/session/${session.id}/next/`, step);
    await owner.get(`/api/v2/form/${slug}/responses/`);
    const owned = { account_id: me.account_id, form_id: form.id };
    expect(me.account_id).toEqual(expect.any(String));
    expect(await lineOf("/api/v2/form/{slug}/")).toMatchObject({ ...owned, revision });
    expect(await lineOf("/api/v2/form/{slug}/responses/")).toMatchObject(owned);
    expect(await lineOf("/api/v2/r/{slug}/start/")).toMatchObject({ form_id: form.id });
    expect(await lineOf("/api/v2/r/session/{session_id}/next/")).toMatchObject({ form_id: form.id });
    expect(await lineOf("/api/auth/me/")).toMatchObject({ account_id: me.account_id });
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
