import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second on all Linux distributions. */
const ticksPerSecond = 100;

/** Returns user and system CPU of a process with all threads, in ms (proc(5), /proc/<pid>/stat). */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return ticks(fields, utime, stime);
}

/** Returns the CPU of a server with child processes, both running and ended ones. */
export function treeCpuMs(pid: number): number {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid);
  const living = children.reduce((sum, child) => sum + cpuOrZero(Number(child)), 0);
  return living + ticks(statOf(pid), utime, stime, cutime, cstime);
}

export function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

// fields after the name in brackets, which can contain spaces
const ppid = 1;
const [utime, stime, cutime, cstime] = [11, 12, 13, 14];

function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const ticks = (fields: string[], ...places: number[]): number =>
  (places.reduce((sum, place) => sum + Number(fields[place]), 0) * 1000) / ticksPerSecond;

/** A process can end before it is read. */
function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[ppid]);
  } catch {
    return null;
  }
}

function cpuOrZero(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    return 0;
  }
}
