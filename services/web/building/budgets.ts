import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";

/** kB (1,000 bytes) of JavaScript, gzip. */
export const budgets = { first: 27, whole: 62, embed: 3, dashboard: 210, builder: 350 };

const entries = ["respondent/main.tsx", "respondent/earlySubmit.ts"];
/** Loaded only by forms that ask for a phone number or have a pattern. */
const onDemand = /node_modules\/(re2js|libphonenumber-js)\/|questions\/phone\.tsx$/;
const question = /^respondent\/questions\/[^/]+\.tsx$/;
const dashboardEntry = "dashboard/index.html";
const inBuilder = /^dashboard\/builder\//;

export interface Weights {
  /** what is there before the first question can be answered, of the heaviest type */
  first: number;
  /** all that a form without phone numbers and patterns can load */
  whole: number;
  /** what another site loads */
  embed: number;
  /** what is there before the heaviest page of the dashboard can be used, but for the builder */
  dashboard: number;
  /** the builder with the heavier of its views, and what is around every page */
  builder: number;
}

/** Of the built pages. */
export function weigh(folder: string): Weights {
  return {
    ...weighRespondentPage(folder),
    embed: kilobytes(join(folder, "embed.js.gz")),
    ...weighDashboard(folder),
  };
}

function weighRespondentPage(folder: string): Pick<Weights, "first" | "whole"> {
  const manifest = readManifest(folder, "respondent.json");
  const size = (keys: string[]) => sizeOf(folder, manifest, keys);
  const types = Object.keys(manifest).filter((key) => question.test(key) && !onDemand.test(key));
  const firsts = [size(entries), ...types.map((type) => size([...entries, type]))];
  const all = Object.keys(manifest).filter((key) => !onDemand.test(key));
  return { first: Math.max(...firsts), whole: size(all) };
}

/** The shell loads each page when it is opened: what it imports so is a page. */
function weighDashboard(folder: string): Pick<Weights, "dashboard" | "builder"> {
  const manifest = readManifest(folder, "dashboard.json");
  const shell = withImports(manifest, [dashboardEntry]);
  const pages = [...shell].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  const heaviest = (keys: string[]) =>
    Math.max(...[[], ...keys.map((key) => [key])].map((page) => sizeOf(folder, manifest, [dashboardEntry, ...page])));
  const [builder, others] = [pages.filter((key) => inBuilder.test(key)), pages.filter((key) => !inBuilder.test(key))];
  // the builder shows its list or its canvas, which each of them loads when it is looked at first
  const views = builder.flatMap((key) => (manifest[key]?.dynamicImports ?? []).map((view) => [key, view]));
  const opened = [...builder.map((key) => [key]), ...views].map((keys) => [dashboardEntry, ...keys]);
  return { dashboard: heaviest(others), builder: Math.max(...opened.map((keys) => sizeOf(folder, manifest, keys))) };
}

const readManifest = (folder: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as Manifest;

/** kB of JavaScript of these modules and of what they need. */
function sizeOf(folder: string, manifest: Manifest, keys: string[]): number {
  const found = [...withImports(manifest, keys)].map((key) => manifest[key]?.file);
  const files = new Set(found.filter((file) => file?.endsWith(".js")));
  return [...files].reduce((sum, file) => sum + kilobytes(join(folder, `${file}.gz`)), 0);
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
  const names = {
    first: "before the first question",
    whole: "in all",
    embed: "for other sites",
    dashboard: "for a page of the dashboard",
    builder: "for the builder",
  };
  return (Object.keys(names) as (keyof Weights)[])
    .filter((name) => weights[name] > budgets[name])
    .map(
      (name) =>
        `${weights[name].toFixed(1)} kB of JavaScript ${names[name]}: over the ${budgets[name]} kB that it may be.`,
    );
}
