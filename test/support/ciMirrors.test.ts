import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** .ci/mirrors.sh with shell functions instead of apt-get and curl. */
const root = join(import.meta.dirname, "../..");

/** Asks mirrors, of which only the second has a file. */
function download(path: string) {
  const script = `
    set -euo pipefail
    . .ci/mirrors.sh
    apt-get() { [ "$*" = 'indextargets --format $(SITE)' ] && printf '%s\\n' http://a.test/debian http://a.test/debian http://b.test; }
    curl() { echo "asked \${!#}"; [ "\${!#}" = http://b.test/pool/there.tar.gz ]; }
    from_mirrors ${path} source.tar.gz`;
  return spawnSync("bash", ["-c", script], { cwd: root, encoding: "utf8" });
}

test("CI downloads from the first of apt's mirrors that has the file", () => {
  const { stdout, status } = download("pool/there.tar.gz");
  expect(stdout.trim().split("\n")).toEqual([
    "asked http://a.test/debian/pool/there.tar.gz",
    "asked http://b.test/pool/there.tar.gz",
  ]);
  expect(status).toBe(0);
});

test("CI fails to download what no mirror has", () => {
  const { stderr, status } = download("pool/absent.tar.gz");
  expect(stderr).toBe("No mirror has pool/absent.tar.gz\n");
  expect(status).toBe(1);
});

test("CI names no package host", () => {
  const files = ["run", "counts.sh", "mirrors.sh"].map((name) => readFileSync(join(root, ".ci", name), "utf8"));
  expect(files.join("").match(/https?:\/\/\S+/g)).toBeNull();
});
