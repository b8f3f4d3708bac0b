import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { bareEnvironment } from "../support/processes.ts";

/** A process loads only the modules that it needs, because each copy keeps them in memory. */
const root = join(import.meta.dirname, "../..");

/** Returns the modules that a process with these loads. */
function loadedBy(...modules: string[]): string[] {
  const script = modules.map((module) => `await import(${JSON.stringify(join(root, module))});`).join("\n");
  const hook = join(root, "test/support/loadedModules.ts");
  const env = { ...bareEnvironment(), NATS_URL: "nats://127.0.0.1:1", DATABASE_URL: "postgres://127.0.0.1:1/none" };
  const args = ["--disable-warning=ExperimentalWarning", "--import", hook, "--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" }));
}

const database = "shared/platform/database/open.ts";

test.each([
  ["sessions", /@mikro-orm|kysely|shared\/languages\/(?!\w+\.ts)|services\/(?!sessions\/)/],
  ["analytics", /@mikro-orm|kysely|services\/(?!analytics\/)/],
])("%s loads no ORM and nothing of other services until it has to migrate", (name, needless) => {
  const loaded = loadedBy(`services/${name}/${name}.service.ts`, database);
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((url) => needless.test(url))).toEqual([]);
});

test("the gateway loads neither the API's document nor the guides' renderer until they are asked for", () => {
  const needless =
    /@mikro-orm|kysely|\/marked\/|gateway\/openapi\/document|\.texts\.ts|swagger-ui-dist\/(?!package.json)/;
  const loaded = loadedBy("services/gateway/gateway.service.ts");
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((url) => needless.test(url))).toEqual([]);
});
