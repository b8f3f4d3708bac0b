import { parseAllDocuments } from "yaml";
import { runTool } from "./programs.ts";

/** A rendered Kubernetes object. Its shape is checked by kubeconform (schemas.ts). */
// biome-ignore lint/suspicious/noExplicitAny: objects of many kinds
export type Manifest = Record<string, any>;

/** Returns the objects of a kustomization. */
export function render(folder: string): Manifest[] {
  return parseManifests(runTool("kustomize", ["build", folder]));
}

export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Returns the pod template of a workload. */
export function templateOf({ kind, spec }: Manifest): Manifest | undefined {
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
