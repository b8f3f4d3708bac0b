import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import product from "../../package.json" with { type: "json" };
import { revision } from "../../shared/platform/ops/revision.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { freshDatabase, testSecretsKey } from "../support/postgres.ts";
import { runFolder } from "../support/run.ts";
import { buildahIn, put, putLibraries, putPrograms, storageIn } from "./buildah.ts";

/**
 * Builds deploy/Dockerfile without a daemon or a registry, on a stand-in for its base: Node.js, npm and five programs of this
 * machine. Packages come from npm's cache, where they are.
 */
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(runFolder(), "build-"));
const minutes = 60_000;

const buildah = buildahIn(folder);

/** npm's program, also where the tests are started without npm */
const npm =
  process.env.npm_execpath ?? execFileSync("sh", ["-c", "readlink -f $(command -v npm)"], { encoding: "utf8" }).trim();

/** Folder of the release's files. */
const release = join(folder, "release");
/** Path of the image's root folder. */
let image = "";

beforeAll(() => {
  makeBase(join(folder, "base"));
  buildah("build", "--tag", "localhost/base", join(folder, "base"));
  const cache = npmSetting("cache");
  mkdirSync(cache, { recursive: true });
  const options = ["--network", "host", "--pull-never", "--volume", `${cache}:/npm:rw`];
  execFileSync(join(root, "deploy/release"), [release, ...options, "--build-arg", "NODE_IMAGE=localhost/base"], {
    env: { ...process.env, ...storageIn(folder) },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20 * minutes,
  });
  image = buildah("mount", buildah("from", "--pull-never", `localhost/pathform:${product.version}`));
}, 25 * minutes);
afterAll(() => {
  if (image) buildah("umount", "--all");
  rmSync(folder, { recursive: true, force: true });
}, 5 * minutes);

const npmSetting = (name: string): string =>
  execFileSync(process.execPath, [npm, "config", "get", name], { encoding: "utf8", cwd: root }).trim();

