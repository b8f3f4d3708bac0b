import { cpuMs, residentMb, treeCpuMs } from "../usage.ts";
import { untilNoBacklog } from "./backlog.ts";
import { loadOn } from "./load.ts";
import type { System } from "./systems.ts";
import type { Figures } from "./tables.ts";

export type Measured = Omit<Figures, "round">;

/** Runs respondents on the system. Returns its load and the CPU of its processes and PostgreSQL, also with the work after the load. */
export async function measure(
  system: System,
  { respondents, seconds, postmaster }: { respondents: number; seconds: number; postmaster: number },
): Promise<Measured> {
  const before = cpuByProgram(system, postmaster);
  const cpuSince = () =>
    Object.fromEntries(
      Object.entries(cpuByProgram(system, postmaster)).map(([name, ms]) => [name, ms - (before[name] ?? 0)]),
    );
  const load = await loadOn(system, respondents, seconds);
  const cpu = cpuSince();
  const memoryMb = system.programs.reduce((sum, { pid }) => sum + residentMb(pid), 0);
  const ended = performance.now();
  if (system.database === undefined) return { system: system.title, respondents, load, cpu, memoryMb, later: null };
  await untilNoBacklog(system.database);
  const later = { seconds: (performance.now() - ended) / 1000, cpu: cpuSince() };
  return { system: system.title, respondents, load, cpu, memoryMb, later };
}

function cpuByProgram(system: System, postmaster: number): Record<string, number> {
  const programs = system.programs.map(({ name, pid }): [string, number] => [name, cpuMs(pid)]);
  return { ...Object.fromEntries(programs), PostgreSQL: treeCpuMs(postmaster) };
}
