import { sessionBytesLimit } from "../../shared/domain/limits.ts";
import { keyHash } from "./resumeKeys.ts";
import type { SessionState, StoredVisit } from "./store/sessions.ts";

/**
 * Sessions that another device continues by their personal link. A link can be stolen and never shows answers, so only the device that
 * gave an answer can repeat it. The keys that devices make tell them apart.
 */
type Devices = Pick<SessionState, "begun_by" | "visits">;

/** Returns the nodes of the path that other devices answered. `key`: made by this device, null if it sent none. */
export function answeredElsewhere({ begun_by, visits }: Devices, key: string | null): ReadonlySet<string> {
  if (begun_by === null) return nothing;
  const own = key === null ? null : keyHash(key);
  const hasBegun = own !== null && begun_by.split(" ").includes(own);
  const isOwn = ({ given_by }: StoredVisit) => (given_by === null ? hasBegun : given_by === own);
  return new Set(visits.filter((visit) => !isOwn(visit)).map(({ node_id }) => node_id));
}

const nothing: ReadonlySet<string> = new Set();

/** Returns what an answer keeps of its device. */
export const givenBy = ({ begun_by }: Devices, key: string | null): string | null =>
  begun_by === null ? null : key === null ? "" : keyHash(key);

/** Bytes of other devices' answers count in steps, because the limit would tell how long they are. */
const step = sessionBytesLimit / 4;

/** Returns whether a device can't add its answers. With several devices, there is a step more room, so that none is refused earlier. */
export function isOverLimit({ begun_by }: Pick<Devices, "begun_by">, all: number, elsewhere: number): boolean {
  if (begun_by === null) return all > sessionBytesLimit;
  return all - elsewhere + Math.ceil(elsewhere / step) * step > sessionBytesLimit + step;
}
