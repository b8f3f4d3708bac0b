import { readdirSync, readFileSync } from "node:fs";

const msPerTick = 10;

interface Stat {
  parent: number;
  /** own CPU time, and that of children that ended */
  ms: number;
}

/** `ppid`, `utime`, `stime`, `cutime` and `cstime` of proc_pid_stat(5), or null if the process has ended. */
function statOf(pid: string): Stat | null {
  try {
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?=[^)]*$)/);
    const [, parent = 0, ...rest] = fields.split(" ").map(Number);
    return { parent, ms: rest.slice(9, 13).reduce((sum, ticks) => sum + ticks, 0) * msPerTick };
  } catch {
    return null;
  }
}

/**
 * Returns the CPU time in ms of a process and all that it has started: children that live, such as browsers and servers, and those that
 * ended. Only of the process on systems other than Linux.
 */
export function treeMs(root = process.pid): number {
  if (process.platform !== "linux") return ownMs();
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = statOf(pid);
      return stat ? [{ pid: Number(pid), ...stat }] : [];
    });
  const children = Map.groupBy(stats, ({ parent }) => parent);
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.ms + below(child.pid), 0);
  return (stats.find(({ pid }) => pid === root)?.ms ?? 0) + below(root);
}

/** Returns the CPU time in ms of this process and of servers that it has started, without processes of test files. */
export function sharedMs(): number {
  if (process.platform !== "linux") return ownMs();
  const isOfFiles = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("testFile.mts");
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ").filter(Boolean);
  const servers = children.filter((pid) => statOf(pid) && !isOfFiles(pid));
  return servers.reduce((sum, pid) => sum + treeMs(Number(pid)), ownMs());
}

function ownMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const data = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => ({ id: `n${at}`, at, text: "x".repeat(20) })));

/** CPU time in ms of `fixedWorkMs` on the machine that limits of CPU time are for. */
const usualMs = 7;

/** Returns the CPU time in ms of a fixed piece of work, the fastest of nine. */
function fixedWorkMs(): number {
  const once = () => {
    const start = process.threadCpuUsage();
    JSON.stringify(JSON.parse(data));
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1_000;
  };
  return Math.min(...Array.from({ length: 9 }, once));
}

/** Returns how many times slower than usual this machine is now. Its speed varies. */
export const slowness = (): number => fixedWorkMs() / usualMs;
