import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { isKnown, readEnv } from "../../shared/platform/env.ts";
import { readCompose, readDockerfile } from "../support/compose.ts";
import { serviceNames } from "../support/product.ts";

/** Variables and ports of docker-compose.yml. test/bus/secured.test.ts runs its containers. */
const compose = readCompose();
const dockerfile = readDockerfile();
const ours = Object.entries(compose).filter(([, service]) => service.image?.startsWith("pathform:"));

test("sets only known variables with valid values", () => {
  const named = [
    ...ours.flatMap(([, { environment = {} }]) =>
      // an empty value takes away another container's password of .env
      Object.keys(environment).filter((name) => environment[name] !== ""),
    ),
    ...Object.keys(dockerfile.env).filter((name) => name !== "NODE_ENV"),
  ];
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
  for (const [, { environment }] of ours) expect(() => readEnv({ ...dockerfile.env, ...environment })).not.toThrow();
});

test("publishes the ports that processes listen on", () => {
  const { PORT, OPS_PORT } = compose.gateway?.environment ?? {};
  expect(compose.gateway?.ports).toEqual([`3000:${PORT}`]);
  expect(dockerfile.exposed).toEqual([Number(PORT), Number(OPS_PORT)]);
});

test("replaces NATS when nats.conf changes", () => {
  const digest = createHash("sha256").update(readFileSync("deploy/nats/nats.conf")).digest("hex").slice(0, 12);
  expect(compose.nats?.labels).toEqual({ "pathform.nats.conf": digest });
});

test("bounds the memory and the log of each container", () => {
  for (const [name, service] of Object.entries(compose)) {
    expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
    expect(service.logging?.options).toEqual({ "max-size": expect.any(String), "max-file": expect.any(String) });
  }
});

test("gives NATS a password for each service", () => {
  const passwords = serviceNames.map((name) => `NATS_${name.toUpperCase()}_PASSWORD`);
  expect(Object.keys(compose.nats?.environment ?? {})).toEqual(passwords);
});
