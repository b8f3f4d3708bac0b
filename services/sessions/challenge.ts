import { createChallenge, extractParams, verifySolution } from "altcha-lib";
import type { Challenge } from "../../shared/api/shapes/sessions.ts";
import { derivedKeys } from "../../shared/platform/secretsKey.ts";

/**
 * Challenges against bots (features §15). Nothing is stored: a solution is good for one session of one form, and a session starts
 * once. A phone finds the number in about 230 ms (median, CPU 4 times slower), and a program pays for each session.
 */
const maxNumber = 50_000;
const lifetimeMs = 10 * 60_000;

const challengeKeys = (): string[] => derivedKeys("challenge").map((key) => key.toString("base64"));

export async function newChallenge(formId: string, sessionId: string, now = Date.now()): Promise<Challenge> {
  const params = { form: formId, id: sessionId };
  const [hmacKey = ""] = challengeKeys();
  const {
    algorithm: _,
    maxnumber = maxNumber,
    ...found
  } = await createChallenge({
    algorithm: "SHA-256",
    hmacKey,
    maxNumber,
    expires: new Date(now + lifetimeMs),
    params,
  });
  return { ...found, algorithm: "SHA-256", maxnumber };
}

/** Returns the form whose challenge this solves for the session, or null. */
export async function provenForm(solution: string | undefined, sessionId: string): Promise<string | null> {
  if (solution === undefined) return null;
  try {
    const { form, id, expires } = extractParams(solution);
    if (id !== sessionId || expires === undefined) return null;
    for (const key of challengeKeys()) if (await verifySolution(solution, key)) return form ?? null;
    return null;
  } catch {
    // not what ALTCHA encodes
    return null;
  }
}
