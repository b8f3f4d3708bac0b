import { hotPoolSize } from "../../../shared/platform/database/pools.ts";
import { furtherKinds } from "../../../shared/platform/database/settings.ts";
import { type Env, readEnv } from "../../../shared/platform/env.ts";
import { containersOf, isOurs, type Manifest, nameOf } from "./render.ts";
import { settingsOf } from "./rules.ts";

/** Connections of one service to the primary, or to the replica (READ_DATABASE_URL). */
export interface Row {
  name: string;
  copies: number;
  perCopy: number;
  total: number;
}

export interface Budget {
  primary: Row[];
  replica: Row[];
  /** One line per limit that is exceeded. Empty if there are enough connections. */
  problems: string[];
  /** Undefined for an external PostgreSQL. */
  maxConnections: number | undefined;
  /** connections that PgBouncer opens, or undefined without it */
  pooled?: { clients: number; servers: number };
}

/** Connections for superusers, backups, monitoring and a migration. */
export const reserve = 20;

/** Returns the connections of all copies at their maximum during a rollout, compared with PostgreSQL's max_connections. */
export function budgetOf(manifests: Manifest[]): Budget {
  const settings = readEnv(settingsOf(manifests));
  const ours = manifests.filter(({ kind, spec }) => kind === "Deployment" && containersOf(spec.template).some(isOurs));
  const rowsOf = (variable: string, poolsOf: (service: string) => number): Row[] =>
    ours
      .filter((workload) => has(workload, variable))
      .map((workload) => rowOf(manifests, workload, poolsOf(serviceOf(workload))));
  const primary = rowsOf("DATABASE_URL", (service) => poolsOf(service, settings));
  const replica = rowsOf("READ_DATABASE_URL", () => settings.DATABASE_POOL_SIZE);
  const maxConnections = maxConnectionsOf(manifests);
  const free = (maxConnections ?? Number.POSITIVE_INFINITY) - reserve;
  const clients = sum(primary);
  const pooler = manifests.find(({ kind }) => kind === "Pooler");
  if (!pooler) {
    // without a replica, both URLs name one server
    const needed = clients + sum(replica);
    return { primary, replica, maxConnections, problems: above("PostgreSQL", needed, free) };
  }
  const { parameters } = pooler.spec.pgbouncer;
  const roles = primary.flatMap(({ name }) => ["write", ...(furtherKinds[name] ?? [])]).length;
  const servers = pooler.spec.instances * Number(parameters.default_pool_size) * roles;
  const problems = [
    // one instance may have to serve all clients
    ...above("The pooler", clients, Number(parameters.max_client_conn)),
    ...above("PostgreSQL", servers, free),
    ...above("The replica", sum(replica), free),
  ];
  return { primary, replica, maxConnections, pooled: { clients, servers }, problems };
}

const sum = (rows: Row[]): number => rows.reduce((total, row) => total + row.total, 0);

const above = (server: string, needed: number, limit: number): string[] =>
  needed > limit ? [`${server} needs ${needed} connections, but has ${limit}.`] : [];

const serviceOf = (workload: Manifest): string =>
  workload.spec.template.spec.containers.find(isOurs).args[0].replace("services/", "");

const has = (workload: Manifest, variable: string): boolean =>
  containersOf(workload.spec.template).some(({ env = [] }) => env.some(({ name }: Manifest) => name === variable));

/** Returns the largest number of copies: the autoscaler's maximum and the rollout's surge. */
function rowOf(manifests: Manifest[], { metadata: { name }, spec }: Manifest, perCopy: number): Row {
  const scaler = manifests.find(
    (one) => one.kind === "HorizontalPodAutoscaler" && one.spec.scaleTargetRef.name === name,
  );
  const copies = (scaler?.spec.maxReplicas ?? spec.replicas ?? 1) + (spec.strategy?.rollingUpdate?.maxSurge ?? 1);
  return { name, copies, perCopy, total: copies * perCopy };
}

function poolsOf(service: string, { DATABASE_POOL_SIZE }: Env): number {
  const sizes = { write: DATABASE_POOL_SIZE, read: DATABASE_POOL_SIZE, hot: hotPoolSize };
  return (furtherKinds[service] ?? []).reduce((total, kind) => total + sizes[kind], sizes.write);
}

/** Returns the setting of CloudNativePG's Cluster or of PostgreSQL's StatefulSet, or PostgreSQL's default. Undefined without both. */
function maxConnectionsOf(manifests: Manifest[]): number | undefined {
  const server = manifests.find((one) => ["Cluster postgres", "StatefulSet postgres"].includes(nameOf(one)));
  if (!server) return undefined;
  if (server.kind === "Cluster") return Number(server.spec.postgresql?.parameters?.max_connections ?? 100);
  const args = containersOf(server.spec.template).flatMap(({ args: all = [] }) => all as string[]);
  return Number(args.find((arg) => arg.startsWith("max_connections="))?.split("=")[1] ?? 100);
}
