import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../../shared/platform/embedded/postgres.ts";

/** A temporary folder with a durable PostgreSQL. */
export async function withPostgres<T>(
  settings: Record<string, string>,
  work: (ground: { adminUrl: string; folder: string; postmaster: number }) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "pathform-bench-"));
  // PostgreSQL can run as another user, who needs access
  chmodSync(folder, 0o711);
  const postgres = await startEmbedded({ dataDir: folder, settings: { max_connections: "200", ...settings } });
  const [pid] = readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
  try {
    return await work({ adminUrl: postgres.adminUrl, folder, postmaster: Number(pid) });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
