import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Commands on one DATA_DIR take turns, so that none starts the embedded PostgreSQL that another is starting or
 * stopping. The lock is a file with its holder's process id; one whose holder is gone is taken over.
 */
export async function takingTurns<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const file = join(dataDir, "command.lock");
  const own = `${file}.${process.pid}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(own, String(process.pid));
  try {
    while (!(await isTaken(own, file))) {
      await removeAbandoned(file, own);
      await sleep(50);
    }
    return await work().finally(() => rm(file, { force: true }));
  } finally {
    await rm(own, { force: true });
  }
}

/** Linked into place whole: nobody ever reads half a process id. */
async function isTaken(own: string, file: string): Promise<boolean> {
  return link(own, file).then(
    () => true,
    (error) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}

async function removeAbandoned(file: string, own: string): Promise<void> {
  const holder = Number(await readFile(file, "utf8").catch(() => "0"));
  if (holder === 0 || isAlive(holder)) return;
  const aside = `${own}.abandoned`;
  // a lock that was taken between the two lines is given back
  await rename(file, aside).catch(() => undefined);
  const moved = Number(await readFile(aside, "utf8").catch(() => "0"));
  if (moved !== holder && moved !== 0) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/** An own process id in the file is that of a former life: a container's first process always has the same. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
