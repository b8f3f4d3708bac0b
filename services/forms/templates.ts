import { readdirSync, readFileSync } from "node:fs";
import type { Page, Paging } from "../../shared/api/paging.ts";
import type { Template, TemplateCategory, TemplateDetail } from "../../shared/api/shapes/templates.ts";
import { normalizeGraph } from "../../shared/domain/graph/normalizeGraph.ts";
import type { SubmittedGraph } from "../../shared/domain/graph/shapes/graph.ts";
import { type JsonText, jsonWith } from "../../shared/domain/json.ts";
import { isScreen } from "../../shared/domain/questions/index.ts";

/** A file of shared/domain/samples. A sample without a category is only part of the demo. */
interface Sample {
  title: string;
  description: string;
  category?: TemplateCategory;
  source?: { citation: string; licence: string; url: string };
  graph: SubmittedGraph;
}

const folder = new URL("../../shared/domain/samples/", import.meta.url);

/** The presets of the categories (shared/domain/theme/presets.ts). */
const themes = {
  feedback: "Path",
  health: "Meadow",
  events: "Citrus",
  hr: "Clay",
  education: "Midnight",
  sales: "Harbor",
} satisfies Record<TemplateCategory, string>;

interface Stored {
  about: Template;
  /** JSON, because parsed graphs would take several times the memory */
  graph: string;
}

/** Templates by ID, which is the name of the file. */
const templates = new Map<string, Stored>(
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => {
      const sample = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Sample;
      const { category } = sample;
      return category ? [storedOf(file.replace(/\.json$/, ""), { ...sample, category })] : [];
    })
    .map((template) => [template.about.id, template]),
);

function storedOf(id: string, { title, description, category, source, graph }: Sample & Pick<Template, "category">) {
  const about: Template = {
    id,
    title,
    description,
    category,
    language: "en",
    question_count: graph.nodes.filter(({ question_type = "" }) => !isScreen(question_type)).length,
    theme: themes[category],
    licence: source?.licence ?? null,
    source: source ? `${source.citation} ${source.url}` : null,
  };
  return { about, graph: JSON.stringify(normalizeGraph(graph)) };
}

/** Returns a page of the templates. Every word of the search must occur in the title or description. */
export function pageOfTemplates({ limit, offset, ordering: { field, descending }, search }: Paging): Page<Template> {
  const wanted = (search ?? "").toLowerCase().split(/\s+/);
  const found = [...templates.values()]
    .map(({ about }) => about)
    .filter(({ title, description }) => wanted.every((word) => `${title} ${description}`.toLowerCase().includes(word)))
    .sort((a, b) => compare(a[field as keyof Template], b[field as keyof Template]) || compare(a.id, b.id));
  if (descending) found.reverse();
  return { count: found.length, results: found.slice(offset, offset + limit) };
}

const compare = (a: unknown, b: unknown): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en");

/** Returns a template, with its graph as JSON. Null if unknown. */
export const findTemplate = (id: string): Stored | null => templates.get(id) ?? null;

/** Returns a template with its graph. Null if unknown. */
export function templateDetail(id: string): JsonText<TemplateDetail> | null {
  const found = templates.get(id);
  return found ? jsonWith<TemplateDetail, "graph">(found.about, "graph", found.graph) : null;
}
