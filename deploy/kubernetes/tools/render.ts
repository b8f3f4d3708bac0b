import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { runTool } from "./programs.ts";

/** A rendered Kubernetes object. Its shape is checked by kubeconform (schemas.ts). */
// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
export type Manifest = Record<string, any>;

/** Folder of the Helm chart. */
export const chart = join(import.meta.dirname, "../../helm/pathform");

/** The release that Kubernetes' schemas are of (schemas.ts). */
const kubeVersion = "1.36.3";

/** Returns the objects of a kustomization, or of the chart with a file of values. */
export function render(source: string): Manifest[] {
  return /\.ya?ml$/.test(source) ? renderChart(source) : parseManifests(runTool("kustomize", ["build", source]));
}

/**
 * Returns the objects of the chart with a file of values, also those of hooks. Options are Helm's, such as `--is-upgrade`. Throws
 * Helm's message if values.schema.json or a template refuses the values.
 */
export function renderChart(values: string, options: string[] = []): Manifest[] {
  const args = ["template", "pathform", chart, "--namespace", "pathform", "--kube-version", kubeVersion];
  return parseManifests(runTool("helm", [...args, "--values", values, ...options]));
}

/** Returns what Helm objects to about the chart with a file of values. Throws if there are errors. */
export const lintChart = (values: string): string =>
  runTool("helm", ["lint", chart, "--strict", "--quiet", "--kube-version", kubeVersion, "--values", values]);

/** Returns the objects of a text in YAML. Throws if it isn't valid, such as for a key that an object has twice. */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    for (const error of document.errors) throw error;
    return document.contents ? [document.toJS() as Manifest] : [];
  });

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Returns the pod template of a workload. A pod is its own. */
export function templateOf(manifest: Manifest): Manifest | undefined {
  const { kind, spec } = manifest;
  if (kind === "Pod") return manifest;
  if (kind === "CronJob") return spec.jobTemplate.spec.template;
  return ["Deployment", "StatefulSet", "Job"].includes(kind) ? spec.template : undefined;
}

export const containersOf = (template: Manifest): Manifest[] => [
  ...(template.spec.initContainers ?? []),
  ...template.spec.containers,
];

/** Returns whether a container runs Pathform. */
export const isOurs = ({ image }: Manifest): boolean => /(^|\/)pathform(:|@|$)/.test(image);

export const selects = (selector: Manifest, labels: Record<string, string> = {}): boolean =>
  Object.entries(selector.matchLabels ?? selector).every(([name, value]) => labels[name] === value);
