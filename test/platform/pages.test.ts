import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { migratedDatabase, type TestDatabase, testSecretsKey } from "../support/postgres.ts";
import { lastLines, type Process, startProcess } from "../support/processes.ts";
import { runFolder } from "../support/run.ts";

/** Builds of the pages at startup. Without Vite and pages, the API works alone. */
const root = join(import.meta.dirname, "../..");
const parts = [
  "services",
  "shared",
  "deploy",
  "moleculer.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

/** Copies the product's files to a separate folder without a build. */
function copyOfProduct(): string {
  const folder = mkdtempSync(join(runFolder(), "product-"));
  const filter = (path: string) => !path.startsWith(join(root, "services/web/dist"));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules")))
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  return folder;
}

let database: TestDatabase;
const started: Process[] = [];
beforeAll(async () => {
  database = await migratedDatabase();
});
afterAll(async () => {
  for (const one of started) await one.kill("SIGTERM");
  expect(await Promise.all(started.map(({ ended }) => ended))).toEqual(started.map(() => 0));
  await database.drop();
});

async function run(cwd: string, args: string[], env: Record<string, string> = {}): Promise<Process> {
  const one = await startProcess({ name: "pages", command: process.execPath, args, env, cwd });
  started.push(one);
  return one;
}

interface Started {
  url: string;
  log(): string;
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

async function start(cwd: string): Promise<Started> {
  const port = await stablePort();
  const env = { PORT: String(port), DATABASE_URL: database.url, SECRETS_KEY: testSecretsKey, LOG_FORMAT: "json" };
  const { log, kill } = await run(cwd, ["deploy/serve.mjs", "services"], env);
  const url = `http://127.0.0.1:${port}`;
  const untilReady = () =>
    eventually(async () => {
      const { status } = await fetch(`${url}/readyz`);
      if (status !== 200) throw new Error(`not ready: ${lastLines(log)}`);
    }, 60);
  return { url, log: () => readFileSync(log, "utf8"), untilReady, stop: () => kill("SIGTERM") };
}

const over = /Page budget \\?"embed\\?": \d\.\d kB is over the limit of 0 kB/;

/** These tests share one build, because a build takes as long as all other tests. */
describe("without built pages", () => {
  let folder: string;
  let built: string;
  let product: Started;
  const setBudget = (name: string, kb: number) => {
    const budgets = join(folder, "services/web/build/budgets.ts");
    const text = readFileSync(budgets, "utf8").replace(new RegExp(`(${name}: \\{ kb: )\\d+`), `$1${kb}`);
    writeFileSync(budgets, text);
  };
  beforeAll(async () => {
    folder = copyOfProduct();
    // without the dashboard, which takes most of the build
    writeFileSync(join(folder, "services/web/dashboard/app/main.tsx"), "document.title = 'Pathform';");
    setBudget("embed", 0);
    built = join(folder, "services/web/dist");
    product = await start(folder);
  });

  test("concurrent builds run once, and the other process uses the result", async () => {
    await eventually(() => expect(existsSync(`${built}.next`)).toBe(true));
    const other = await run(folder, ["services/web/build/build.ts", "--if-stale"]);
    expect(await other.ended).toBe(0);
    await product.untilReady();
    const said = product.log() + readFileSync(other.log, "utf8");
    expect(said.match(/Pages built/g)).toHaveLength(1);
    expect([existsSync(join(built, "stamp.json")), existsSync(`${built}.next`)]).toEqual([true, false]);
  });

  test("builds and serves the pages, with a warning if one is over its budget", async () => {
    await product.untilReady();
    expect(product.log()).toContain("Pages built");
    const warnings = product.log().match(/.*"level":"warn".*/g) ?? [];
    expect(warnings).toContainEqual(expect.stringMatching(over));
    const page = await fetch(`${product.url}/f/none`);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("the check fails if a page is over its budget", () => {
    const check = () => {
      const { status, stderr } = spawnSync(process.execPath, ["services/web/build/build.ts", "--check"], {
        cwd: folder,
        encoding: "utf8",
      });
      return { status, stderr };
    };
    expect(check()).toEqual({ status: 1, stderr: expect.stringMatching(over) });
    setBudget("embed", 3);
    expect(check()).toEqual({ status: 0, stderr: "" });
  });

  test("serves the last build if a new one fails, and logs why", async () => {
    await product.stop();
    writeFileSync(join(folder, "services/web/embed/embed.ts"), 'import "./missing.ts";');
    product = await start(folder);
    await product.untilReady();
    expect(product.log()).toMatch(/Failed to build the pages, serving the last build: .*missing\.ts/);
    expect((await fetch(`${product.url}/f/none`)).status).toBe(404);
  });

  test("serves the API only without pages and build tools, and logs why", async () => {
    await product.stop();
    rmSync(built, { recursive: true });
    unlinkSync(join(folder, "node_modules/vite"));
    const { url, log, untilReady } = await start(folder);
    await untilReady();
    const page = await fetch(`${url}/f/none`);
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await page.json()).toEqual({ detail: expect.stringContaining("The API works.") });
    expect((await fetch(`${url}/api/v2/r/none/`)).status).toBe(404);
    expect(log()).toContain("there is no build (npm run web)");
  });
});
