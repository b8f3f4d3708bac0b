import { existsSync } from "node:fs";
import { join } from "node:path";
import { isKnown, readEnv } from "../../../shared/platform/env.ts";
import { closingTimeoutMs } from "../../../shared/platform/ops/drain.ts";
import { isHealthPath } from "../../../shared/platform/ops/server.ts";
import { containersOf, isOurs, type Manifest, nameOf, selects, templateOf } from "./render.ts";

/** A rule returns one line per problem of an overlay's objects. Kubernetes' own rules are in schemas.ts. */
type Rule = (manifests: Manifest[]) => string[];

const root = join(import.meta.dirname, "../../..");
const ofKind = (manifests: Manifest[], ...kinds: string[]) => manifests.filter(({ kind }) => kinds.includes(kind));
const workloads = (manifests: Manifest[]) => manifests.filter((manifest) => templateOf(manifest));
export const settingsOf = (manifests: Manifest[]): Record<string, string> =>
  // a kustomization adds a hash
  ofKind(manifests, "ConfigMap").find(({ metadata }) => /^pathform(-[a-z0-9]{10})?$/.test(metadata.name))?.data ?? {};

/** Calls `check` for each container, with its workload and pod. */
function eachContainer(
  manifests: Manifest[],
  check: (container: Manifest, pod: Manifest, workload: Manifest) => (string | false | undefined)[],
): string[] {
  return workloads(manifests).flatMap((workload) => {
    const { spec } = templateOf(workload) as Manifest;
    return containersOf({ spec }).flatMap((container) =>
      check(container, spec, workload)
        .filter((problem) => typeof problem === "string")
        .map((problem) => `${nameOf(workload)}, container ${container.name}: ${problem}`),
    );
  });
}

const noSecrets: Rule = (manifests) =>
  ofKind(manifests, "Secret", "Namespace").map(
    (manifest) => `${nameOf(manifest)}: must not be here, because a second apply would overwrite the operator's`,
  );

const labels: Rule = (manifests) =>
  workloads(manifests).flatMap((workload) =>
    [workload, templateOf(workload)].some((one) => !one?.metadata.labels?.["app.kubernetes.io/name"])
      ? [`${nameOf(workload)}: needs the label app.kubernetes.io/name, also on its pods`]
      : [],
  );

/** Pod security standard "restricted", and bounds for each container. */
const security: Rule = (manifests) =>
  eachContainer(manifests, ({ securityContext: own = {}, resources = {} }, { securityContext: pod = {}, ...spec }) => [
    !(own.runAsNonRoot ?? pod.runAsNonRoot) && "securityContext.runAsNonRoot must be true",
    !((own.runAsUser ?? pod.runAsUser) > 0) && "securityContext.runAsUser must be a user above 0",
    (own.seccompProfile ?? pod.seccompProfile)?.type !== "RuntimeDefault" && "seccompProfile must be RuntimeDefault",
    own.allowPrivilegeEscalation !== false && "allowPrivilegeEscalation must be false",
    !own.readOnlyRootFilesystem && "readOnlyRootFilesystem must be true",
    own.capabilities?.drop?.join() !== "ALL" && "capabilities.drop must be [ALL]",
    own.capabilities?.add && "capabilities.add isn't allowed",
    (own.privileged || spec.hostNetwork || spec.hostPID || spec.hostIPC) && "host access isn't allowed",
    spec.automountServiceAccountToken !== false && "automountServiceAccountToken must be false",
    !(resources.requests?.cpu && resources.requests.memory && resources.limits?.memory) &&
      "needs requests for CPU and memory, and a memory limit",
  ]);

const volumes: Rule = (manifests) =>
  workloads(manifests).flatMap((workload) =>
    (templateOf(workload)?.spec.volumes ?? []).flatMap((volume: Manifest) => [
      ...(volume.emptyDir && !volume.emptyDir.sizeLimit
        ? [`${nameOf(workload)}: emptyDir ${volume.name} needs a sizeLimit`]
        : []),
      ...(volume.hostPath ? [`${nameOf(workload)}: hostPath isn't allowed`] : []),
    ]),
  );

const rollouts: Rule = (manifests) =>
  ofKind(manifests, "Deployment", "StatefulSet").flatMap((workload) =>
    workload.spec.minReadySeconds > 0 ? [] : [`${nameOf(workload)}: needs minReadySeconds`],
  );

/** Returns the labels of a workload's pods. CloudNativePG adds one to those of a Pooler. */
const podLabelsOf = (workload: Manifest): Record<string, string> =>
  workload.kind === "Pooler"
    ? { ...workload.spec.template?.metadata?.labels, "cnpg.io/poolerName": workload.metadata.name }
    : templateOf(workload)?.metadata.labels;

