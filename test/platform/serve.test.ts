import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { startProcess } from "../support/processes.ts";

/** Broker options of a started process (deploy/serve.mjs). */
async function optionsOf(env: Record<string, string>): Promise<unknown> {
  const args = ["deploy/serve.mjs", "test/fixtures/broker"];
  const cwd = join(import.meta.dirname, "../..");
  const { ended, log } = await startProcess({ name: "options", command: process.execPath, args, env, cwd });
  expect(await ended).toBe(0);
  return JSON.parse(readFileSync(log, "utf8"));
}

test("takes only NAMESPACE of all broker options from the environment", async () => {
  const options = { requestTimeout: 15_000, heartbeatTimeout: 4, circuitBreaker: true };
  expect(await optionsOf({})).toEqual({ namespace: "", ...options });
  const others = {
    REQUESTTIMEOUT: "1",
    REQUEST_TIMEOUT: "1",
    HEARTBEATTIMEOUT: "1",
    MOL_REQUEST_TIMEOUT: "1",
    MOL_CIRCUIT_BREAKER__ENABLED: "false",
    MOLECULER_CONFIG: "other.config.mjs",
    SERVICES: "services/forms",
    SERVICEDIR: "services",
  };
  expect(await optionsOf({ NAMESPACE: "2026", ...others })).toEqual({ namespace: "2026", ...options });
});
