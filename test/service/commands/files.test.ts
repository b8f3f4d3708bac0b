import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openDirectory } from "../../../shared/platform/files/directory.ts";
import { connected, migratedDatabase, type TestDatabase } from "../../support/postgres.ts";
import { bareEnvironment } from "../../support/processes.ts";
import { runFolder } from "../../support/run.ts";

/** `npm run files -- missing`, after a restore of the database and of UPLOADS from different moments. */
const launcher = join(import.meta.dirname, "../../../deploy/run.mjs");
let database: TestDatabase;
let uploads: string;
beforeAll(async () => {
  database = await migratedDatabase();
  uploads = mkdtempSync(join(runFolder(), "uploads-"));
});
afterAll(() => database?.drop());

const missing = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done) => {
    const env = { ...bareEnvironment(), DATABASE_URL: database.url, UPLOADS: uploads };
    execFile(process.execPath, [launcher, "commands/files.ts", ...args], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

test("lists files and images whose bytes are missing, and exits with 1", async () => {
  const [kept, lost, deleted, session, image, account] = Array.from({ length: 6 }, () => randomUUID());
  await openDirectory(uploads).write(`files/${kept}`, Readable.from(["bytes"]));
  await connected(database.url, async (client) => {
    const file = `insert into sessions.files (id, session_id, form_id, node_id, url, key, state, created)
      select id, $2, $2, 'papers', '', 'files/' || id, $3, now() from unnest($1::uuid[]) id`;
    await client.query(file, [[kept, lost], session, "stored"]);
    await client.query(file, [[deleted], session, "deleted"]);
  });
  const lines = [`session ${session} node papers file ${lost}`];
  const summary = (count: number) => ({ code: 1, stderr: `Files missing: ${count}\n` });
  expect(await missing("missing")).toEqual({ ...summary(1), stdout: `${lines.join("\n")}\n` });
  await connected(database.url, (client) =>
    client.query(
      `insert into forms.images (id, account_id, key, state, created) values ($1, $2, 'images/x', 'stored', now())`,
      [image, account],
    ),
  );
  lines.push(`account ${account} image ${image}`);
  expect(await missing("missing")).toEqual({ ...summary(2), stdout: `${lines.join("\n")}\n` });
});

test("exits with one clear line for other words", async () => {
  expect(await missing()).toEqual({ code: 1, stdout: "", stderr: "Usage: npm run files -- missing\n" });
});
