import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { signatureHeaders, webhook } from "../../../services/integrations/types/webhook.ts";
import { freePort } from "../../../shared/platform/embedded/postgres.ts";
import { readEnv } from "../../../shared/platform/env.ts";
import { eventually } from "../../support/eventually.ts";
import { type Process, startProcess } from "../../support/processes.ts";
import { runFolder } from "../../support/run.ts";
import { findProgram } from "../../support/servers.ts";

/** The receivers of docs/webhooks.md, run as written there. */
const root = join(import.meta.dirname, "../../..");
const guide = readFileSync(join(root, "docs/webhooks.md"), "utf8");
const secret = webhook.makeSecrets?.().signing_secret ?? "";

interface Language {
  fence: string;
  file: string;
  program: string;
  /** Prepares the receiver once, and returns the command that runs it. */
  run(folder: string): { command: string; args: string[] };
}

const languages: Language[] = [
  {
    fence: "ts",
    file: "receiver.ts",
    program: process.execPath,
    run: () => ({ command: process.execPath, args: ["receiver.ts"] }),
  },
  {
    fence: "python",
    file: "receiver.py",
    program: "python3",
    run: () => ({ command: "python3", args: ["receiver.py"] }),
  },
  {
    fence: "go",
    file: "main.go",
    program: "go",
    run(folder) {
      const built = spawnSync("go", ["build", "-o", "receiver", "main.go"], { cwd: folder, encoding: "utf8" });
      if (built.status !== 0) throw new Error(built.stderr);
      return { command: join(folder, "receiver"), args: [] };
    },
  },
];

const has = (program: string) => program.includes("/") || findProgram(program) !== undefined;

for (const { fence, file, program, run } of languages) {
  const suite = has(program) ? describe : describe.skip;
  suite(`the receiver in ${fence}`, () => {
    let folder: string;
    let running: Process;
    let url: string;

    beforeAll(async () => {
      const code = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
      folder = mkdtempSync(join(runFolder(), "guide-"));
      symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
      writeFileSync(join(folder, file), code);
      const port = await freePort();
      url = `http://127.0.0.1:${port}/`;
      running = await startProcess({
        name: `guide-${fence}`,
        ...run(folder),
        cwd: folder,
        env: { PORT: String(port), WEBHOOK_SECRET: secret },
      });
      await eventually(() => fetch(url, { method: "POST", body: "" }), 60);
    }, 90_000);
    afterAll(async () => {
      await running?.kill();
      rmSync(folder, { recursive: true });
    });

    const post = async (body: string, headers: Record<string, string>) =>
      (await fetch(url, { method: "POST", body, headers })).status;
    const body = JSON.stringify({ type: "session.completed", id: "event-1", timestamp: "", data: {} });
    const signed = (at = new Date(), secrets = [secret]) => signatureHeaders("event-1", at, body, secrets);

    test("accepts events signed with either of two secrets, each once", async () => {
      const other = webhook.makeSecrets?.().signing_secret ?? "";
      expect(await post(body, signed())).toBe(204);
      expect(await post(body, signed(new Date(), [other, secret]))).toBe(204);
      expect(readFileSync(running.log, "utf8").match(/session\.completed event-1/g)).toHaveLength(1);
    });

    test.each<[string, string, Record<string, string>]>([
      ["another body", `${body} `, signed()],
      ["another secret", body, signed(new Date(), [webhook.makeSecrets?.().signing_secret ?? ""])],
      ["an old time", body, signed(new Date(Date.now() - 600_000))],
      ["another id", body, { ...signed(), "webhook-id": "event-2" }],
      ["no signature", body, { "webhook-id": "event-1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) }],
      ["nothing", body, {}],
    ])("refuses %s", async (_name, sent, headers) => {
      expect(await post(sent, headers)).toBe(400);
    });
  });
}

test("has the schedule in its table of retries", () => {
  const words = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"];
  const units = { seconds: 1000, minutes: 60_000, hours: 3_600_000 };
  const delays = words.map((text) => {
    const [count = "", unit = ""] = text.split(" ");
    return Number(count) * units[unit as keyof typeof units];
  });
  expect(delays).toEqual(readEnv({}).DELIVERY_SCHEDULE);
  const rows = [...guide.matchAll(/^\| [2-8](?: and 8)? \| (\d+ \w+)/gm)].map(([, text]) => text);
  expect([...rows, "10 hours"]).toEqual(words);
});
