import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { runTool } from "./programs.ts";
import type { Manifest } from "./render.ts";

/**
 * Strict JSON schemas for kubeconform, made from pinned Go modules, because its own ones have no pinned release. Unknown fields
 * fail in Kubernetes' objects as well as in those of the Prometheus Operator, CloudNativePG and Gateway API.
 */
const kubernetes = "k8s.io/kubernetes@v1.36.3";
const operators: Record<string, { module: string; folder: string }> = {
  "monitoring.coreos.com": {
    module: "github.com/prometheus-operator/prometheus-operator@v0.85.0",
    folder: "example/prometheus-operator-crd",
  },
  "gateway.networking.k8s.io": { module: "sigs.k8s.io/gateway-api@v1.6.3", folder: "config/crd/standard" },
  "postgresql.cnpg.io": { module: "github.com/cloudnative-pg/cloudnative-pg@v1.27.0", folder: "config/crd/bases" },
};
const cache = join(import.meta.dirname, "../../../node_modules/.cache/pathform/kubernetes");

/** Validates objects with kubeconform. Returns its messages about invalid ones. */
export function validate(manifests: Manifest[]): string[] {
  for (const manifest of manifests) writeSchema(manifest);
  const location = join(cache, "{{.ResourceKind}}{{.KindSuffix}}.json");
  const input = manifests.map((manifest) => JSON.stringify(manifest)).join("\n---\n");
  try {
    runTool("kubeconform", ["-strict", "-schema-location", location, "-"], input);
    return [];
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string };
    return (stdout || message).trim().split("\n");
  }
}

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
const written = new Set<string>();

/** Writes the schema of an object's kind under the name that kubeconform expects. */
function writeSchema({ apiVersion, kind }: Manifest): void {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const file = `${[kind, ...(group ? [group.split(".")[0]] : []), version].join("-").toLowerCase()}.json`;
  if (written.has(file)) return;
  const schema = operators[group] ? ofOperator(group, version, kind) : ofKubernetes(group, version, kind);
  mkdirSync(cache, { recursive: true });
  // other processes read the same files
  const part = join(cache, `${file}.${process.pid}`);
  writeFileSync(part, JSON.stringify(schema));
  renameSync(part, join(cache, file));
  written.add(file);
}

function ofKubernetes(group: string, version: string, kind: string): Schema {
  const name = Object.keys(definitions()).find((id) => {
    const kinds = definitions()[id]?.["x-kubernetes-group-version-kind"] as Manifest[] | undefined;
    return kinds?.length === 1 && kinds[0]?.group === group && kinds[0].version === version && kinds[0].kind === kind;
  });
  if (!name) throw new Error(`${kubernetes} has no ${group}/${version} ${kind}.`);
  const used = usedBy(name);
  return {
    $ref: `#/definitions/${name}`,
    definitions: Object.fromEntries([...used].map((id) => [id, definitions()[id]])),
  };
}

/** Returns the names of a definition and all definitions that it refers to. */
function usedBy(name: string): Set<string> {
  const used = new Set([name]);
  // also visits names that are added during the loop
  for (const id of used)
    for (const [, next = ""] of JSON.stringify(definitions()[id]).matchAll(/"#\/definitions\/([^"]+)"/g))
      used.add(next);
  return used;
}

let known: Record<string, Schema> | undefined;

function definitions(): Record<string, Schema> {
  if (known) return known;
  const file = join(moduleFolder(kubernetes), "api/openapi-spec/swagger.json");
  const own = (JSON.parse(readFileSync(file, "utf8")) as { definitions: Record<string, Schema> }).definitions;
  known = Object.fromEntries(Object.entries(own).map(([name, schema]) => [name, strict(schema)]));
  // written as numbers too
  for (const name of ["api.resource.Quantity", "util.intstr.IntOrString"]) {
    known[`io.k8s.apimachinery.pkg.${name}`] = { type: ["string", "number"] };
  }
  return known;
}

function ofOperator(group: string, version: string, kind: string): Schema {
  const { module, folder } = operators[group] as { module: string; folder: string };
  const file = join(moduleFolder(module), folder, `${group}_${kind.toLowerCase()}s.yaml`);
  const { spec } = parse(readFileSync(file, "utf8")) as Manifest;
  const schema = strict(spec.versions.find(({ name }: Manifest) => name === version).schema.openAPIV3Schema);
  return { ...schema, properties: { ...schema.properties, metadata: { type: "object" } } };
}

/** Refuses unknown fields of an object and all objects in it. */
function strict(schema: Schema): Schema {
  const inner = Object.entries(schema).map(([name, value]) => [name, strictIn(name, value)]);
  const isOpen = schema["x-kubernetes-preserve-unknown-fields"] || !schema.properties || schema.additionalProperties;
  return { ...Object.fromEntries(inner), ...(!isOpen && { additionalProperties: false }) };
}

function strictIn(name: string, value: unknown): unknown {
  if (name === "properties")
    return Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([key, one]) => [key, strict(one)]));
  return (name === "items" || name === "additionalProperties") && typeof value === "object"
    ? strict(value as Schema)
    : value;
}

/** Downloads a Go module once. Returns its folder. */
function moduleFolder(module: string): string {
  // outside the project, so that no go.mod is looked for
  const answer = execFileSync("go", ["mod", "download", "-json", module], { cwd: "/", encoding: "utf8" });
  return (JSON.parse(answer) as { Dir: string }).Dir;
}
