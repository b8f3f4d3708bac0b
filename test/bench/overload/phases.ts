import type { Found } from "./generator.ts";

/** What is offered to the service: whole sessions, or starts alone. */
export interface Kind {
  /** the generator's, which say what each who comes does */
  options: string[];
  /** how an outcome that is counted as answered is called: a session that is completed, or a start */
  accepted: string;
  /** how many at once, who come again when they are through, find the rate that can be sustained: the last are the peak */
  sustaining: number[];
  /** Whether there is also a crowd that waits as it is told: of starts alone it would be too many connections. */
  hasPatientCrowd: boolean;
}

export interface Phase extends Found {
  name: string;
  /** a second; null: each comes again when it is through */
  offered: number | null;
  accepted: number;
  /** what was accepted of the round's peak */
  share: number;
  memory: number;
}

const crowd = 1_000;
/** What a gateway that has too much to do says. */
const retryAfterSeconds = 2;
/** Connections of a fixed rate: more than ever have an answer to come. */
const keptAtFixedRate = 3_000;

type Measure = (options: string[]) => Promise<Found & { memory: number }>;

/** The peak, twice that at a fixed rate, and a crowd that comes again at once. */
export async function roundOf(measure: Measure, kind: Kind, isKept: boolean): Promise<Phase[]> {
  const connections = isKept ? "connections kept" : "new connections";
  const phase = async (name: string, kept: number, options: string[], offered: number | null = null) => {
    const found = await measure([...kind.options, ...options, ...(isKept ? ["-kept", String(kept)] : [])]);
    const accepted = found.outcomes.get(kind.accepted)?.perSecond ?? 0;
    return { ...found, name: `${connections}: ${name}`, offered, accepted };
  };
  const found: Awaited<ReturnType<typeof phase>>[] = [];
  for (const clients of kind.sustaining) {
    found.push(await phase(`${clients} at once`, clients, ["-clients", String(clients)]));
  }
  const peak = found.at(-1)?.accepted ?? 0;
  const twice = 2 * peak;
  found.push(await phase("twice the peak, at a fixed rate", keptAtFixedRate, ["-rate", String(twice)], twice));
  if (kind.hasPatientCrowd) {
    // as many are let in as at the peak, and the others come again when `Retry-After` has passed
    const patient = Math.round(retryAfterSeconds * peak) + (kind.sustaining.at(-1) ?? 0);
    const name = "a crowd that asks for twice the peak, as `Retry-After` says";
    found.push(await phase(name, patient, ["-clients", String(patient), "-patient"]));
  }
  found.push(await phase(`${crowd} who come again at once`, crowd, ["-clients", String(crowd)]));
  return found.map((each) => ({ ...each, share: each.accepted / peak }));
}
