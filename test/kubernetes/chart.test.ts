import { globSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { derivedFiles, overlays, renderOverlay } from "../../deploy/kubernetes/tools/overlays.ts";
import { chart, lintChart, type Manifest, nameOf, render, renderChart } from "../../deploy/kubernetes/tools/render.ts";
import { problemsOf } from "../../deploy/kubernetes/tools/rules.ts";
import { validate } from "../../deploy/kubernetes/tools/schemas.ts";
import { runFolder } from "../support/run.ts";

/** The Helm chart of deploy/helm, which the overlays come from. */
const root = join(import.meta.dirname, "../..");
const examples = globSync(join(chart, "examples/*.yaml"));
const fileOf = (example: string) => join(chart, "examples", `${example}.yaml`);

/** Renders the chart with the least values and further ones. */
function rendered(values: object, options: string[] = []): Manifest[] {
  const file = join(mkdtempSync(join(runFolder(), "chart-")), "values.yaml");
  writeFileSync(file, JSON.stringify({ settings: { BASE_URL: "https://forms.example.com" }, ...values }));
  return renderChart(file, options);
}

const find = (manifests: Manifest[], name: string): Manifest => {
  const found = manifests.find((manifest) => nameOf(manifest) === name);
  if (!found) throw new Error(`No ${name}`);
  return found;
};
const job = (manifests: Manifest[]): Manifest => manifests.find(({ kind }) => kind === "Job") as Manifest;

test.each(examples.map((path) => basename(path, ".yaml")))("%s is valid, installed and upgraded", (name) => {
  expect(lintChart(fileOf(name))).not.toMatch(/\[(ERROR|WARNING)\]/);
  for (const options of [[], ["--is-upgrade"]]) {
    const manifests = renderChart(fileOf(name), options);
    expect(validate(manifests)).toEqual([]);
    expect(problemsOf(manifests)).toEqual([]);
  }
});

/** Returns objects by name, without what kustomize changes: the namespace, the ConfigMap's hash and the image's registry. */
function comparable(manifests: Manifest[]): Record<string, Manifest> {
  const text = JSON.stringify(
    manifests.map((one) => ({ ...one, metadata: { ...one.metadata, namespace: undefined } })),
  );
  const plain = text.replaceAll(/"pathform-[a-z0-9]{10}"/g, '"pathform"').replaceAll('"registry.example.com/', '"');
  const found = (JSON.parse(plain) as Manifest[]).filter(({ kind }) => kind !== "Job");
  return Object.fromEntries(found.map((one) => [nameOf(one), nameOf(one) === "ConfigMap pathform" ? one.data : one]));
}

test.each(overlays)("the overlay %s has the chart's objects", (name) => {
  const overlay = comparable(render(join(root, "deploy/kubernetes/overlays", name)));
  expect(overlay).toEqual(comparable(renderOverlay(name)));
});

test("the overlays' files and the chart's version are up to date", () => {
  for (const { path, text } of derivedFiles()) expect(readFileSync(path, "utf8")).toBe(text);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(parse(readFileSync(join(chart, "Chart.yaml"), "utf8"))).toMatchObject({ version, appVersion: version });
});

test("has no Secret and no Namespace", () => {
  const kinds = examples.flatMap((path) => renderChart(path).map(({ kind }) => kind));
  expect(kinds.filter((kind) => ["Secret", "Namespace"].includes(kind))).toEqual([]);
});

describe("migration", () => {
  const hookOf = (manifest: Manifest): string | undefined => manifest.metadata.annotations?.["helm.sh/hook"];

  test("runs before the first installation only if PostgreSQL exists already", () => {
    expect(hookOf(job(renderChart(fileOf("external"))))).toBe("pre-install,pre-upgrade");
    // else it would wait for servers that Helm starts after it
    const first = job(renderChart(fileOf("production")));
    expect(hookOf(first)).toBeUndefined();
    const later = job(renderChart(fileOf("production"), ["--is-upgrade"]));
    expect(hookOf(later)).toBe("pre-upgrade");
    expect(later.metadata.name).not.toBe(first.metadata.name);
  });

  test("needs no object that Helm creates after it", () => {
    const { template } = job(renderChart(fileOf("external"))).spec;
    expect(template.spec.serviceAccountName).toBe("default");
    expect(JSON.stringify(template)).not.toContain("configMapRef");
  });
});

test("names images by a digest instead of a tag", () => {
  const image = {
    repository: "registry.example.com:5000/pathform",
    tag: "V1.2_Rc1",
    digest: `sha256:${"0a".repeat(32)}`,
  };
  const imageOf = (values: object) => find(rendered(values), "Deployment auth").spec.template.spec.containers[0].image;
  expect(imageOf({ image })).toBe(`registry.example.com:5000/pathform@sha256:${"0a".repeat(32)}`);
  expect(imageOf({ image: { ...image, digest: "" } })).toBe("registry.example.com:5000/pathform:V1.2_Rc1");
});

test("copies that share a volume for one node run on one node", () => {
  const affinityOf = (values: object, service: string) =>
    find(rendered(values), `Deployment ${service}`).spec.template.spec.affinity?.podAffinity;
  const together = affinityOf({}, "gateway");
  expect(together).toMatchObject({ requiredDuringSchedulingIgnoredDuringExecution: [expect.anything()] });
  expect(affinityOf({}, "sessions")).toEqual(together);
  expect(affinityOf({}, "auth")).toBeUndefined();
  expect(affinityOf({ uploads: { bucket: "s3://uploads" } }, "gateway")).toBeUndefined();
  expect(affinityOf({ uploads: { volume: { accessMode: "ReadWriteMany" } } }, "gateway")).toBeUndefined();
});

test("PostgreSQL of CloudNativePG acknowledges a commit that a standby has, and lets no read delay replication", () => {
  const { instances, postgresql } = find(renderChart(fileOf("production")), "Cluster postgres").spec;
  expect(instances).toBe(3);
  expect(postgresql.synchronous).toEqual({ method: "any", number: 1, dataDurability: "required" });
  expect(postgresql.parameters).toMatchObject({ hot_standby_feedback: "on", max_standby_streaming_delay: "1s" });
});

test("restores PostgreSQL of CloudNativePG from a backup", () => {
  const bootstrap = { recovery: { source: "before", database: "pathform", owner: "pathform" } };
  const spec = { bootstrap, externalClusters: [{ name: "before" }] };
  const values = { postgresql: { mode: "cloudnative", cloudnative: { spec } } };
  expect(find(rendered(values), "Cluster postgres").spec).toMatchObject(spec);
  expect(find(renderChart(fileOf("production")), "Cluster postgres").spec.bootstrap).toMatchObject({ initdb: {} });
});

test("new settings replace the pods", () => {
  const annotations = (settings: object) =>
    find(rendered({ settings: { BASE_URL: "https://forms.example.com", ...settings } }), "Deployment auth").spec
      .template.metadata.annotations;
  expect(annotations({ SIGNUP: "open" })).not.toEqual(annotations({}));
});

test("adds objects of the Prometheus Operator only on request", () => {
  const kinds = (values: object) => rendered(values).map(({ kind }) => kind);
  expect(kinds({})).not.toEqual(expect.arrayContaining(["PodMonitor"]));
  const on = { enabled: true };
  const all = rendered({
    settings: { BASE_URL: "https://ask.example" },
    ...{ podMonitor: on, prometheusRule: on, dashboard: on },
  });
  const rules = readFileSync(join(root, "deploy/alerts/pathform.rules.yaml"), "utf8");
  // the server of the installation has the runbooks
  const linked = rules.replaceAll("https://forms.example.com", "https://ask.example");
  expect(find(all, "PrometheusRule pathform").spec).toEqual(parse(linked));
  const dashboard = readFileSync(join(root, "deploy/grafana/pathform.json"), "utf8");
  expect(JSON.parse(find(all, "ConfigMap dashboard").data["pathform.json"])).toEqual(JSON.parse(dashboard));
});

describe("values", () => {
  const peers = [{ ipBlock: { cidr: "10.0.0.0/8" } }];
  test.each<[string, object, RegExp]>([
    ["no public URL", { settings: {} }, /BASE_URL/],
    ["a secret among the settings", { settings: { BASE_URL: "https://a.example", SMTP_URL: "smtp://a" } }, /SMTP_URL/],
    ["a number as a setting", { settings: { BASE_URL: "https://a.example", PORT: 3000 } }, /PORT/],
    ["a misspelled value", { ingress: { enable: true } }, /enable/],
    ["a short digest", { image: { digest: "sha256:0a" } }, /digest/],
    ["the tag latest", { image: { tag: "latest" } }, /tag/],
    ["a route to no Gateway", { httpRoute: { enabled: true } }, /parentRefs/],
    [
      "an external PostgreSQL without address",
      { postgresql: { mode: "external" } },
      /networkPolicies\.database\.to is required/,
    ],
    ["an external NATS without address", { nats: { mode: "external" } }, /networkPolicies\.bus\.to is required/],
    [
      "one PostgreSQL that waits for a standby",
      { postgresql: { mode: "cloudnative", cloudnative: { instances: 1 } } },
      /instances/,
    ],
  ])("refuse %s", (_fault, values, message) => {
    expect(() => rendered(values)).toThrow(message);
  });

  test("accept external servers with their addresses", () => {
    const external = { mode: "external" };
    const policies = { database: { to: peers }, bus: { to: peers }, limits: { to: peers } };
    const manifests = rendered({ postgresql: external, nats: external, redis: external, networkPolicies: policies });
    expect(manifests.map(({ kind }) => kind)).not.toContain("StatefulSet");
  });
});

describe("network", () => {
  /** Returns the policies that let a service's pods send to an address outside, each with its ports. */
  function allowed(manifests: Manifest[], service: string, cidr: string): Record<string, number[]> {
    const selects = ({ podSelector: { matchLabels = {}, matchExpressions = [] } }: Manifest) =>
      [undefined, "pathform"].includes(matchLabels["app.kubernetes.io/name"]) &&
      [undefined, service].includes(matchLabels["app.kubernetes.io/component"]) &&
      matchExpressions.every(({ operator, values }: Manifest) => (operator === "In") === values.includes(service));
    const found = manifests.filter(
      ({ kind, spec }) =>
        kind === "NetworkPolicy" && selects(spec) && JSON.stringify(spec.egress ?? "").includes(`"${cidr}"`),
    );
    return Object.fromEntries(
      found.map(({ metadata, spec }) => [metadata.name, spec.egress[0].ports.map(({ port }: Manifest) => port)]),
    );
  }

  test("each service reaches only the addresses and ports that it needs", () => {
    const manifests = renderChart(fileOf("production"));
    const internet = (service: string) => allowed(manifests, service, "0.0.0.0/0");
    const mail = [25, 465, 587, 2525];
    expect(internet("gateway")).toEqual({ store: [443] });
    expect(internet("forms")).toEqual({ store: [443] });
    expect(internet("sessions")).toEqual({ store: [443] });
    expect(internet("analytics")).toEqual({});
    expect(internet("auth")).toEqual({ issuer: [443], mail });
    expect(internet("integrations")).toEqual({ mail, receivers: [80, 443] });
  });

  test("a volume needs no store, and an instance role its address", () => {
    expect(allowed(renderChart(fileOf("single-node")), "forms", "0.0.0.0/0")).toEqual({});
    expect(allowed(renderChart(fileOf("external")), "forms", "169.254.170.23/32")).toEqual({ metadata: [80, 988] });
  });

  test("private relays, issuers, stores, collectors and receivers have addresses of their own", () => {
    const manifests = renderChart(fileOf("private-network"));
    expect(JSON.stringify(manifests)).not.toContain("0.0.0.0/0");
    expect(allowed(manifests, "integrations", "10.1.2.3/32")).toEqual({ mail: [25] });
    expect(allowed(manifests, "integrations", "10.0.0.0/8")).toEqual({ receivers: [443, 8443] });
    expect(find(manifests, "NetworkPolicy traces").spec.podSelector.matchExpressions[0].values).toContain("analytics");
  });
});
