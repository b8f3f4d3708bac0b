import { readFileSync } from "node:fs";
import subset from "subset-font";
import { facesOf } from "../../services/web/build/fontFaces.ts";
import { latinExt } from "../../services/web/respondent/screens/letters.ts";

const file = "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
/** All letters of the sample that is measured. */
const letters = Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)).join("");
let rules: Record<string, string>[];

beforeAll(async () => {
  const font = await subset(readFileSync(file), letters, { targetFormat: "truetype" });
  const css = facesOf("Figtree", [{ file: "a.woff2" }, { file: "b.woff2", range: latinExt }], font);
  rules = css
    .trim()
    .split("\n")
    .map((rule) =>
      Object.fromEntries(
        rule
          .slice("@font-face{".length, -1)
          .split(";")
          .map((line) => line.split(/:(.*)/s).slice(0, 2)),
      ),
    );
});

const named = (family: string) => rules.filter((rule) => rule["font-family"] === `"${family}"`);
const percent = (text = "") => Number(text.slice(0, -1));

test("loads a file with a range for exactly its letters", () => {
  const [first, second] = named("Figtree");
  expect(first).toMatchObject({ src: 'url("a.woff2") format("woff2")', "font-weight": "300 900" });
  expect(first).not.toHaveProperty("unicode-range");
  const codes = [...(second?.["unicode-range"] ?? "").matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(
    ([, from = "", to = from]) =>
      Array.from({ length: parseInt(to, 16) - parseInt(from, 16) + 1 }, (_, at) => parseInt(from, 16) + at),
  );
  const letter = new RegExp(`[${latinExt}]`, "u");
  expect(codes).toEqual(
    Array.from({ length: 0x2000 }, (_, code) => code).filter((code) => letter.test(String.fromCodePoint(code))),
  );
});

test("gives local fonts the height of the font, which its file names", () => {
  for (const local of ["Arial", "Roboto", "DejaVu"])
    for (const rule of named(`Figtree ${local}`)) {
      const size = percent(rule["size-adjust"]) / 100;
      // figtree's hhea table: 950, -250 and 0 of 1,000 units
      expect(percent(rule["ascent-override"]) * size).toBeCloseTo(95, 0);
      expect(percent(rule["descent-override"]) * size).toBeCloseTo(25, 0);
      expect(rule["line-gap-override"]).toBe("0%");
    }
});

test("widens local fonts to the font's width at the weight of texts and of titles", () => {
  const widths = ["Arial", "Roboto", "DejaVu"].map((local) => named(`Figtree ${local}`).map((it) => it["size-adjust"]));
  expect(widths).toEqual([
    ["100.5%", "96.2%"],
    ["101.3%", "102.8%"],
    ["88.3%", "80.6%"],
  ]);
});
