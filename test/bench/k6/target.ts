import { fail } from "k6";

/**
 * Settings of the scripts from `-e NAME=value`: Pathform's URL, the owner's key and the load. Defaults are for two cores;
 * test/bench/README.md has values for clusters.
 */
export const url: string = (__ENV.PATHFORM_URL ?? fail("PATHFORM_URL is missing: -e PATHFORM_URL=https://…")).replace(
  /\/+$/,
  "",
);

/** An owner's API key. Without it, an owner is registered (SIGNUP=open). */
export const key: string | undefined = __ENV.PATHFORM_KEY;

/** If the gateways trust this machine's `X-Forwarded-For` (TRUSTED_PROXIES), each respondent has its own address. */
const isForwarded = __ENV.FORWARDED === "true";

export const forwarded = (respondent: number): Record<string, string> =>
  isForwarded
    ? { "x-forwarded-for": `10.${(respondent >> 16) & 255}.${(respondent >> 8) & 255}.${respondent & 255}` }
    : {};

/** Throws if the variable is set but isn't a positive number. */
export function number(name: string, standard: number): number {
  const value = Number(__ENV[name] ?? standard);
  if (!(value > 0)) fail(`${name} must be a number above 0.`);
  return value;
}

/** Throws if the variable is set but isn't a k6 duration in seconds, minutes or hours. */
export function duration(name: string, standard: string): string {
  const value = __ENV[name] ?? standard;
  if (!/^\d+[smh]$/.test(value)) fail(`${name} must be a duration such as 30s, 5m or 1h.`);
  return value;
}
