import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { schemas } from "../../deploy/commands/accountData.ts";
import { type Budget, budgetOf } from "../../deploy/kubernetes/tools/connections.ts";
import { overlays } from "../../deploy/kubernetes/tools/overlays.ts";
import { type Manifest, nameOf, render } from "../../deploy/kubernetes/tools/render.ts";
import { problemsOf } from "../../deploy/kubernetes/tools/rules.ts";
import { validate } from "../../deploy/kubernetes/tools/schemas.ts";
import { runFolder } from "../support/run.ts";

/** `npm run check:kubernetes` and `npm run budget`. */
const folder = join(import.meta.dirname, "../../deploy/kubernetes");
const checked = overlays.flatMap((name) => [name, `${name}/migrate`]);
const rendered = new Map<string, Manifest[]>();

beforeAll(() => {
  for (const name of checked) rendered.set(name, render(join(folder, "overlays", name)));
});

/** Returns an overlay's objects after a change. */
function changed(overlay: string, change: (find: (name: string) => Manifest) => void): Manifest[] {
  const manifests = structuredClone(rendered.get(overlay) ?? []);
  change((name) => {
    const found = manifests.find((manifest) => nameOf(manifest).startsWith(name));
    if (!found) throw new Error(`No ${name}`);
    return found;
  });
  return manifests;
}

const podOf = (workload: Manifest): Manifest => workload.spec.template.spec;
const containerOf = (workload: Manifest): Manifest => podOf(workload).containers[0];

test.each(checked)("%s is valid", (name) => {
  const manifests = rendered.get(name) ?? [];
  expect(validate(manifests)).toEqual([]);
  expect(problemsOf(manifests)).toEqual([]);
});

test("single-node leaves half of a node with one core and 2 GB to Kubernetes", () => {
  const kinds = ["Deployment", "StatefulSet", "Job"];
  const workloads = ["single-node", "single-node/migrate"]
    .flatMap((name) => rendered.get(name) ?? [])
    .filter(({ kind }) => kinds.includes(kind));
  const requested = (name: string, unit: string) =>
    workloads
      .map((it) => (it.spec.replicas ?? 1) * Number(containerOf(it).resources.requests[name].replace(unit, "")))
      .reduce((sum, each) => sum + each, 0);
  expect(requested("memory", "Mi")).toBeLessThanOrEqual(1_280);
  expect(requested("cpu", "m")).toBeLessThanOrEqual(800);
});

test.each(overlays)("%s has a pod template for commands with all databases", (name) => {
  const job = rendered.get(name)?.find((manifest) => nameOf(manifest) === "CronJob commands");
  if (!job) throw new Error("The CronJob commands is missing.");
  expect(job.spec.suspend).toBe(true);
  const { containers, volumes }: Manifest = job.spec.jobTemplate.spec.template.spec;
  const databases = containers[0].env.map(({ name: variable, valueFrom }: Manifest) => [
    variable,
    valueFrom.secretKeyRef.name,
  ]);
  const services = Object.keys(schemas);
  expect(databases).toEqual(services.map((one) => [`${one.toUpperCase()}_DATABASE_URL`, `pathform-${one}`]));
  const mounted = containers[0].volumeMounts.map(({ mountPath }: Manifest) => mountPath);
  expect(mounted).toEqual(expect.arrayContaining(["/data", ...(name === "production" ? [] : ["/uploads"])]));
  expect(volumes.map((volume: Manifest) => volume.name)).toContain("tmp");
});

type Find = (name: string) => Manifest;

describe("schemas", () => {
  test.each<[string, string, (find: Find) => void]>([
    ["a misspelled probe", "readynessProbe", (find) => (containerOf(find("Deployment auth")).readynessProbe = {})],
    ["a text instead of a number", "replicas", (find) => (find("Deployment auth").spec.replicas = "two")],
    [
      "an unknown field of a PodMonitor",
      "intervall",
      (find) => (find("PodMonitor").spec.podMetricsEndpoints[0].intervall = "1s"),
    ],
    ["an unknown field of a Cluster", "instance", (find) => (find("Cluster").spec.instance = 3)],
    ["a missing field of a Pooler", "cluster", (find) => delete find("Pooler").spec.cluster],
  ])("reject %s", (_fault, field, change) => {
    expect(validate(changed("production", change)).join()).toContain(field);
  });
});

