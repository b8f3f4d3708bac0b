import { fail } from "k6";

/**
 * What the scripts are told by `-e NAME=value`: where Pathform is, whose key its owner has, and how much to send. Numbers are
 * for a machine of two cores; test/bench/README.md says what to raise for a cluster.
 */
export const url: string = (__ENV.PATHFORM_URL ?? fail("PATHFORM_URL is missing: -e PATHFORM_URL=https://…")).replace(
  /\/+$/,
  "",
);

/** An owner's API key; without one, an owner is registered (SIGNUP=open). */
export const key: string | undefined = __ENV.PATHFORM_KEY;

/** Where the gateways trust this machine's `X-Forwarded-For` (TRUSTED_PROXIES), each respondent has an address of its own. */
const isForwarded = __ENV.FORWARDED === "true";

export const forwarded = (respondent: number): Record<string, string> =>
  isForwarded
    ? { "x-forwarded-for": `10.${(respondent >> 16) & 255}.${(respondent >> 8) & 255}.${respondent & 255}` }
    : {};

/** Throws where the variable is there and no positive number. */
export function number(name: string, standard: number): number {
  const value = Number(__ENV[name] ?? standard);
  if (!(value > 0)) fail(`${name} must be a number above 0.`);
  return value;
}

/** Throws where the variable is there and no duration as k6 reads them, in seconds, minutes or hours. */
export function duration(name: string, standard: string): string {
  const value = __ENV[name] ?? standard;
  if (!/^\d+[smh]$/.test(value)) fail(`${name} must be a duration such as 30s, 5m or 1h.`);
  return value;
}
