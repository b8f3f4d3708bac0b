import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import type { System } from "../respondents/systems.ts";
import { residentMb } from "../usage.ts";

export interface Exported {
  rows: number;
  bytes: number;
  firstByteMs: number;
  /** MB by program, in steps of a tenth of the sessions */
  memory: Record<string, number[]>;
}

const newLine = 10;
const sampleMs = 2_000;

/** Reads an export to its end, or until the signal. */
export async function exportAll(
  { system, key }: { system: System; key: string },
  signal?: AbortSignal,
): Promise<Exported> {
  const begun = performance.now();
  const url = `${system.url}/api/v2/form/${system.slug}/responses/export/`;
  const [response] = (await once(get(url, { headers: { authorization: `Bearer ${key}` } }), "response")) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 200) throw new Error(`The export returned ${response.statusCode}.`);
  signal?.addEventListener("abort", () => response.destroy());
  const programs = system.programs.filter(({ name }) => name === "gateway" || name === "analytics");
  const found: Exported = {
    rows: -1,
    bytes: 0,
    firstByteMs: 0,
    memory: Object.fromEntries(programs.map(({ name }) => [name, []])),
  };
  const sample = () => {
    for (const { name, pid } of programs) found.memory[name]?.push(residentMb(pid));
  };
  const sampling = setInterval(sample, sampleMs);
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      found.firstByteMs ||= performance.now() - begun;
      found.bytes += piece.length;
      for (let at = piece.indexOf(newLine); at >= 0; at = piece.indexOf(newLine, at + 1)) found.rows += 1;
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    clearInterval(sampling);
  }
  return found;
}