describe("rules", () => {
  test.each<[string, string, (find: Find) => void]>([
    ["as root", "runAsNonRoot", (find) => (podOf(find("Deployment auth")).securityContext.runAsNonRoot = false)],
    [
      "a writable root",
      "readOnlyRootFilesystem",
      (find) => (containerOf(find("Deployment redis")).securityContext.readOnlyRootFilesystem = false),
    ],
    [
      "capabilities",
      "capabilities",
      (find) => (containerOf(find("StatefulSet nats")).securityContext.capabilities = {}),
    ],
    ["host network", "host access", (find) => (podOf(find("Deployment auth")).hostNetwork = true)],
    [
      "a pod for commands as root",
      "CronJob commands, container pathform: securityContext.runAsNonRoot",
      (find) => (find("CronJob").spec.jobTemplate.spec.template.spec.securityContext.runAsNonRoot = false),
    ],
    ["no memory limit", "memory limit", (find) => delete containerOf(find("Deployment auth")).resources.limits],
    ["an unbounded volume", "sizeLimit", (find) => (podOf(find("Deployment auth")).volumes[0].emptyDir = {})],
    ["no minReadySeconds", "minReadySeconds", (find) => delete find("Deployment auth").spec.minReadySeconds],
    [
      "a budget for no workload",
      "selects 0",
      (find) => (find("PodDisruptionBudget auth").spec.selector.matchLabels = { app: "auth" }),
    ],
    [
      "a budget for all workloads",
      "selects 6",
      (find) => (find("PodDisruptionBudget auth").spec.selector.matchLabels = { "app.kubernetes.io/name": "pathform" }),
    ],
    [
      "replicas beside an autoscaler",
      "must not set replicas",
      (find) => (find("Deployment sessions").spec.replicas = 2),
    ],
    [
      "an autoscaler without behavior",
      "behavior",
      (find) => delete find("HorizontalPodAutoscaler sessions").spec.behavior,
    ],
    ["open networks", "denies everything", (find) => (find("NetworkPolicy default-deny").spec.ingress = [{}])],
    [
      "an unknown variable",
      "variable NATS_URI doesn't exist",
      (find) => (containerOf(find("Deployment auth")).env[0].name = "NATS_URI"),
    ],
    [
      "an unknown key",
      "key NATS doesn't exist",
      (find) => (containerOf(find("Deployment auth")).env[0].valueFrom.secretKeyRef.key = "NATS"),
    ],
    [
      "an unknown setting",
      "variable MIGRATION doesn't exist",
      (find) => (find("ConfigMap pathform").data.MIGRATION = "false"),
    ],
    ["an unset address", "BASE_URL is required", (find) => delete find("ConfigMap pathform").data.BASE_URL],
    ["an unset bucket", "UPLOADS is required", (find) => (find("ConfigMap pathform").data.UPLOADS = "")],
    ["another host", "isn't the one of BASE_URL", (find) => (find("Ingress").spec.rules[0].host = "other.example.com")],
    [
      "no ConfigMap",
      "ConfigMap settings doesn't exist",
      (find) => (containerOf(find("Deployment auth")).envFrom[0].configMapRef.name = "settings"),
    ],
    [
      "an unknown service",
      "services/gatway doesn't exist",
      (find) => (containerOf(find("Deployment gateway")).args = ["services/gatway"]),
    ],
    [
      "an unset password",
      "$(NATS_ROUTES_PASSWORD) isn't set",
      (find) => {
        const nats = containerOf(find("StatefulSet nats"));
        nats.env = nats.env.filter(({ name }: Manifest) => name !== "NATS_ROUTES_PASSWORD");
      },
    ],
    [
      "another port",
      "no process listens on port ops 9465",
      (find) => (containerOf(find("Deployment auth")).ports[0].containerPort = 9465),
    ],
    [
      "an unknown probe path",
      "/health, which doesn't exist",
      (find) => (containerOf(find("Deployment auth")).livenessProbe.httpGet.path = "/health"),
    ],
    [
      "an unknown probe port",
      "unknown port metrics",
      (find) => (containerOf(find("StatefulSet nats")).livenessProbe.httpGet.port = "metrics"),
    ],
    [
      "a Service without pods",
      "no pod has its port",
      (find) => (find("Service gateway").spec.selector = { app: "gateway" }),
    ],
    [
      "another metrics path",
      "PodMonitor pathform: no pod has ops/stats",
      (find) => (find("PodMonitor").spec.podMetricsEndpoints[0].path = "/stats"),
    ],
    [
      "a policy for an unknown port",
      "NetworkPolicy monitoring: no pod has port metrics",
      (find) => (find("NetworkPolicy monitoring").spec.ingress[0].ports[0].port = "metrics"),
    ],
    [
      "a short grace period",
      "needs 22.5 s to stop",
      (find) => (podOf(find("Deployment gateway")).terminationGracePeriodSeconds = 22),
    ],
    ["a long drain", "needs 67.5 s to stop", (find) => (find("ConfigMap pathform").data.DRAIN_TIMEOUT_MS = "60000")],
    [
      "a sleep before the stop",
      "needs 42.5 s to stop",
      (find) => (containerOf(find("Deployment gateway")).lifecycle = { preStop: { sleep: { seconds: 20 } } }),
    ],
    [
      "an image without a tag",
      "needs a tag",
      (find) => (containerOf(find("Deployment auth")).image = "registry.example.com:5000/pathform"),
    ],
    [
      "an image of any release",
      "needs a tag",
      (find) => (containerOf(find("Deployment auth")).image = "registry.example.com/pathform:latest"),
    ],
    [
      "an incomplete digest",
      "needs a tag",
      (find) => (containerOf(find("Deployment auth")).image = "registry.example.com/pathform@sha256:0a"),
    ],
    [
      "pods without labels",
      "app.kubernetes.io/name",
      (find) => (find("Deployment redis").spec.template.metadata.labels = {}),
    ],
  ])("reject %s", (_fault, problem, change) => {
    expect(problemsOf(changed("production", change)).join("\n")).toContain(problem);
  });

  test.each<[string, string, (find: Find) => void]>([
    ["no deadline", "activeDeadlineSeconds", (find) => delete find("Job").spec.activeDeadlineSeconds],
    ["no end", "ttlSecondsAfterFinished", (find) => delete find("Job").spec.ttlSecondsAfterFinished],
    [
      "an unknown command",
      "deploy/commands/roots.ts doesn't exist",
      (find) => (containerOf(find("Job")).command = ["node", "deploy/commands/roots.ts"]),
    ],
  ])("reject a migration with %s", (_fault, problem, change) => {
    expect(problemsOf(changed("production/migrate", change)).join("\n")).toContain(problem);
  });

  test("accept an image that is named by its digest", () => {
    const image = `registry.example.com/pathform@sha256:${"0a".repeat(32)}`;
    expect(problemsOf(changed("production", (find) => (containerOf(find("Deployment auth")).image = image)))).toEqual(
      [],
    );
  });

  test("reject a Secret", () => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "pathform-auth" } };
    expect(problemsOf([...(rendered.get("production") ?? []), secret])).toEqual([
      expect.stringMatching(/^Secret pathform-auth: must not/),
    ]);
  });
});

