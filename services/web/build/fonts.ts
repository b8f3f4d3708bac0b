import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostedFonts } from "../../../shared/domain/theme/fonts.ts";
import { latinExt, vietnamese, vietnameseFonts } from "../respondent/screens/letters.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(import.meta.dirname, "../fonts");

/** Latin-1, Turkish ı, typographic signs, and the arrows of keys and links. */
const letters = [range(0x20, 0x7e), range(0xa0, 0xff), "–—‘’“”„†‡•…‰‹›€™−≈≤≥←↑→↓↵⌘⌥⇧×Œœı"].join("");

interface FontFile {
  /** name of the package and of its files */
  font: string;
  /** the part of the package, with upright letters in all weights */
  subset: "latin" | "latin-ext" | "vietnamese";
  letters: string;
}

const fileName = (name: string): string => name.toLowerCase().replace(" ", "-");

/** The hosted fonts of the dashboard and of themes. */
const files: FontFile[] = [
  ...["inter", ...hostedFonts].map((name) => ({ font: fileName(name), subset: "latin" as const, letters })),
  ...hostedFonts.map((name) => ({ font: fileName(name), subset: "latin-ext" as const, letters: lettersIn(latinExt) })),
  ...vietnameseFonts.map((name) => ({
    font: fileName(name),
    subset: "vietnamese" as const,
    letters: lettersIn(vietnamese),
  })),
];

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}

/** Returns the letters of ranges like `a-ck`. */
function lettersIn(ranges: string): string {
  return ranges.replace(/(.)-(.)/gu, (_match, first: string, last: string) =>
    range(first.charCodeAt(0), last.charCodeAt(0)),
  );
}

/**
 * Writes the hosted fonts into `services/web/fonts`, subset to the letters of the pages. Keeps files that are up to date.
 */
export async function buildFonts(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const file of files) await buildFont(file);
}

async function buildFont({ font, subset: part, letters }: FontFile): Promise<void> {
  const { default: subset } = await import("subset-font");
  const home = join(root, "node_modules/@fontsource-variable", font);
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const stamp = `${version} ${letters}`;
  const name = part === "latin" ? font : `${font}-${part}`;
  const [file, made] = [join(folder, `${name}.woff2`), join(folder, `${name}.txt`)];
  if (existsSync(file) && existsSync(made) && readFileSync(made, "utf8") === stamp) return;
  const whole = readFileSync(join(home, `files/${font}-${part}-wght-normal.woff2`));
  writeFileSync(file, await subset(whole, letters, { targetFormat: "woff2" }));
  writeFileSync(made, stamp);
}
