import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { databaseUser, programOptions, runProgram } from "../../shared/platform/embedded/programs.ts";
import { adminUrl } from "../../shared/platform/embedded/roles.ts";
import { stablePort } from "./ports.ts";
import { type Restartable, startRestartable } from "./restartable.ts";
import { runFolder } from "./run.ts";
import { canHave, citusPrograms } from "./servers.ts";

/** PostgreSQL with Citus, as the coordinator or a worker of a cluster. */
export interface CitusNode extends Restartable {
  /** of the server, as its superuser */
  url: string;
  port: number;
  /** path of its log */
  log: string;
}

/** Servers on 127.0.0.1. `distributedDatabase` makes a cluster of them per database. */
export interface Citus {
  /** The coordinator is first. */
  nodes: CitusNode[];
  /** Starts another server, which isn't a worker yet. */
  add(): Promise<CitusNode>;
  stop(): Promise<void>;
}

const settings = {
  shared_preload_libraries: "citus",
  // moves of shards use logical replication
  wal_level: "logical",
  max_connections: "300",
  // for two-phase commits
  max_prepared_transactions: "300",
  max_worker_processes: "32",
  // a killed process loses nothing that it has written
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
  "citus.enable_statistics_collection": "off",
  // a machine under load takes longer than the five seconds of a network
  "citus.node_connection_timeout": "60s",
  "citus.shard_count": "8",
  // commits prepared transactions of a worker that was away, instead of after a minute
  "citus.recover_2pc_interval": "2s",
};

export async function startCitus(workers = 2): Promise<Citus> {
  if (!canHave("citus")) throw new Error("Citus isn't installed for PostgreSQL 15.");
  // as root, another user runs it, who must be able to enter the run's folder
  execFileSync("chmod", ["711", runFolder()]);
  const folder = mkdtempSync(join(runFolder(), "citus-"));
  own(folder);
  const nodes: CitusNode[] = [];
  const add = async () => {
    const node = await startNode(join(folder, `node${nodes.length}`));
    nodes.push(node);
    return node;
  };
  for (let count = 0; count <= workers; count += 1) await add();
  return {
    nodes,
    add,
    async stop() {
      for (const node of nodes) await node.stop();
    },
  };
}

async function startNode(parent: string) {
  const folder = join(parent, "data");
  for (const each of [parent, folder]) {
    mkdirSync(each, { mode: 0o700 });
    own(each);
  }
  const options = ["--username=pathform", "--auth=trust", "--locale=C.UTF-8", "--no-sync"];
  await runProgram(citusPrograms.initdb, ["-D", folder, ...options], programOptions);
  const port = await stablePort();
  const server = await startRestartable({ programs: citusPrograms, folder, port, settings });
  return { ...server, url: adminUrl(port, ""), port, log: join(parent, "postgres.log") };
}

function own(folder: string): void {
  if (databaseUser) chownSync(folder, databaseUser.uid, databaseUser.gid);
}
