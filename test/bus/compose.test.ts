import { expect, test } from "@jest/globals";
import { readEnv, variables } from "../../shared/platform/env.ts";
import { readCompose, readDockerfile, readManifests } from "../support/compose.ts";
import { serviceNames } from "../support/product.ts";

/** The deployment as it is written; it is run in test/bus/secured.test.ts. */
const compose = readCompose();
const dockerfile = readDockerfile();
const ours = Object.entries(compose).filter(([, service]) => service.image === "pathform");

test("each container of ours but the migration is one of the services", () => {
  expect(ours.map(([name]) => name).filter((name) => name !== "migrate")).toEqual([...serviceNames]);
});

test("every variable that an operator is shown is one that processes read, with a value that they take", () => {
  const manifests = readManifests("settings.yaml");
  const named = [
    ...ours.flatMap(([, { environment = {} }]) => Object.keys(environment)),
    ...Object.keys(dockerfile.env).filter((name) => name !== "NODE_ENV"),
    ...manifests.flatMap(({ data, stringData }) => Object.keys(data ?? stringData ?? {})),
  ];
  // Moleculer's own
  expect(named.filter((name) => name !== "NAMESPACE" && !(name in variables))).toEqual([]);
  for (const [, { environment }] of ours) expect(() => readEnv({ ...dockerfile.env, ...environment })).not.toThrow();
  const [, { data }, { stringData }] = manifests;
  expect(() => readEnv({ ...dockerfile.env, ...data, ...stringData })).not.toThrow();
});

test("each container names itself to NATS as the service that it is", () => {
  const users = serviceNames.map((name) => new URL(compose[name]?.environment?.NATS_URL ?? "").username);
  expect(users).toEqual([...serviceNames]);
  const passwords = serviceNames.map((name) => `NATS_${name.toUpperCase()}_PASSWORD`);
  expect(Object.keys(compose.nats?.environment ?? {})).toEqual(passwords);
});

test("ports are the ones that processes listen on", () => {
  const { PORT, OPS_PORT } = compose.gateway?.environment ?? {};
  expect(compose.gateway?.ports).toEqual([`3000:${PORT}`]);
  expect(dockerfile.exposed).toEqual([Number(PORT), Number(OPS_PORT)]);
});
