import { sessionBytesLimit } from "../../shared/domain/limits.ts";
import { keyHash } from "./resumeKeys.ts";
import type { SessionState, StoredVisit } from "./store/sessions.ts";

/**
 * Sessions whose clients made keys. An id or a link can be stolen and never shows answers, so only the device that gave an answer can
 * repeat it (teams §20.21.4). The keys tell devices apart, also after another one continues by the personal link.
 */
type Devices = Pick<SessionState, "begun_by" | "resume_key" | "opened_by" | "visits">;

/** Returns the nodes of the path that other devices answered. `key`: made by this device, null if it sent none. */
export function answeredElsewhere(state: Devices, key: string | null): ReadonlySet<string> {
  const { visits } = state;
  if (!hasKey(state)) return nothing;
  const own = key === null ? null : keyHash(key);
  const hasBegun = own !== null && beginners(state).includes(own);
  const isOwn = ({ given_by }: StoredVisit) => (given_by === null ? hasBegun : given_by === own);
  return new Set(visits.filter((visit) => !isOwn(visit)).map(({ node_id }) => node_id));
}

/** Returns whether only the device that gave an answer can repeat it. */
export const hasKey = ({ begun_by, resume_key }: Pick<Devices, "begun_by" | "resume_key">): boolean =>
  begun_by !== null || resume_key !== null;

/** Hashes of the keys of the devices that gave the answers which name none. */
const beginners = ({ begun_by, resume_key, opened_by }: Devices): (string | null)[] =>
  begun_by === null ? [resume_key, opened_by] : begun_by.split(" ");

const nothing: ReadonlySet<string> = new Set();

/** Returns what an answer keeps of its device. */
export const givenBy = ({ begun_by }: Pick<Devices, "begun_by">, key: string | null): string | null =>
  begun_by === null ? null : key === null ? "" : keyHash(key);

/** Bytes of other devices' answers count in steps, because the limit would tell how long they are. */
const step = sessionBytesLimit / 4;

/** Returns whether a device can't add its answers. With several devices, there is a step more room, so that none is refused earlier. */
export function isOverLimit({ begun_by }: Pick<Devices, "begun_by">, all: number, elsewhere: number): boolean {
  if (begun_by === null && elsewhere === 0) return all > sessionBytesLimit;
  return all - elsewhere + Math.ceil(elsewhere / step) * step > sessionBytesLimit + step;
}
