import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, testSecretsKey } from "../support/postgres.ts";
import { runFolder } from "../support/run.ts";

/**
 * Builds deploy/Dockerfile without a daemon or a registry, on a stand-in for its base: Node.js, npm and five programs of this
 * machine. Packages come from npm's cache, where they are.
 */
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(runFolder(), "build-"));
const minutes = 60_000;
const programs = ["sh", "rm", "mkdir", "chown", "env"];

const buildah = (...args: string[]): string =>
  execFileSync("buildah", ["--root", join(folder, "storage"), "--runroot", join(folder, "run"), ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20 * minutes,
  }).trim();

/** npm's program, also where the tests are started without npm */
const npm =
  process.env.npm_execpath ?? execFileSync("sh", ["-c", "readlink -f $(command -v npm)"], { encoding: "utf8" }).trim();

/** Returns why the image isn't built, or null. A build takes some minutes. */
function obstacle(): string | null {
  if (!process.env.PATHFORM_IMAGE) return "run npm run test:image";
  if (process.getuid?.() !== 0) return "only root can change the root folder";
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
    execFileSync("buildah", ["--version"], { stdio: "ignore" });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
const found = obstacle();
if (found) console.log(`Skipped building the image: ${found}`);
const testWhereItBuilds = found ? test.skip : test;

/** Path of the image's root folder. */
let image = "";

beforeAll(() => {
  if (found) return;
  makeBase(join(folder, "base"));
  buildah("build", "--isolation", "chroot", "--tag", "localhost/base", join(folder, "base"));
  const cache = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
  mkdirSync(cache, { recursive: true });
  buildah(
    ...[
      "build",
      "--isolation",
      "chroot",
      "--network",
      "host",
      "--jobs",
      "2",
      "--pull-never",
      "--volume",
      `${cache}:/npm:rw`,
    ],
    ...["--build-arg", "NODE_IMAGE=localhost/base", "--file", "deploy/Dockerfile", "--tag", "localhost/pathform", "."],
  );
  image = buildah("mount", buildah("from", "--pull-never", "localhost/pathform"));
}, 25 * minutes);
afterAll(() => {
  if (image) buildah("umount", "--all");
  rmSync(folder, { recursive: true, force: true });
}, minutes);

function makeBase(base: string): void {
  const files = join(base, "files");
  const put = (from: string, to: string) => cpSync(realpathSync(from), join(files, to), { recursive: true });
  for (const program of programs) put(join("/usr/bin", program), join("/bin", program));
  put(process.execPath, "/usr/local/bin/node");
  put(join(npm, "../.."), "/usr/local/lib/node_modules/npm");
  writeFileSync(
    join(files, "usr/local/bin/npm"),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  );
  const natives = globSync("node_modules/**/*.node", { cwd: root }).map((file) => join(root, file));
  for (const program of [...programs.map((name) => join("/usr/bin", name)), process.execPath, ...natives])
    for (const library of librariesOf(program)) put(library, library);
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(certificates)) put(certificates, "/certificates.pem");
  mkdirSync(join(files, "tmp"));
  mkdirSync(join(files, "etc"));
  writeFileSync(join(files, "etc/passwd"), "root:x:0:0::/root:/bin/sh\n");
  const environment = "npm_config_cache=/npm npm_config_prefer_offline=true NODE_EXTRA_CA_CERTS=/certificates.pem";
  writeFileSync(join(base, "Dockerfile"), `FROM scratch\nCOPY files /\nENV PATH=/usr/local/bin:/bin ${environment}\n`);
}

/** Returns libraries that a program loads, without those that this machine lacks (bindings for musl). */
function librariesOf(program: string): string[] {
  try {
    return [...execFileSync("ldd", [program], { encoding: "utf8", stdio: "pipe" }).matchAll(/(\/\S+) \(0x/g)].map(
      ([, path = ""]) => path,
    );
  } catch {
    return [];
  }
}

/** Starts a program in the image as its user, with read-only files except for the data folder. */
function inImage(command: string[], env: Record<string, string>) {
  const data = mkdtempSync(join(folder, "data-"));
  execFileSync("chown", ["1000:1000", data]);
  const script = `mount --bind "$0" "$0" && mount --bind "$1" "$0/data" && mount -o remount,ro,bind "$0" && shift &&
    exec chroot --userspec=1000:1000 "$0" sh -c 'cd /app && exec "$@"' "$@"`;
  return spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, image, data, "sh", ...command], {
    env: { PATH: "/usr/local/bin:/bin:/usr/bin:/usr/sbin:/sbin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function finished(command: string[], env: Record<string, string>): Promise<string> {
  const program = inImage(command, env);
  let output = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(program, "close");
  if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}: ${output}`);
  return output;
}

testWhereItBuilds("adds at most 70 MB to its base, without source maps and declarations", () => {
  const size = Number.parseInt(execFileSync("du", ["-sb", join(image, "app")], { encoding: "utf8" }), 10);
  expect(size / 1e6).toBeLessThan(70);
  expect(size / 1e6).toBeGreaterThan(10);
  expect(globSync("**/*.{map,d.ts,d.mts,d.cts}", { cwd: join(image, "app/node_modules") })).toEqual([]);
  expect(globSync("{sbom.json,NOTICES}", { cwd: join(image, "app") })).toHaveLength(2);
  expect(existsSync(join(image, "usr/local/lib/node_modules"))).toBe(false);
});

testWhereItBuilds(
  "migrates and becomes ready as a numeric user with read-only files",
  async () => {
    const database = await freshDatabase();
    const [port, opsPort] = [String(await stablePort()), String(await stablePort())];
    const env = {
      ...{
        DATABASE_URL: database.url,
        SECRETS_KEY: testSecretsKey,
        DATA_DIR: "/data",
        HOST: "127.0.0.1",
        NODE_ENV: "production",
      },
      ...{ PORT: port, OPS_PORT: opsPort },
    };
    await expect(finished(["node", "-e", "fs.writeFileSync('/app/a', '')"], env)).rejects.toThrow("EROFS");
    expect(await finished(["node", "-p", "process.getuid()"], env)).toBe("1000\n");
    await finished(["node", "deploy/commands/migrate.ts"], env);
    const server = inImage(["node", "deploy/serve.mjs", "services"], env);
    try {
      await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), 120);
      const page = await fetch(`http://127.0.0.1:${port}/login`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Pathform")]);
    } finally {
      server.kill("SIGTERM");
      await once(server, "close");
      await database.drop();
    }
  },
  5 * minutes,
);
