import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Manifest } from "vite";

/** Maximum weights of the pages in kB (1,000 bytes, gzip). `npm run check` fails if one is exceeded. */
export const budgets = {
  first: { kb: 20.7, of: "JavaScript before the first question can be answered, with its heaviest type" },
  whole: {
    kb: 69,
    of: "JavaScript of a form without what only some forms, links and frames load (`onDemand`)",
  },
  words: { kb: 6, of: "the page's own words in the heaviest language, which come with the HTML" },
  pages: { kb: 3, of: "JavaScript that pages of questions add to a form" },
  css: { kb: 12.2, of: "the stylesheet of a form" },
  font: { kb: 20, of: "the font of the default theme" },
  embed: { kb: 3, of: "embed.js, which other sites load" },
  home: { kb: 147.8, of: "JavaScript until the list of forms is shown" },
  responses: { kb: 175.6, of: "JavaScript until a form's responses are shown" },
  insights: { kb: 168.6, of: "JavaScript until a form's insights are shown" },
  canvas: { kb: 288.1, of: "JavaScript until the builder's canvas is shown" },
  list: { kb: 305.6, of: "JavaScript until the builder's list is shown" },
  otherPages: { kb: 257.5, of: "JavaScript until the heaviest other page of the dashboard is shown" },
};
export type Weights = Record<keyof typeof budgets, number>;

const entries = ["respondent/main.tsx"];
/** Loaded only by the builder's preview. */
const ofPreview = "respondent/preview/preview.ts";
/** Loaded only by forms with a phone question, a drawing, records, options with places, emphasis and links, a pattern, calculations, pages, default answers, a challenge or translations, by forms that people finish on another device or whose answers they check, change or print, and by personal links and those with answers or to finish later, inside other sites, and in browsers that translate. */
const onDemand =
  /node_modules\/(re2js|libphonenumber-js)\/|questions\/(phone\.tsx|drawing\.tsx|strokes\.ts|parts\/pad\.tsx|records\.tsx?|pattern\.ts)$|calculations\/compile\.ts$|questions\/scoring\.ts$|prefill\/prefilling\.ts$|respondent\/languages\/opening\.ts$|^_(words|rows|rowTexts|drawings|beforePage)-|challenge\/solve\.ts$|(resuming|checking)\/|respondent\/(places\/limited|markup\/drawing)\.tsx$|link\/openLink\.ts$|respondent\/(embedding|translated)\.ts$/;
/** Words of another language than the HTML's load when respondents switch. */
const ofLanguage = /shared\/languages\/\w+\/page\.ts$/;
const ofPages = ["respondent/questions/page.tsx", "respondent/pages/paging.ts"];
const question = /^respondent\/questions\/[^/]+\.tsx$/;
const dashboardEntry = "dashboard/index.html";
/** Around the pages of a form. */
const formLayout = "dashboard/form/formLayout.tsx";
const page = /^dashboard\/.*Page\.tsx$/;
const builder = [formLayout, "dashboard/builder/builderPage.tsx"];
/** Modules that a page of the dashboard needs before it is shown, without those that they import. */
const routes = {
  home: ["dashboard/forms/homePage.tsx"],
  responses: [formLayout, "dashboard/responses/responsesPage.tsx"],
  insights: [formLayout, "dashboard/insights/insightsPage.tsx"],
  canvas: [...builder, "dashboard/builder/canvas/canvas.tsx"],
  // opens with the form's settings beside it
  list: [...builder, "dashboard/builder/list/listView.tsx", "dashboard/builder/inspector/formInspector.tsx"],
} as const;

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
function weighDashboard(folder: string): Pick<Weights, keyof typeof routes | "otherPages"> {
  const manifest = readManifest(folder, "dashboard.json");
  const shell = withImports(manifest, [dashboardEntry]);
  const pages = [...shell].flatMap((key) => manifest[key]?.dynamicImports ?? []).filter((key) => page.test(key));
  // a page that has no chunk anymore is over each budget, unless the build is without pages
  const opened = (keys: readonly string[]) =>
    pages.length === 0 || keys.every((key) => manifest[key])
      ? sizeOf(folder, manifest, [dashboardEntry, ...keys])
      : Number.POSITIVE_INFINITY;
  const named: readonly string[] = Object.values(routes).flat();
  const others = pages.filter((key) => !named.includes(key));
  const weights = Object.entries(routes).map(([name, keys]) => [name, opened(keys)]);
  return {
    ...(Object.fromEntries(weights) as Record<keyof typeof routes, number>),
    // any of them may be a page of a form
    otherPages: Math.max(...others.map((key) => opened([formLayout, key]))),
  };
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

/** In tenths of a kB, because the hashes in names of files move sizes by some bytes. */
const isOver = (kb: number, limit: number): boolean => Math.round(kb * 10) > Math.round(limit * 10);

/** Returns a sentence for each exceeded budget. */
export const overBudget = (weights: Weights): string[] =>
  rows
    .filter(([name, { kb }]) => isOver(weights[name], kb))
    .map(
      ([name, { kb, of }]) =>
        `Page budget "${name}": ${weights[name].toFixed(1)} kB is over the limit of ${kb} kB (${of}).`,
    );

/** Returns the weights and budgets as one line. */
export const summary = (weights: Weights): string =>
  `kB: ${rows.map(([name, { kb }]) => `${name} ${weights[name].toFixed(1)} of ${kb}`).join(", ")}.`;
