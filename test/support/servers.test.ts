import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { canHave, wantOf } from "./servers.ts";

/** A folder of programs before all others on the PATH. */
let folder: string;
const path = process.env.PATH ?? "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pathform-programs-"));
  process.env.PATH = `${folder}${delimiter}${path}`;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true });
});

const install = (program: string, printed: string) =>
  writeFileSync(join(folder, program), `#!/bin/sh\nprintf '%s\\n' '${printed}'\n`, { mode: 0o755 });

test.each([
  ["PgBouncer 1.18.0\nlibevent 2.1.12-stable", "pgbouncer 1.21 or newer (1.18.0 is installed)"],
  ["PgBouncer 1.21.0", null],
  ["PgBouncer 1.24.1", null],
  ["PgBouncer 2.0.0", null],
])("wants a newer PgBouncer than 1.20: %j", (printed, want) => {
  install("pgbouncer", printed);
  expect(wantOf("pgbouncer")).toBe(want);
  expect(canHave("pgbouncer")).toBe(want === null);
});

test("wants a program that isn't installed by its name", () => {
  expect(wantOf("no-such-server")).toBe("no-such-server");
});
