import { cpuMs, residentMb, treeCpuMs } from "../usage.ts";
import { loadOn } from "./load.ts";
import type { System } from "./systems.ts";
import type { Figures } from "./tables.ts";

export type Measured = Omit<Figures, "round">;

/** Runs respondents on the system, and returns its load and the CPU of its processes and PostgreSQL. */
export async function measure(
  system: System,
  { respondents, seconds, postmaster }: { respondents: number; seconds: number; postmaster: number },
): Promise<Measured> {
  const before = cpuByProgram(system, postmaster);
  const load = await loadOn(system, respondents, seconds);
  const after = cpuByProgram(system, postmaster);
  const cpu = Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));
  const memoryMb = system.programs.reduce((sum, { pid }) => sum + residentMb(pid), 0);
  return { system: system.title, respondents, load, cpu, memoryMb };
}

function cpuByProgram(system: System, postmaster: number): Record<string, number> {
  const programs = system.programs.map(({ name, pid }): [string, number] => [name, cpuMs(pid)]);
  return { ...Object.fromEntries(programs), PostgreSQL: treeCpuMs(postmaster) };
}
