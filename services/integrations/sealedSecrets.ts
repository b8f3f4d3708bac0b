import { isCurrent, seal, unseal } from "../../shared/platform/sealing.ts";

/** An integration's sealed secrets by name. Each is bound to its integration and name. */
export type SealedSecrets = Record<string, string>;

const sealContext = (integrationId: string, name: string) => `${integrationId}/${name}`;

/** Seals new secrets and adds them to the stored ones. Null clears one. */
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

/** Opens one secret. Undefined if the name has no secret. */
export function unsealOne(integrationId: string, stored: SealedSecrets, name: string): string | undefined {
  const sealed = stored[name];
  return sealed === undefined ? undefined : unseal(sealed, sealContext(integrationId, name));
}

/** Opens the secrets that haven't expired. `expiries` has timestamps by name. */
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

/** Seals the secrets with the current key. Null if they already are. Throws if no key opens one. */
export function resealAll(integrationId: string, stored: SealedSecrets): SealedSecrets | null {
  if (Object.values(stored).every(isCurrent)) return null;
  const resealed = Object.entries(stored).map(([name, sealed]) => {
    const context = sealContext(integrationId, name);
    return [name, isCurrent(sealed) ? sealed : seal(unseal(sealed, context), context)];
  });
  return Object.fromEntries(resealed);
}
