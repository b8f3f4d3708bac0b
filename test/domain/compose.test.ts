import { expect, test } from "@jest/globals";
import { isKnown, readEnv } from "../../shared/platform/env.ts";
import { readCompose, readDockerfile } from "../support/compose.ts";
import { serviceNames } from "../support/product.ts";

/** Variables and ports of docker-compose.yml. test/bus/secured.test.ts runs its containers. */
const compose = readCompose();
const dockerfile = readDockerfile();
const ours = Object.entries(compose).filter(([, service]) => service.image === "pathform");

test("sets only known variables with valid values", () => {
  const named = [
    ...ours.flatMap(([, { environment = {} }]) => Object.keys(environment)),
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

test("gives NATS a password for each service", () => {
  const passwords = serviceNames.map((name) => `NATS_${name.toUpperCase()}_PASSWORD`);
  expect(Object.keys(compose.nats?.environment ?? {})).toEqual(passwords);
});