function makeBase(base: string): void {
  const files = join(base, "files");
  putPrograms(files, ["sh", "rm", "mkdir", "chown", "env"]);
  put(files, process.execPath, "/usr/local/bin/node");
  put(files, join(npm, "../.."), "/usr/local/lib/node_modules/npm");
  writeFileSync(
    join(files, "usr/local/bin/npm"),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    { mode: 0o755 },
  );
  const natives = globSync("node_modules/**/*.node", { cwd: root }).map((file) => join(root, file));
  putLibraries(files, [process.execPath, ...natives]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? "/etc/ssl/certs/ca-certificates.crt";
  if (existsSync(certificates)) put(files, certificates, "/certificates.pem");
  for (const name of ["tmp", "proc", "dev"]) mkdirSync(join(files, name));
  mkdirSync(join(files, "etc"));
  writeFileSync(join(files, "etc/passwd"), "root:x:0:0::/root:/bin/sh\n");
  const environment = [
    ...["npm_config_cache=/npm", "npm_config_prefer_offline=true", `npm_config_registry=${npmSetting("registry")}`],
    ...["NODE_EXTRA_CA_CERTS=/certificates.pem", "PATH=/usr/local/bin:/bin"],
  ];
  writeFileSync(join(base, "Dockerfile"), `FROM scratch\nCOPY files /\nENV ${environment.join(" ")}\n`);
}

/** Starts a program in the image as its user, with read-only files except for the data folder. */
function inImage(command: string[], env: Record<string, string>) {
  const data = mkdtempSync(join(folder, "data-"));
  execFileSync("chown", ["1000:1000", data]);
  const script = `mount --bind "$0" "$0" && mount --bind /proc "$0/proc" && mount --bind /dev "$0/dev" &&
    mount --bind "$1" "$0/data" &&
    mount -o remount,ro,bind "$0" && shift &&
    exec chroot --userspec=1000:1000 "$0" sh -c 'cd /app && exec "$@"' "$@"`;
  return spawn("unshare", ["--mount", "--propagation", "private", "sh", "-c", script, image, data, "sh", ...command], {
    env: { PATH: "/usr/local/bin:/bin:/usr/bin:/usr/sbin:/sbin", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function begun(command: string[], env: Record<string, string>) {
  const program = inImage(command, env);
  let output = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (chunk) => (output += chunk));
  const end = once(program, "close").then(([code]) => {
    if (code !== 0) throw new Error(`${command.join(" ")} exited with ${code}: ${output}`);
    return output;
  });
  return { program, end };
}

const finished = (command: string[], env: Record<string, string>): Promise<string> => begun(command, env).end;

test("adds at most 70 MB to its base, without source maps and declarations", () => {
  const size = Number.parseInt(execFileSync("du", ["-sb", join(image, "app")], { encoding: "utf8" }), 10);
  expect(size / 1e6).toBeLessThan(70);
  expect(size / 1e6).toBeGreaterThan(10);
  expect(globSync("**/*.{map,d.ts,d.mts,d.cts}", { cwd: join(image, "app/node_modules") })).toEqual([]);
  expect(readFileSync(join(image, "app/REVISION"), "utf8")).toMatch(new RegExp(`^${revision}`));
  expect(globSync("{sbom.json,NOTICES}", { cwd: join(image, "app") })).toHaveLength(2);
  expect(existsSync(join(image, "usr/local/lib/node_modules"))).toBe(false);
});

test("makes every file of a release with one version, and their checksums", () => {
  const ofRelease = (name: string) => join(release, `pathform-${product.version}.${name}`);
  const check = execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: release, encoding: "utf8" });
  expect(check.trim().split("\n").sort()).toEqual(
    ["licenses.txt", "oci.tar", "openapi.json", "sbom.json", "tgz"].map(
      (name) => `pathform-${product.version}.${name}: OK`,
    ),
  );
  const { metadata, components } = JSON.parse(readFileSync(ofRelease("sbom.json"), "utf8"));
  expect(metadata.component).toMatchObject({ name: "pathform", version: product.version });
  expect(components.length).toBeGreaterThan(100);
  expect(JSON.parse(readFileSync(ofRelease("openapi.json"), "utf8")).info.version).toBe(product.version);
  const metadataOfChart = execFileSync("helm", ["show", "chart", ofRelease("tgz")], { encoding: "utf8" });
  expect(parse(metadataOfChart)).toMatchObject({ version: product.version, appVersion: product.version });
  const { OCIv1 } = JSON.parse(buildah("inspect", "--type", "image", `localhost/pathform:${product.version}`));
  expect(OCIv1.config.Labels).toMatchObject({
    "org.opencontainers.image.version": product.version,
    "org.opencontainers.image.revision": execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: root,
      encoding: "utf8",
    }).trim(),
  });
});

test(
  "migrates and becomes ready as a numeric user with read-only files",
  async () => {
    const database = await freshDatabase();
    const [port, opsPort] = [String(await stablePort()), String(await stablePort())];
    const env = {
      ...{ DATABASE_URL: database.url, SECRETS_KEY: testSecretsKey, DATA_DIR: "/data", NODE_ENV: "production" },
      ...{ HOST: "127.0.0.1", PORT: port, OPS_PORT: opsPort },
    };
    await expect(finished(["node", "-e", "fs.writeFileSync('/app/a', '')"], env)).rejects.toThrow("EROFS");
    expect(await finished(["node", "-p", "process.getuid()"], env)).toBe("1000\n");
    await finished(["node", "deploy/commands/migrate.ts"], env);
    const server = begun(["node", "deploy/serve.mjs", "services"], env);
    try {
      const ready = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      // a server that ends isn't waited for
      await Promise.race([eventually(ready, 120), server.end]);
      const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Pathform")]);
    } finally {
      server.program.kill("SIGTERM");
      await server.end;
      await database.drop();
    }
  },
  5 * minutes,
);
