import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument, stringify } from "yaml";
import { chart, type Manifest, renderChart } from "./render.ts";

/** A file that comes from the chart or from package.json, with the text that it should have. */
export interface Derived {
  path: string;
  text: string;
}

const root = join(import.meta.dirname, "../../..");
/** Folders of deploy/kubernetes/overlays. Each has the values of the chart's example of its name. */
export const overlays = ["single-node", "production"];

/** Returns the files of the overlays that come from the chart, and the chart's version, which comes from package.json. */
export function derivedFiles(): Derived[] {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const path = join(chart, "Chart.yaml");
  const metadata = parseDocument(readFileSync(path, "utf8"));
  for (const name of ["version", "appVersion"]) metadata.set(name, version);
  return [{ path, text: String(metadata) }, ...overlays.flatMap(filesOf)];
}

/** The settings that operators set in an overlay's settings.env. */
const ofOperators = ["BASE_URL", "TRUSTED_PROXIES", "UPLOADS"];

function filesOf(overlay: string): Derived[] {
  const folder = join(root, "deploy/kubernetes/overlays", overlay);
  const note = `# From the Helm chart with examples/${overlay}.yaml (\`npm run overlays\`). Don't edit.\n`;
  const manifests = renderOverlay(overlay);
  const write = (wanted: Manifest[]) => note + wanted.map((one) => `---\n${stringify(one, { lineWidth: 0 })}`).join("");
  const settings = Object.entries(manifests.find(isSettings)?.data ?? {}).filter(
    ([name]) => !ofOperators.includes(name),
  );
  return [
    {
      path: join(folder, "pathform.yaml"),
      text: write(manifests.filter((one) => one.kind !== "Job" && !isSettings(one))),
    },
    { path: join(folder, "migrate/job.yaml"), text: write(manifests.filter(({ kind }) => kind === "Job")) },
    { path: join(folder, "defaults.env"), text: note + settings.map(([name, value]) => `${name}=${value}\n`).join("") },
  ];
}

/** The ConfigMap that a kustomization generates, so that new settings replace the pods. */
const isSettings = ({ kind, metadata }: Manifest): boolean => kind === "ConfigMap" && metadata.name === "pathform";

/** Returns the chart's objects for an overlay: without Helm's hooks, with the Job as in an upgrade, and the image `pathform`. */
export function renderOverlay(overlay: string): Manifest[] {
  const options = ["--is-upgrade", "--skip-tests", "--set", "image.repository=pathform"];
  const manifests = renderChart(join(chart, "examples", `${overlay}.yaml`), options);
  for (const { kind, metadata, spec } of manifests) {
    if (kind === "Job") delete metadata.annotations;
    if (kind === "Deployment") delete spec.template.metadata.annotations?.["checksum/settings"];
  }
  return manifests;
}
