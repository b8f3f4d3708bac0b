import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";

/** Maximum weights of the pages in kB (1,000 bytes, gzip). `npm run check` fails if one is exceeded. */
export const budgets = {
  first: { kb: 25, of: "JavaScript before the first question can be answered, with its heaviest type" },
  whole: {
    kb: 62,
    of: "JavaScript of a form without what only some forms, links and frames load (`onDemand`)",
  },
  words: { kb: 6, of: "the page's own words in the heaviest language, which come with the HTML" },
  pages: { kb: 3, of: "JavaScript that pages of questions add to a form" },
  css: { kb: 12, of: "the stylesheet of a form" },
  font: { kb: 20, of: "the font of the default theme" },
  embed: { kb: 3, of: "embed.js, which other sites load" },
  dashboard: { kb: 210, of: "JavaScript of the heaviest dashboard page except the builder" },
  builder: { kb: 350, of: "JavaScript of the builder until the heavier of its views is shown" },
};
export type Weights = Record<keyof typeof budgets, number>;

const entries = ["respondent/main.tsx", "respondent/earlySubmit.ts"];
/** Loaded only by the builder's preview. */
const ofPreview = "respondent/preview/preview.ts";
/** Loaded only by forms with a phone question, a pattern, calculations, pages, default answers, a challenge or translations, by forms that people finish on another device, and by personal links and those with answers or to finish later, inside other sites, and in browsers that translate. */
const onDemand =
  /node_modules\/(re2js|libphonenumber-js)\/|questions\/(phone\.tsx|pattern\.ts)$|calculations\/compile\.ts$|questions\/scoring\.ts$|prefill\/prefilling\.ts$|respondent\/languages\/opening\.ts$|^_words-|challenge\/solve\.ts$|resuming\/|link\/openLink\.ts$|respondent\/(embedding|translated)\.ts$/;
/** Words of another language than the HTML's load when respondents switch. */
const ofLanguage = /shared\/languages\/\w+\/page\.ts$/;
const ofPages = ["respondent/questions/page.tsx", "respondent/pages/paging.ts"];
const question = /^respondent\/questions\/[^/]+\.tsx$/;
const dashboardEntry = "dashboard/index.html";
const inBuilder = /^dashboard\/builder\//;
/** Around the pages of a form. */
const formLayout = "dashboard/form/formLayout.tsx";
/** The list opens with the form's settings beside it. */
const besideList = {
  "dashboard/builder/list/listView.tsx": ["dashboard/builder/inspector/formInspector.tsx"],
} as Partial<Record<string, string[]>>;

/** The font of the default theme, which most forms load first. */
const firstFont = "fonts/figtree.woff2";

/** Returns the weights of the pages built into this folder. */
export function weigh(folder: string): Weights {
  return {
    ...weighRespondentPage(folder),
    embed: kilobytes(join(folder, "embed.js.gz")),
    ...weighDashboard(folder),
  };
}

function weighRespondentPage(folder: string): Pick<Weights, "first" | "whole" | "words" | "pages" | "css" | "font"> {
  const manifest = readManifest(folder, "respondent.json");
  const size = (keys: string[]) => sizeOf(folder, manifest, keys);
  const isCommon = (key: string) =>
    !onDemand.test(key) && !ofLanguage.test(key) && ![...ofPages, ofPreview].includes(key);
  const common = Object.keys(manifest).filter(isCommon);
  const types = common.filter((key) => question.test(key));
  const firsts = [size(entries), ...types.map((type) => size([...entries, type]))];
  const file = (key: string) => join(folder, manifest[key]?.file ?? "");
  return {
    first: Math.max(...firsts),
    whole: size(common),
    words: Math.max(
      ...Object.keys(manifest)
        .filter((key) => ofLanguage.test(key))
        .map((key) => size([key])),
    ),
    pages: size([...common, ...ofPages]) - size(common),
    css: kilobytes(`${file("style.css")}.gz`),
    // woff2 is compressed already
    font: kilobytes(file(firstFont)),
  };
}

/** The shell loads pages with dynamic imports. */
function weighDashboard(folder: string): Pick<Weights, "dashboard" | "builder"> {
  const manifest = readManifest(folder, "dashboard.json");
  const shell = withImports(manifest, [dashboardEntry]);
  const pages = [...shell].flatMap((key) => manifest[key]?.dynamicImports ?? []);
  const heaviest = (keys: string[]) =>
    Math.max(...[[], ...keys.map((key) => [key])].map((page) => sizeOf(folder, manifest, [dashboardEntry, ...page])));
  const [builder, others] = [pages.filter((key) => inBuilder.test(key)), pages.filter((key) => !inBuilder.test(key))];
  // the builder loads its list or its canvas when first shown
  const views = builder.flatMap((key) =>
    (manifest[key]?.dynamicImports ?? []).map((view) => [key, view, ...(besideList[view] ?? [])]),
  );
  const opened = [...builder.map((key) => [key]), ...views].map((keys) => [dashboardEntry, formLayout, ...keys]);
  return { dashboard: heaviest(others), builder: Math.max(...opened.map((keys) => sizeOf(folder, manifest, keys))) };
}

const readManifest = (folder: string, name: string): Manifest =>
  JSON.parse(readFileSync(join(folder, name), "utf8")) as Manifest;

/** Returns the kB of JavaScript of these modules and their imports. */
function sizeOf(folder: string, manifest: Manifest, keys: string[]): number {
  const found = [...withImports(manifest, keys)].map((key) => manifest[key]?.file);
  const files = new Set(found.filter((file) => file?.endsWith(".js")));
  return [...files].reduce((sum, file) => sum + kilobytes(join(folder, `${file}.gz`)), 0);
}

const kilobytes = (path: string): number => readFileSync(path).length / 1000;

/** Returns these modules and their static imports. */
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

const rows = Object.entries(budgets) as [keyof Weights, { kb: number; of: string }][];

/** Returns a sentence for each exceeded budget. */
export const overBudget = (weights: Weights): string[] =>
  rows
    .filter(([name, { kb }]) => weights[name] > kb)
    .map(
      ([name, { kb, of }]) =>
        `Page budget "${name}": ${weights[name].toFixed(1)} kB is over the limit of ${kb} kB (${of}).`,
    );

/** Returns the weights and budgets as one line. */
export const summary = (weights: Weights): string =>
  `kB: ${rows.map(([name, { kb }]) => `${name} ${weights[name].toFixed(1)} of ${kb}`).join(", ")}.`;
