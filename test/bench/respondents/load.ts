import { outputOf } from "../programs.ts";
import type { Load } from "./generator.ts";
import type { System } from "./systems.ts";

/** Runs respondents on the system's form, who pause for so many ms before each request. Throws if a response was wrong. */
export async function loadOn(
  { title, url, slug, questions }: System,
  respondents: number,
  seconds: number,
  pause = 0,
): Promise<Load> {
  const args = [url, slug, ...[respondents, seconds, questions, pause].map(String)];
  return readLoad(await outputOf("test/bench/respondents/generator.ts", args), title);
}

/** Parses a generator's output. Throws if it has errors. */
export function readLoad(printed: string, title: string): Load {
  const load = JSON.parse(printed) as Load;
  if (load.faults.length > 0) throw new Error(`${title}: ${load.faults.join("; ")}`);
  return load;
}
