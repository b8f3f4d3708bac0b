import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { subjectsOf } from "../../shared/bus/contract/subjects.ts";

/** Each service's user of NATS may send and hear what the contract says, and nothing else (SECURITY.md). */
const root = join(import.meta.dirname, "../..");
const conf = readFileSync(join(root, "deploy/nats/nats.conf"), "utf8");
const services = ["gateway", "auth", "forms", "sessions", "analytics", "integrations"];

function granted(service: string) {
  const [, user = ""] = conf.split(`user: ${service},`);
  const [, sends = "", hears = ""] = user.split(/publish:|subscribe:/);
  const quoted = (text: string) =>
    [...text.matchAll(/"(?:MOL-pathform\.)?([^"]+)"/g)].map(([, name]) => name ?? "").sort();
  return { sends: quoted(sends), hears: quoted(hears.split("]")[0] ?? "") };
}

const codeOf = (service: string): string =>
  globSync(`services/${service}/**/*.ts`, { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");

/** Returns the services that a service's code calls. */
function called(service: string): string[] {
  const pattern = /\b(?:call|tell|action:?|GET:|POST:)\s*\(?\s*(?:\{ action: )?"(\w+)\.\w+"/g;
  const names = [...codeOf(service).matchAll(pattern)].map(([, name]) => name ?? "");
  return [...new Set(names)].filter((name) => services.includes(name) && name !== service);
}

/** Returns the services that hear an event of a service's code, and its own copies, whose loops it wakes. */
function told(service: string): string[] {
  const events = [...codeOf(service).matchAll(/\.emit\("(\w+\.\w+)"/g)].map(([, name]) => new RegExp(`"${name}"[:(]`));
  const hearing = services.filter((other) => events.some((event) => event.test(codeOf(other))));
  return service === "gateway" ? [] : [service, ...hearing];
}

test.each(services)("%s has the rights that its code needs", (service) => {
  const { sends, hears } = subjectsOf([service]);
  expect(granted(service)).toEqual({ sends: sends.sort(), hears: [...hears, "_INBOX.>"].sort() });
  const to = (kind: string) =>
    sends.flatMap((subject) => (subject.startsWith(`${kind}.`) ? [subject.split(".")[1]] : [])).sort();
  expect(to("REQ")).toEqual(called(service).sort());
  expect(to("EVENT")).toEqual(told(service).sort());
});
