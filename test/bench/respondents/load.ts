import { outputOf } from "../programs.ts";
import type { Load } from "./generator.ts";
import type { System } from "./systems.ts";

/** Has so many respondents fill in the system's form for so long. Throws where one was told anything wrong. */
export async function loadOn(
  { title, url, slug, questions }: System,
  respondents: number,
  seconds: number,
): Promise<Load> {
  const args = [url, slug, ...[respondents, seconds, questions].map(String)];
  return readLoad(await outputOf("test/bench/respondents/generator.ts", args), title);
}

/** What a generator has printed. Throws where it has seen faults. */
export function readLoad(printed: string, title: string): Load {
  const load = JSON.parse(printed) as Load;
  if (load.faults.length > 0) throw new Error(`${title}: ${load.faults.join("; ")}`);
  return load;
}
