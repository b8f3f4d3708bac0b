import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pathform-secrets-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Loads the module with these variables. */
async function secretsWith(variables: Record<string, string>) {
  jest.resetModules();
  for (const name of ["DATABASE_URL", "INTEGRATIONS_DATABASE_URL", "SECRETS_KEY", "DATA_DIR"]) delete process.env[name];
  Object.assign(process.env, variables);
  return import("../../shared/platform/sealing.ts");
}

const keyOf = (fill: number) => Buffer.alloc(32, fill).toString("base64");

test("opens a sealed text only with the same key and owner, and reveals nothing", async () => {
  const secrets = await secretsWith({ SECRETS_KEY: keyOf(1) });
  const sealed = secrets.seal("sesame ☃", "row/field");
  expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9_-]+$/);
  expect(secrets.seal("sesame ☃", "row/field")).not.toBe(sealed);
  expect(secrets.unseal(sealed, "row/field")).toBe("sesame ☃");
  expect(() => secrets.unseal(sealed, "row/other")).toThrow();
  const tampered = `${sealed.slice(0, -2)}${sealed.endsWith("AA") ? "BB" : "AA"}`;
  expect(() => secrets.unseal(tampered, "row/field")).toThrow();
  const other = await secretsWith({ SECRETS_KEY: keyOf(2) });
  expect(() => other.unseal(sealed, "row/field")).toThrow(/needs the key [0-9a-f]{8}/);
});

test("creates the key once for an embedded database, readable only by its owner", async () => {
  const folder = join(dataDir, "new");
  const first = await secretsWith({ DATA_DIR: folder });
  const sealed = first.seal("sesame", "row/field");
  const file = join(folder, "secrets.key");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const content = await readFile(file, "utf8");
  const second = await secretsWith({ DATA_DIR: folder });
  expect(second.unseal(sealed, "row/field")).toBe("sesame");
  expect(await readFile(file, "utf8")).toBe(content);
});

test("stops the start without a key for another database, and names the variable", async () => {
  const secrets = await secretsWith({ DATABASE_URL: "postgresql://127.0.0.1:1/none", DATA_DIR: dataDir });
  expect(() => secrets.secretsKey()).toThrow(/^SECRETS_KEY is required/);
});
