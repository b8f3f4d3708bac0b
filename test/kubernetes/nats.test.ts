import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { containersOf, nameOf, render } from "../../deploy/kubernetes/tools/render.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { lastLines, startProcess } from "../support/processes.ts";
import { serviceNames } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { findProgram } from "../support/servers.ts";

const root = join(import.meta.dirname, "../..");

test("a kubelet can ask NATS for its health at the address of the pod", async () => {
  const nats = render(join(root, "deploy/kubernetes/overlays/production")).find(
    (manifest) => nameOf(manifest) === "StatefulSet nats",
  );
  const [container] = containersOf(nats?.spec.template);
  const { path } = container?.readinessProbe.httpGet ?? {};
  const folder = mkdtempSync(join(runFolder(), "nats-"));
  for (const file of ["nats.conf", "tls.conf"]) copyFileSync(join(root, "deploy/nats", file), join(folder, file));
  const [port, monitor] = [await stablePort(), await stablePort()];
  // another address than the default one of a loopback
  const args = ["-c", join(folder, "nats.conf"), "-a", "127.0.0.2", "-p", String(port), "-m", String(monitor)];
  const env = Object.fromEntries(serviceNames.map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, `the${name}`]));
  const server = await startProcess({ name: "nats", command: findProgram("nats-server") ?? "nats-server", args, env });
  try {
    await eventually(async () => {
      if (!server.isRunning()) throw new Error(lastLines(server.log));
      expect((await fetch(`http://127.0.0.2:${monitor}${path}`)).status).toBe(200);
    });
  } finally {
    await server.kill();
  }
});