const disruption: Rule = (manifests) =>
  ofKind(manifests, "PodDisruptionBudget").flatMap((budget) => {
    const count = [...workloads(manifests), ...ofKind(manifests, "Pooler")].filter(
      (workload) => !/(Job|Pod)$/.test(workload.kind) && selects(budget.spec.selector, podLabelsOf(workload)),
    ).length;
    return count === 1 ? [] : [`${nameOf(budget)}: must select one workload, but selects ${count}`];
  });

const autoscaling: Rule = (manifests) =>
  ofKind(manifests, "HorizontalPodAutoscaler").flatMap(({ metadata, spec }) => {
    const target = manifests.find(
      ({ kind, metadata: { name } }) => kind === spec.scaleTargetRef.kind && name === spec.scaleTargetRef.name,
    );
    const where = `HorizontalPodAutoscaler ${metadata.name}`;
    return [
      ...(target ? [] : [`${where}: its target doesn't exist`]),
      ...(target?.spec.replicas === undefined ? [] : [`${where}: its target must not set replicas`]),
      ...(spec.behavior?.scaleDown ? [] : [`${where}: needs behavior.scaleDown`]),
    ];
  });

const network: Rule = (manifests) => {
  const policies = ofKind(manifests, "NetworkPolicy");
  // a migration is applied without the other objects
  if (policies.length === 0 && manifests.every(({ kind }) => kind === "Job")) return [];
  const denials = policies.filter(
    ({ spec }) => spec.policyTypes?.join() === "Ingress,Egress" && !spec.ingress && !spec.egress,
  );
  return workloads(manifests)
    .filter((workload) => !denials.some(({ spec }) => selects(spec.podSelector, podLabelsOf(workload))))
    .map((workload) => `${nameOf(workload)}: a NetworkPolicy that denies everything by default is missing`);
};

/** Variables that Node.js and the clients of AWS and OpenTelemetry read. */
const ofLibraries = /^(NODE|AWS|OTEL)_/;

/** Variables, files and keys that containers name. */
const references: Rule = (manifests) => {
  const configs = new Map(
    ofKind(manifests, "ConfigMap").map(({ metadata, data }) => [metadata.name, Object.keys(data)]),
  );
  return eachContainer(manifests, (container) => {
    const { env = [], envFrom = [], args = [], command = [] } = container;
    const ours = isOurs(container);
    return [
      ...env.flatMap(({ name, value, valueFrom }: Manifest) => [
        ours && !isKnown(name) && !ofLibraries.test(name) && `variable ${name} doesn't exist`,
        value === "" && `variable ${name} is empty`,
        ours &&
          valueFrom?.secretKeyRef &&
          !isKnown(valueFrom.secretKeyRef.key) &&
          `key ${valueFrom.secretKeyRef.key} doesn't exist`,
      ]),
      ...envFrom.map(
        ({ configMapRef }: Manifest) =>
          configMapRef && !configs.has(configMapRef.name) && `ConfigMap ${configMapRef.name} doesn't exist`,
      ),
      ...(ours ? [...args, ...command] : []).map(
        (word: string) => /^[\w.-]+\/[\w./-]+$/.test(word) && !existsSync(join(root, word)) && `${word} doesn't exist`,
      ),
      ...[...args, ...command, ...env.map(({ value = "" }: Manifest) => value)].flatMap((word: string) =>
        [...word.matchAll(/\$\((\w+)\)/g)].map(
          ([, used]) => !env.some(({ name }: Manifest) => name === used) && `$(${used}) isn't set`,
        ),
      ),
    ];
  });
};

