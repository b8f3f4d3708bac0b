import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { sentSubjects } from "../../shared/bus/rights.ts";

/** Each service's user of NATS may send requests to the services that its code calls, and to no others (SECURITY.md). */
const root = join(import.meta.dirname, "../..");
const conf = readFileSync(join(root, "deploy/nats/nats.conf"), "utf8");
const services = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"];

function granted(service: string): string[] {
  const [, user = ""] = conf.split(`user: ${service},`);
  const [publish = ""] = user.split("subscribe:");
  return [...publish.matchAll(/REQ\.(\w+)\.>/g)].map(([, name]) => name ?? "").sort();
}

function called(service: string): string[] {
  const files = globSync(`services/${service}/**/*.ts`, { cwd: root });
  const text = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const names = [...text.matchAll(/\b(?:call|tell|action:?|GET:|POST:)\s*\(?\s*(?:\{ action: )?"(\w+)\.\w+"/g)];
  return [...new Set(names.map(([, name]) => name ?? ""))]
    .filter((name) => services.includes(name) && name !== service)
    .sort();
}

test.each(services)("%s", (service) => {
  expect(granted(service)).toEqual(called(service));
  const sent = (sentSubjects[service] ?? []).filter((subject) => subject.startsWith("REQ."));
  expect(sent.map((subject) => subject.slice("REQ.".length)).sort()).toEqual(called(service));
});
