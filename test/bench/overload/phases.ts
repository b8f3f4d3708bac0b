import type { Found } from "./generator.ts";

/** Load: whole sessions, or only starts. */
export interface Kind {
  /** options of the generator for this load */
  options: string[];
  /** outcome that counts as success: a completed session or a start */
  accepted: string;
  /** numbers of concurrent clients to find the sustainable rate; the last one is the peak */
  sustaining: number[];
  /** Whether a crowd that respects Retry-After is included. For starts alone, it would need too many connections. */
  hasPatientCrowd: boolean;
}

export interface Phase extends Found {
  name: string;
  /** arrivals per second; null for a closed loop */
  offered: number | null;
  accepted: number;
  /** accepted share of the round's peak */
  share: number;
  memory: number;
}

const crowd = 1_000;
/** Statuses of an overloaded gateway. */
const retryAfterSeconds = 2;
/** Connections of a fixed rate: more than ever wait for a response. */
const keptAtFixedRate = 3_000;

type Measure = (options: string[]) => Promise<Found & { memory: number }>;

/** Runs the peak, twice the peak at a fixed rate, and a crowd that retries immediately. */
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
    // as many are accepted as at the peak, and the others retry after `Retry-After`
    const patient = Math.round(retryAfterSeconds * peak) + (kind.sustaining.at(-1) ?? 0);
    const name = "a crowd that asks for twice the peak, as `Retry-After` says";
    found.push(await phase(name, patient, ["-clients", String(patient), "-patient"]));
  }
  found.push(await phase(`${crowd} who come again at once`, crowd, ["-clients", String(crowd)]));
  return found.map((each) => ({ ...each, share: each.accepted / peak }));
}
