import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { baseUrl, type Owner, owner, publishForm, walk } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** The shell commands of docs/develop/responses.md that continue an export. */
const run = promisify(execFile);

let me: Owner;
let slug: string;
let folder: string;
let first: string;
let afterCut: string;

beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, chain(node("why", "long_text", { max_length: 200 })));
  const row = "00000000-0000-4000-8000-000000000000,completed,1";
  for (const why of ["one", `two\n${row}\n{"id":"${row}"}`, "three", `four\r\n${row}`, "five"])
    await walk(slug, { why });
  folder = await mkdtemp(join(tmpdir(), "pathform-export-"));
  const docs = await readFile(join(import.meta.dirname, "../../docs/develop/responses.md"), "utf8");
  const [, block = ""] = /```bash\n([\s\S]*?)```/.exec(docs.split("### Continue an export")[1] ?? "") ?? [];
  const own = block.replace("https://forms.example.com", baseUrl()).replace("customer-feedback-k3x9qa", slug);
  [first = "", afterCut = ""] = own.split("# after each cut");
});
afterAll(() => rm(folder, { recursive: true }));

const responses = () => join(folder, "responses.ndjson");
const shell = (commands: string) =>
  run("bash", ["-ec", commands], { cwd: folder, env: { ...process.env, KEY: me.key } });
const variables = () => first.split("\n").slice(0, 2).join("\n");

test("continues after any cut, and after a second one", async () => {
  await shell(first);
  const whole = await readFile(responses(), "utf8");
  const lines = whole.split(/(?<=\n)/);
  expect(lines).toHaveLength(5);
  const [one = "", two = "", three = ""] = lines;
  const cuts = [one.length, one.length + 1, one.length + two.length - 1, one.length + two.length + 50, whole.length];
  for (const cut of cuts) {
    await writeFile(responses(), whole.slice(0, cut));
    await shell(`${variables()}\n#${afterCut}`);
    expect(await readFile(responses(), "utf8")).toBe(whole);
    await truncate(responses(), one.length + two.length + three.length + 9);
    await shell(`${variables()}\n#${afterCut}`);
    expect(await readFile(responses(), "utf8")).toBe(whole);
  }
});
