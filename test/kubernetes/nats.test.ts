import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { connect } from "nats";
import { chart, containersOf, type Manifest, nameOf, renderChart } from "../../deploy/kubernetes/tools/render.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { serviceNames } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { findProgram } from "../support/servers.ts";

/** The chart's NATS cluster, with its files and environment, on three addresses of a loopback. */
const program = findProgram("nats-server") ?? "nats-server";
const addresses = [2, 3, 4].map((last) => `127.0.0.${last}`);
let container: Manifest;
let servers: Process[] = [];
let [port, monitor]: number[] = [];

beforeAll(async () => {
  const manifests = renderChart(join(chart, "examples/production.yaml"));
  const find = (name: string) => manifests.find((manifest) => nameOf(manifest) === name) as Manifest;
  container = containersOf(find("StatefulSet nats").spec.template)[0] as Manifest;
  const routes = await stablePort();
  [port, monitor] = [await stablePort(), await stablePort()];
  const passwords = serviceNames.map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, `the${name}`]);
  const urls = addresses.map((address, i) => [`NATS_ROUTE_${i}`, `nats://routes:together@${address}:${routes}`]);
  const env = { NATS_ROUTES_PASSWORD: "together", ...Object.fromEntries([...passwords, ...urls]) };
  const start = async (address: string) => {
    const folder = mkdtempSync(join(runFolder(), "nats-"));
    for (const [name, text] of Object.entries<string>(find("ConfigMap nats").data)) {
      writeFileSync(join(folder, name), text.replace("0.0.0.0:6222", `${address}:${routes}`));
    }
    const own = container.args.map((arg: string) => arg.replace("/etc/nats", folder));
    const args = [...own, "-a", address, "-p", String(port), "-m", String(monitor)];
    return startProcess({ name: "nats", command: program, args, env });
  };
  servers = await Promise.all(addresses.map(start));
});
afterAll(() => Promise.all(servers.map((server) => server.kill())));

async function monitored(address: string, path: string): Promise<Response> {
  for (const server of servers) if (!server.isRunning()) throw new Error(lastLines(server.log));
  return fetch(`http://${address}:${monitor}${path}`);
}

test("a kubelet can ask NATS for its health at the address of the pod", async () => {
  const { path } = container.readinessProbe.httpGet;
  await eventually(async () => expect((await monitored("127.0.0.2", path)).status).toBe(200));
});

test("servers find each other with the routes' password", async () => {
  await eventually(async () => {
    const { routes } = (await (await monitored("127.0.0.2", "/routez")).json()) as { routes: { remote_id: string }[] };
    expect(new Set(routes.map((route) => route.remote_id)).size).toBe(2);
  }, 20);
});

test("a server that stops hands its clients over, and ignores SIGTERM until then", async () => {
  const client = await connect({ servers: `${addresses[0]}:${port}`, user: "gateway", pass: "thegateway" });
  try {
    const [server] = servers as [Process];
    const [, ...stop] = container.lifecycle.preStop.exec.command.map((word: string) =>
      word.replace("ldm=1", `ldm=${server.pid}`),
    );
    execFileSync(program, stop);
    await server.kill("SIGTERM");
    await eventually(() => expect(client.getServer()).not.toContain(addresses[0]), 20);
    await client.flush();
  } finally {
    await client.close();
  }
}, 60_000);
