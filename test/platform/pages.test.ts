import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, type TestDatabase, testSecretsKey } from "../support/postgres.ts";
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

/** The product's files in a folder of their own, nothing built, and its packages but these. */
function copyOfProduct(without: string[] = []): string {
  const folder = mkdtempSync(join(runFolder(), "product-"));
  const filter = (path: string) => !path.startsWith(join(root, "services/web/dist"));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!without.includes(name)) symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

const build = (cwd: string): Promise<Process> =>
  startProcess({ name: "web", command: process.execPath, args: ["services/web/build.ts", "--if-stale"], cwd });

describe("building", () => {
  test("takes turns: of two at once one builds, and the other finds it done", async () => {
    const folder = copyOfProduct();
    const builds = await Promise.all([build(folder), build(folder)]);
    expect(await Promise.all(builds.map(({ ended }) => ended))).toEqual([0, 0]);
    const said = builds.map(({ log }) => readFileSync(log, "utf8")).join("");
    expect(said.match(/Pages built/g)).toHaveLength(1);
    expect(existsSync(join(folder, "services/web/dist/stamp.json"))).toBe(true);
    expect(existsSync(join(folder, "services/web/dist.next"))).toBe(false);
  });
});

describe("starting", () => {
  let database: TestDatabase;
  let running: Process | undefined;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterEach(async () => {
    await running?.kill("SIGTERM");
    expect(await running?.ended).toBe(0);
  });
  afterAll(() => database.drop());

  async function start(cwd: string): Promise<string> {
    const port = await stablePort();
    const env = { PORT: String(port), DATABASE_URL: database.url, SECRETS_KEY: testSecretsKey, LOG_FORMAT: "json" };
    const args = ["deploy/serve.mjs", "services"];
    running = await startProcess({ name: "pages", command: process.execPath, args, env, cwd });
    return `http://127.0.0.1:${port}`;
  }

  const untilReady = (url: string) =>
    eventually(async () => {
      const { status } = await fetch(`${url}/readyz`);
      if (status !== 200) throw new Error(`not ready: ${lastLines(running?.log ?? "")}`);
    }, 60);

  test("builds what is not built, and is ready with it", async () => {
    const url = await start(copyOfProduct());
    await untilReady(url);
    const page = await fetch(`${url}/f/none`);
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("without pages and without what builds them, the API is served alone and the log says why", async () => {
    const url = await start(copyOfProduct(["vite"]));
    await untilReady(url);
    const page = await fetch(`${url}/f/none`);
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "60"]);
    expect(await page.json()).toEqual({ detail: expect.stringContaining("The API works.") });
    expect((await fetch(`${url}/api/v2/r/none/`)).status).toBe(404);
    expect(readFileSync(running?.log ?? "", "utf8")).toContain("they are not built (npm run web)");
  });
});
