import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const folder = join(import.meta.dirname, "../fonts");

/** The hosted fonts: package, and file with upright Latin letters in all weights. */
const hosted = {
  inter: "inter",
  figtree: "figtree",
  "instrument-sans": "instrument-sans",
  fraunces: "fraunces",
  "bricolage-grotesque": "bricolage-grotesque",
};

/** Latin-1, typographic signs, and the arrows of keys and links. */
const letters = [range(0x20, 0x7e), range(0xa0, 0xff), "–—‘’“”„†‡•…‰‹›€™−≈≤≥←↑→↓↵⌘⌥⇧×Œœ"].join("");

function range(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}

/**
 * Writes the hosted fonts into `services/web/fonts`, subset to the letters of the pages. Keeps files that are up to date.
 */
export async function buildFonts(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { default: subset } = await import("subset-font");
  for (const [name, packageName] of Object.entries(hosted)) {
    const home = join(root, "node_modules/@fontsource-variable", packageName);
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
    const stamp = `${version} ${letters}`;
    const [file, made] = [join(folder, `${name}.woff2`), join(folder, `${name}.txt`)];
    if (existsSync(file) && existsSync(made) && readFileSync(made, "utf8") === stamp) continue;
    const whole = readFileSync(join(home, `files/${packageName}-latin-wght-normal.woff2`));
    writeFileSync(file, await subset(whole, letters, { targetFormat: "woff2" }));
    writeFileSync(made, stamp);
  }
}
