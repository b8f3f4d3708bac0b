import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostedFonts } from "../../../shared/domain/theme/fonts.ts";
import { latinExt, vietnamese, vietnameseFonts } from "../respondent/screens/letters.ts";

const root = join(import.meta.dirname, "../../..");
const folder = join(import.meta.dirname, "../fonts");

/** Latin-1, Turkish ı, typographic signs, and the arrows of keys and links. */
const letters = [range(0x20, 0x7e), range(0xa0, 0xff), "–—‘’“”„†‡•…‰‹›€™−≈≤≥←↑→↓↵⌘⌥⇧×Œœı"].join("");

interface HostedFont {
  family: string;
  /** the parts of its package that pages need, with upright letters in all weights */
  parts: Part[];
}
interface Part {
  name: "latin" | "latin-ext" | "vietnamese";
  /** letters as in a regular expression, which its file loads for */
  range?: string;
}

const latin: Part = { name: "latin" };
const dashboardFont: HostedFont = { family: "Inter", parts: [latin] };
const themeFonts: HostedFont[] = hostedFonts.map((family) => ({
  family,
  parts: [
    latin,
    { name: "latin-ext", range: latinExt },
    ...(vietnameseFonts.includes(family) ? [{ name: "vietnamese" as const, range: vietnamese }] : []),
  ],
}));

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
 * Writes the hosted fonts into `services/web/fonts`, subset to the letters of the pages, and the stylesheets that load them. Keeps
 * files of fonts that are up to date.
 */
export async function buildFonts(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { family, parts } of [dashboardFont, ...themeFonts])
    for (const part of parts) await buildFont(family, part);
  writeFileSync(join(folder, "dashboard.css"), await rulesOf(dashboardFont));
  writeFileSync(join(folder, "themes.css"), (await Promise.all(themeFonts.map(rulesOf))).join(""));
}

async function buildFont(family: string, part: Part): Promise<void> {
  const { default: subset } = await import("subset-font");
  const wanted = part.range === undefined ? letters : lettersIn(part.range);
  const home = join(root, "node_modules/@fontsource-variable", packageOf(family));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { version: string };
  const stamp = `${version} ${wanted}`;
  const file = join(folder, fileOf(family, part));
  const made = `${file}.txt`;
  if (existsSync(file) && existsSync(made) && readFileSync(made, "utf8") === stamp) return;
  const whole = readFileSync(join(home, `files/${packageOf(family)}-${part.name}-wght-normal.woff2`));
  writeFileSync(file, await subset(whole, wanted, { targetFormat: "woff2" }));
  writeFileSync(made, stamp);
}

async function rulesOf({ family, parts }: HostedFont): Promise<string> {
  const { default: subset } = await import("subset-font");
  const { facesOf } = await import("./fontFaces.ts");
  const font = await subset(readFileSync(join(folder, fileOf(family, latin))), letters, { targetFormat: "truetype" });
  const files = parts.map((part) => ({ file: fileOf(family, part), range: part.range }));
  return facesOf(family, files, font);
}

const packageOf = (family: string): string => family.toLowerCase().replace(" ", "-");

const fileOf = (family: string, { name }: Part): string =>
  `${packageOf(family)}${name === "latin" ? "" : `-${name}`}.woff2`;
