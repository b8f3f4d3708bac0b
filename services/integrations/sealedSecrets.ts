import { isCurrent, seal, unseal } from "./secrets.ts";

/** The sealed secrets of one integration, by name; each is bound to its integration and name. */
export type SealedSecrets = Record<string, string>;

const sealContext = (integrationId: string, name: string) => `${integrationId}/${name}`;

/** New secrets over the stored ones, which stay sealed; null clears one. */
export function sealAll(
  integrationId: string,
  stored: SealedSecrets,
  secrets: Record<string, string | null>,
): SealedSecrets {
  const next = { ...stored };
  for (const [name, text] of Object.entries(secrets)) {
    if (text === null) delete next[name];
    else next[name] = seal(text, sealContext(integrationId, name));
  }
  return next;
}

/** Undefined where there is none of that name. */
export function unsealOne(integrationId: string, stored: SealedSecrets, name: string): string | undefined {
  const sealed = stored[name];
  return sealed === undefined ? undefined : unseal(sealed, sealContext(integrationId, name));
}

/** All that are still valid, opened; `expiries` are timestamps by name, of those that do expire. */
export function unsealValid(
  integrationId: string,
  stored: SealedSecrets,
  expiries: Record<string, string>,
  now: Date,
): Record<string, string> {
  const valid = Object.entries(stored).filter(([name]) => {
    const until = expiries[name];
    return until === undefined || now < new Date(until);
  });
  return Object.fromEntries(valid.map(([name, sealed]) => [name, unseal(sealed, sealContext(integrationId, name))]));
}

/** All of them under the key that is in use now; null where they are already. Throws where one opens with no key. */
export function resealAll(integrationId: string, stored: SealedSecrets): SealedSecrets | null {
  if (Object.values(stored).every(isCurrent)) return null;
  const resealed = Object.entries(stored).map(([name, sealed]) => {
    const place = sealContext(integrationId, name);
    return [name, isCurrent(sealed) ? sealed : seal(unseal(sealed, place), place)];
  });
  return Object.fromEntries(resealed);
}
