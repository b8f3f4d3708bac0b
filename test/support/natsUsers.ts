import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import { stablePort } from "./ports.ts";
import { lastLines, type Process, startProcess } from "./processes.ts";
import { serviceNames } from "./product.ts";
import { runFolder } from "./run.ts";
import { findProgram } from "./servers.ts";

/** NATS with deploy/nats/nats.conf: a user per service. */
export interface NatsWithUsers {
  port: number;
  /** Returns the NATS_URL of a service, for NAMESPACE=pathform. */
  urlOf(service: string): string;
  /** Replaces nats.conf and reloads it, as an upgrade does. */
  reload(conf: string): void;
  stop(): Promise<void>;
}

export const natsPasswordOf = (service: string): string => `the${service}password`;

/** `tls`: text of tls.conf */
export async function startNatsWithUsers(conf: string, tls = ""): Promise<NatsWithUsers> {
  const [port, monitoringPort] = [await stablePort(), await stablePort()];
  const folder = mkdtempSync(join(runFolder(), "nats-"));
  const write = (text: string) => writeFileSync(join(folder, "nats.conf"), text);
  write(conf);
  writeFileSync(join(folder, "tls.conf"), tls);
  const passwords = serviceNames.map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, natsPasswordOf(name)]);
  const options = ["-a", "127.0.0.1", "-p", String(port), "-m", String(monitoringPort)];
  const server: Process = await startProcess({
    name: "nats-users",
    command: findProgram("nats-server") ?? "nats-server",
    args: ["-c", join(folder, "nats.conf"), ...options],
    env: Object.fromEntries(passwords),
  });
  await eventually(async () => {
    if (!server.isRunning()) throw new Error(lastLines(server.log));
    const response = await fetch(`http://127.0.0.1:${monitoringPort}/healthz`);
    if (!response.ok) throw new Error("NATS isn't ready");
  });
  return {
    port,
    urlOf: (service) => `${tls ? "tls" : "nats"}://${service}:${natsPasswordOf(service)}@localhost:${port}`,
    reload(text) {
      write(text);
      process.kill(server.pid, "SIGHUP");
    },
    stop: () => server.kill(),
  };
}
