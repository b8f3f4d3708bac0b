import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { inLanguage } from "../../services/web/build/dashboardLanguage.ts";

/** The dashboard in another language, which is one file of strings. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pathform-strings-"));
  mkdirSync(join(folder, "en/dashboard"), { recursive: true });
  writeFileSync(
    join(folder, "en/dashboard/app.ts"),
    'export const cancel = "Cancel";\nexport const close = "Close";\n',
  );
  writeFileSync(join(folder, "de.ts"), 'export default { "dashboard/app": { cancel: "Abbrechen" } };\n');
  writeFileSync(
    join(folder, "main.ts"),
    'import { cancel, close } from "./en/dashboard/app.ts";\nconsole.log(cancel, close);\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const german = { "dashboard/app": { cancel: "Abbrechen" } };
const plugin = (own: typeof german | object) => inLanguage("de", own as typeof german, join(folder, "en"));

async function built(own: object): Promise<string> {
  const output = await build({
    configFile: false,
    root: folder,
    logLevel: "silent",
    plugins: [plugin(own)],
    build: { write: false, minify: false, rolldownOptions: { input: join(folder, "main.ts") } },
  });
  const [first] = Array.isArray(output) ? output : [output];
  return JSON.stringify(first);
}

test("builds with the language's strings, and English ones where it has none", async () => {
  const code = await built(german);
  expect(code).toContain("Abbrechen");
  expect(code).toContain("Close");
});

test("refuses modules and strings that English lacks", async () => {
  expect(() => plugin({ "dashboard/gone": {} })).toThrow('strings/en/ has no module "dashboard/gone"');
  await expect(built({ "dashboard/app": { gone: "Weg" } })).rejects.toThrow('dashboard/app has no string "gone"');
});