test.each([
  ["registry.example.com:5000/pathform", "newTag: V1.2_Rc1", ":V1.2_Rc1"],
  ["localhost:5001/pathform", `digest: sha256:${"0a".repeat(32)}`, `@sha256:${"0a".repeat(32)}`],
])("migrates with an image from %s and %s", (name, tag, suffix) => {
  const copy = mkdtempSync(join(runFolder(), "kubernetes-"));
  cpSync(folder, copy, { recursive: true });
  const release = join(copy, "overlays/production/release/kustomization.yaml");
  const text = readFileSync(release, "utf8").replace("newTag: 0.1.0", tag);
  writeFileSync(release, text.replace("registry.example.com/pathform", name));
  const [job] = render(join(copy, "overlays/production/migrate")) as [Manifest];
  expect(validate([job])).toEqual([]);
  expect(problemsOf([job])).toEqual([]);
  expect(job.metadata.name).toBe("migrate");
  expect(containerOf(job).image).toBe(`${name}${suffix}`);
});

describe("connection budget", () => {
  test("accepts as many connections as there are", () => {
    const maximum = (count: number) =>
      budget("single-node", (find) => (containerOf(find("StatefulSet postgres")).args = [`max_connections=${count}`]));
    expect(maximum(176).problems).toEqual([]);
    expect(maximum(175).problems).toEqual(["PostgreSQL needs 156 connections, but has 155."]);
  });

  const budget = (overlay: string, change: (find: Find) => void = () => undefined): Budget =>
    budgetOf(changed(overlay, change));

  test("counts the pools of all copies at the autoscaler's maximum and one more", () => {
    const { primary, maxConnections, problems } = budget("single-node");
    expect(primary.map(({ name, total }) => [name, total])).toEqual([
      ["analytics", 40],
      ["auth", 20],
      ["forms", 20],
      ["integrations", 20],
      ["sessions", 36],
    ]);
    expect(maxConnections).toBe(200);
    expect(problems).toEqual([]);
    expect(budget("production").primary.at(-1)).toEqual({ name: "sessions", copies: 11, perCopy: 18, total: 198 });
  });

  test.each<[string, string, string, (find: Find) => void]>([
    [
      "more pools than max_connections",
      "single-node",
      "PostgreSQL needs 156 connections, but has 80.",
      (find) => (containerOf(find("StatefulSet postgres")).args = []),
    ],
    [
      "more copies than the pooler takes",
      "production",
      "The pooler needs 1968 connections, but has 1000.",
      (find) => (find("HorizontalPodAutoscaler sessions").spec.maxReplicas = 100),
    ],
    [
      "a pooler that opens too many",
      "production",
      "PostgreSQL needs 700 connections, but has 230.",
      (find) => (find("Pooler").spec.pgbouncer.parameters.default_pool_size = "50"),
    ],
    [
      "more reads than the replica's max_connections",
      "production",
      "The replica needs 310 connections, but has 230.",
      (find) => (find("Deployment analytics").spec.replicas = 30),
    ],
  ])("rejects %s", (_fault, overlay, problem, change) => {
    expect(budget(overlay, change).problems).toContain(problem);
  });
});

test("prints the connections to an external PostgreSQL, whose maximum it can't know", () => {
  const examples = join(import.meta.dirname, "../../deploy/helm/pathform/examples");
  // as in the guide: a file in the working folder
  const command = [join(folder, "tools/budget.ts"), "external.yaml"];
  const printed = execFileSync(process.execPath, command, { cwd: examples, encoding: "utf8" });
  expect(printed).toContain("sessions\t11 copies × 18\t= 198");
  expect(printed).toContain("max_connections\texternal");
});

test("the command exits with 1 and names each problem", () => {
  const copy = mkdtempSync(join(runFolder(), "kubernetes-"));
  cpSync(join(folder, "overlays/production/release"), copy, { recursive: true });
  writeFileSync(
    join(copy, "kustomization.yaml"),
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nconfigMapGenerator: [{ name: pathform, literals: [BASE=1] }]\n",
  );
  const run = () =>
    execFileSync(process.execPath, ["deploy/kubernetes/tools/check.ts", copy], { encoding: "utf8", stdio: "pipe" });
  expect(run).toThrow(
    expect.objectContaining({ status: 1, stdout: expect.stringContaining("settings: variable BASE doesn't exist") }),
  );
});