const ports: Rule = (manifests) => {
  const { PORT, OPS_PORT } = readEnv(settingsOf(manifests));
  const inContainers = eachContainer(manifests, (container) => [
    ...(container.ports ?? []).map(
      ({ name, containerPort }: Manifest) =>
        isOurs(container) &&
        containerPort !== { http: PORT, ops: OPS_PORT }[name as "http"] &&
        `no process listens on port ${name} ${containerPort}`,
    ),
    ...["startupProbe", "livenessProbe", "readinessProbe"].flatMap((kind) => {
      const probe = container[kind]?.httpGet ?? container[kind]?.tcpSocket;
      if (!probe) return [];
      return [
        !(container.ports ?? []).some(({ name }: Manifest) => name === probe.port) &&
          `${kind} asks the unknown port ${probe.port}`,
        isOurs(container) && !isHealthPath(probe.path) && `${kind} asks ${probe.path}, which doesn't exist`,
      ];
    }),
  ]);
  const inServices = ofKind(manifests, "Service").flatMap(({ metadata, spec }) => {
    const named = portsOf(manifests, spec.selector);
    return spec.ports
      .filter(({ port, targetPort = port }: Manifest) => !named.includes(targetPort))
      .map(({ name }: Manifest) => `Service ${metadata.name}: no pod has its port ${name}`);
  });
  const inMonitors = ofKind(manifests, "PodMonitor").flatMap(({ metadata, spec }) =>
    spec.podMetricsEndpoints
      .filter(({ port, path }: Manifest) => path !== "/metrics" || !portsOf(manifests, spec.selector).includes(port))
      .map(({ port, path }: Manifest) => `PodMonitor ${metadata.name}: no pod has ${port}${path}`),
  );
  const inPolicies = ofKind(manifests, "NetworkPolicy").flatMap(({ metadata, spec }) =>
    (spec.ingress ?? [])
      .flatMap((rule: Manifest) => rule.ports ?? [])
      .filter(({ port }: Manifest) => typeof port === "string" && !portsOf(manifests, spec.podSelector).includes(port))
      .map(({ port }: Manifest) => `NetworkPolicy ${metadata.name}: no pod has port ${port}`),
  );
  return [...inContainers, ...inServices, ...inMonitors, ...inPolicies];
};

/** Returns names and numbers of all ports of the selected pods. */
function portsOf(manifests: Manifest[], selector: Manifest): (string | number)[] {
  const pods = workloads(manifests).flatMap((workload) => templateOf(workload) ?? []);
  return pods
    .filter((pod) => selects(selector, pod.metadata.labels))
    .flatMap((pod) => containersOf(pod).flatMap(({ ports: all = [] }) => all))
    .flatMap(({ name, containerPort }) => [name, containerPort]);
}

const grace: Rule = (manifests) => {
  const { DRAIN_NOTICE_MS, DRAIN_TIMEOUT_MS } = readEnv(settingsOf(manifests));
  return eachContainer(manifests, (container, { terminationGracePeriodSeconds: period = 30 }, { kind }) => {
    const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
    const needed = preStop + (DRAIN_NOTICE_MS + DRAIN_TIMEOUT_MS + closingTimeoutMs) / 1_000;
    const isTooShort = isOurs(container) && !kind.endsWith("Job") && needed > period;
    return [isTooShort && `needs ${needed} s to stop, more than terminationGracePeriodSeconds ${period}`];
  });
};

const settings: Rule = (manifests) => {
  if (ofKind(manifests, "ConfigMap").length === 0) return [];
  const data = settingsOf(manifests);
  const unset = ["NAMESPACE", "BASE_URL", "UPLOADS", "TRUSTED_PROXIES"].filter((name) => !data[name]);
  const hosts = ofKind(manifests, "Ingress", "HTTPRoute").flatMap(({ kind, spec }) =>
    (kind === "Ingress" ? spec.rules.map(({ host: one }: Manifest) => one) : spec.hostnames).map((one: string) => [
      kind,
      one,
    ]),
  );
  const host = data.BASE_URL && new URL(data.BASE_URL).hostname;
  return [
    ...Object.keys(data)
      .filter((name) => !isKnown(name))
      .map((name) => `settings: variable ${name} doesn't exist`),
    ...unset.map((name) => `settings: ${name} is required`),
    ...hosts
      .filter(([, one]) => one !== host)
      .map(([kind, one]) => `${kind}: its host ${one} isn't the one of BASE_URL`),
  ];
};

const images: Rule = (manifests) =>
  eachContainer(manifests, ({ image }) => [
    !/^[^@]+(:(?!latest$)[\w.-]+|@sha256:[0-9a-f]{64})$/.test(image) && `image ${image} needs a tag or a digest`,
  ]);

const jobs: Rule = (manifests) =>
  ofKind(manifests, "Job").flatMap(({ metadata, spec }) =>
    spec.activeDeadlineSeconds && spec.ttlSecondsAfterFinished
      ? []
      : [`Job ${metadata.name}: needs activeDeadlineSeconds and ttlSecondsAfterFinished`],
  );

const rules: Rule[] = [
  ...[noSecrets, labels, security, volumes, rollouts, disruption, autoscaling, network, references, ports, grace],
  ...[settings, images, jobs],
];

/** Returns all problems of an overlay's objects, one line each. */
export const problemsOf = (manifests: Manifest[]): string[] => rules.flatMap((rule) => rule(manifests));
