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

/** The pages are built where Vite is, by whoever starts first; without Vite and without pages the API works alone. */
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

/** The product's files in a folder of their own, nothing built. */
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

/** A build takes as long as all else here: these tests look at one. */
describe("where nothing is built", () => {
  let folder: string;
  let built: string;
  let product: Started;
  beforeAll(async () => {
    folder = copyOfProduct();
    // the dashboard would be most of the build, and what this is about is who builds, and when
    writeFileSync(join(folder, "services/web/dashboard/app/main.tsx"), "document.title = 'Pathform';");
    built = join(folder, "services/web/dist");
    product = await start(folder);
  });

  test("takes turns: of two at once one builds, and the other finds it done", async () => {
    await eventually(() => expect(existsSync(`${built}.next`)).toBe(true));
    const other = await run(folder, ["services/web/build.ts", "--if-stale"]);
    expect(await other.ended).toBe(0);
    await product.untilReady();
    const said = product.log() + readFileSync(other.log, "utf8");
    expect(said.match(/Pages built/g)).toHaveLength(1);
    expect([existsSync(join(built, "stamp.json")), existsSync(`${built}.next`)]).toEqual([true, false]);
  });

  test("builds what is not built, and is ready with it", async () => {
    await product.untilReady();
    expect(product.log()).toContain("Pages built");
    const page = await fetch(`${product.url}/f/none`);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("without pages, bundles and what builds them, the API is served alone and the log says why", async () => {
    // what its first start has compiled is compiled for this one
    await product.stop();
    rmSync(built, { recursive: true });
    for (const name of ["vite", "esbuild", ".cache"]) unlinkSync(join(folder, "node_modules", name));
    const { url, log, untilReady } = await start(folder);
    await untilReady();
    const page = await fetch(`${url}/f/none`);
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await page.json()).toEqual({ detail: expect.stringContaining("The API works.") });
    expect((await fetch(`${url}/api/v2/r/none/`)).status).toBe(404);
    expect(log()).toContain("they are not built (npm run web)");
  });
});
