import { execFile } from "node:child_process";
import { join } from "node:path";
import { bareEnvironment } from "./processes.ts";

const command = join(import.meta.dirname, "../../deploy/run.mjs");

/** Runs `npm run secrets -- rotate` with these settings, by default on this test's database. */
export function rotate(env: Record<string, string>): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { env: { ...bareEnvironment(), DATABASE_URL: process.env.DATABASE_URL ?? "", ...env } };
  return new Promise((done) => {
    execFile(process.execPath, [command, "commands/secrets.ts", "rotate"], options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
