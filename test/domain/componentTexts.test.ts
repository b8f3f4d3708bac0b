import { globSync, readFileSync } from "node:fs";

/**
 * Components contain no texts, so that adding a language changes none of them. Biome's noJsxLiterals checks what stands between tags,
 * and this what stands in attributes.
 */
const spoken = [
  ...["aria-label", "aria-description", "aria-roledescription", "aria-placeholder", "title", "placeholder", "alt"],
  ...["label", "description", "help", "text", "action", "heading"],
];
const attribute = new RegExp(
  `\\s(?:${spoken.join("|")})=(?:"[^"]*\\p{L}[^"]*"|\\{["\`][^"\`{}$]*\\p{L}[^"\`]*["\`]\\})`,
  "gu",
);

test("no attribute of a component has a text of its own", () => {
  // the gallery shows parts to developers
  const isShown = (path: string) => !path.includes("/gallery/");
  const components = globSync("services/web/{dashboard,ui,respondent,embed}/**/*.tsx").filter(isShown);
  expect(components.length).toBeGreaterThan(300);
  const found = components.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(attribute)].flatMap(([text]) =>
      text.includes("https://") ? [] : [`${path}: ${text.trim()}`],
    ),
  );
  expect(found).toEqual([]);
});

test("finds a text in an attribute", () => {
  const hits = (text: string) => [...text.matchAll(attribute)].length;
  expect(hits('<Button aria-label="Close" />')).toBe(1);
  expect(hits("<Field label={`Name of the form`} />")).toBe(1);
  expect(hits('<Field label={words.name} placeholder="…" className="wide" />')).toBe(0);
});
