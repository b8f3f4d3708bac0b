import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";

/** kB (1,000 bytes) of JavaScript, gzip. */
export const budgets = { first: 25, whole: 60, embed: 3 };

const entry = "respondent/main.tsx";
/** Loaded only by forms that ask for a phone number or have a pattern. */
const onDemand = /node_modules\/(re2js|libphonenumber-js)\/|questions\/phone\.tsx$/;
const question = /^respondent\/questions\/[^/]+\.tsx$/;

export interface Weights {
  /** what is there before the first question can be answered, of the heaviest type */
  first: number;
  /** all that a form without phone numbers and patterns can load */
  whole: number;
  /** what another site loads */
  embed: number;
}

/** Of the built pages. */
export function weigh(folder: string): Weights {
  const manifest = JSON.parse(readFileSync(join(folder, "respondent.json"), "utf8")) as Manifest;
  const sizes = (keys: Set<string>): number => {
    const files = new Set([...keys].map((key) => manifest[key]?.file).filter((file) => file?.endsWith(".js")));
    return [...files].reduce((sum, file) => sum + kilobytes(join(folder, `${file}.gz`)), 0);
  };
  const shell = withImports(manifest, [entry]);
  const types = Object.keys(manifest).filter((key) => question.test(key) && !onDemand.test(key));
  const firsts = [shell, ...types.map((type) => withImports(manifest, [entry, type]))].map(sizes);
  const all = Object.keys(manifest).filter((key) => !onDemand.test(key));
  const embed = kilobytes(join(folder, "embed.js.gz"));
  return { first: Math.max(...firsts), whole: sizes(withImports(manifest, all)), embed };
}

const kilobytes = (path: string): number => readFileSync(path).length / 1000;

/** These modules and what they need before they run. */
function withImports(manifest: Manifest, keys: string[]): Set<string> {
  const found = new Set<string>();
  const add = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    for (const needed of manifest[key]?.imports ?? []) add(needed);
  };
  for (const key of keys) add(key);
  return found;
}

/** One sentence for each budget that is exceeded. */
export function overBudget(weights: Weights): string[] {
  const names = { first: "before the first question", whole: "in all", embed: "for other sites" };
  return (Object.keys(names) as (keyof Weights)[])
    .filter((name) => weights[name] > budgets[name])
    .map(
      (name) =>
        `${weights[name].toFixed(1)} kB of JavaScript ${names[name]}: over the ${budgets[name]} kB that it may be.`,
    );
}
