import { readFileSync } from "node:fs";

test("every npm script checks the Node.js version first", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  // the check itself, a file that imports it, or another script
  const starts =
    /^(node deploy\/nodeVersion\.mjs && |(exec )?node (--[\w-]+=\d+ )*deploy\/(run|serve)\.mjs |([A-Z_]+=\S+ )*npm (run|test) )/;
  expect(Object.values(scripts).filter((script) => !starts.test(`${script} `))).toEqual([]);
  for (const file of ["run", "serve"]) {
    expect(readFileSync(`deploy/${file}.mjs`, "utf8")).toMatch(/^import "\.\/nodeVersion\.mjs";$/m);
  }
});
