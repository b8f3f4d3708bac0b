import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { search } from "../../../services/web/respondent/challenge/search.ts";
import type { Challenge } from "../../../shared/api/shapes/sessions.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import { failure, type Process, type Stage, short, startSessions } from "./stage.ts";

/** Forms that start only with a solved challenge (features §15). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const protectedForm = () => stage.newForm(short(), { bot_protection: "challenge" });
const start = (slug: string, id: string | undefined, challenge?: string, { hidden = {}, process = 0 } = {}) =>
  (stage.processes[process] as Process).call("sessions.start", {
    slug,
    session_id: id ?? randomUUID(),
    body: { hidden, ...(id && { id }), ...(challenge !== undefined && { challenge }) },
    user_agent: null,
  });
const challengeFor = (slug: string, id: string) => stage.call("sessions.challenge", { slug, query: { id } });
const encoded = ({ maxnumber: _, ...found }: Challenge, number: number | null) =>
  Buffer.from(JSON.stringify({ ...found, number })).toString("base64");
const solved = (challenge: Challenge) => encoded(challenge, search(challenge));

it("starts a session with its solution, and repeats it without one", async () => {
  const { slug } = await protectedForm();
  const id = randomUUID();
  const solution = solved(await challengeFor(slug, id));
  const first = await start(slug, id, solution);
  expect(await start(slug, id)).toEqual(first);
  expect(await start(slug, id, solution)).toEqual(first);
  const { rows } = await stage.database.query("select 1 from sessions.sessions where id = $1", [id]);
  expect(rows).toHaveLength(1);
});

it("answers 403 with a new challenge, which starts the session", async () => {
  const { slug } = await protectedForm();
  const id = randomUUID();
  const refused = await failure(start(slug, id));
  expect(refused).toMatchObject({ code: 403 });
  const { body } = (refused as unknown as { data: { body: { challenge: Challenge } } }).data;
  expect(await start(slug, id, solved(body.challenge))).toMatchObject({ id });
});

it.each<[string, (slug: string, id: string) => Promise<string>]>([
  ["another session", async (slug) => solved(await challengeFor(slug, randomUUID()))],
  ["another form", async (_, id) => solved(await challengeFor((await protectedForm()).slug as string, id))],
  ["a wrong number", async (slug, id) => encoded(await challengeFor(slug, id), 50_001)],
  [
    "a forged signature",
    async (slug, id) => {
      const challenge = await challengeFor(slug, id);
      return encoded({ ...challenge, signature: "0".repeat(64) }, search(challenge));
    },
  ],
  ["no JSON", async () => "x"],
])("refuses the solution of %s", async (_, solutionOf) => {
  const { slug } = await protectedForm();
  const id = randomUUID();
  expect(await failure(start(slug as string, id, await solutionOf(slug as string, id)))).toMatchObject({ code: 403 });
  const { rows } = await stage.database.query("select 1 from sessions.sessions where id = $1", [id]);
  expect(rows).toEqual([]);
});

it("starts in another process than the challenge is from", async () => {
  const { slug } = await protectedForm();
  const id = randomUUID();
  const solution = solved(await challengeFor(slug, id));
  expect(await start(slug, id, solution, { process: 1 })).toMatchObject({ id, status: "in_progress" });
});

it("starts one session if two processes get a solution at the same time", async () => {
  const { slug } = await protectedForm();
  const id = randomUUID();
  const solution = solved(await challengeFor(slug, id));
  const started = await Promise.all([1, 0, 1, 0].map((process) => start(slug, id, solution, { process })));
  expect(new Set(started.map((reply) => JSON.stringify(reply))).size).toBe(1);
  const { rows } = await stage.database.query("select 1 from sessions.sessions where id = $1", [id]);
  expect(rows).toHaveLength(1);
});

it("reads nothing to check a solution", async () => {
  const { slug } = await protectedForm();
  const { pool, hotPool } = (stage.processes[0] as Process).service.database;
  const statementsOf = async (challenge?: string) => {
    const sent = [pool, hotPool].map((one) => jest.spyOn(one, "query"));
    expect(await failure(start(slug, randomUUID(), challenge))).toMatchObject({ code: 403 });
    // the process's background work sends others
    const ofForm = sent.flatMap(({ mock }) => mock.calls).filter((call) => JSON.stringify(call).includes(slug));
    for (const one of sent) one.mockRestore();
    return ofForm.length;
  };
  const forged = { ...(await challengeFor(slug, randomUUID())), signature: "0".repeat(64) };
  await statementsOf();
  const without = await statementsOf();
  expect(without).toBeGreaterThan(0);
  expect(await statementsOf(encoded(forged, search(forged)))).toBe(without);
});

describe("provenForm", () => {
  const [form, id] = [randomUUID(), randomUUID()];
  const keys = { SECRETS_KEY: process.env.SECRETS_KEY, SECRETS_KEY_OLD: process.env.SECRETS_KEY_OLD };
  afterEach(() => {
    for (const [name, key] of Object.entries(keys)) if (key === undefined) delete process.env[name];
    Object.assign(process.env, JSON.parse(JSON.stringify(keys)));
  });
  const withKeys = (own: Partial<typeof keys>) => {
    delete process.env.SECRETS_KEY_OLD;
    Object.assign(process.env, own);
    jest.resetModules();
    return import("../../../services/sessions/challenge.ts");
  };
  const [first, second] = [testSecretsKey, Buffer.alloc(32, 2).toString("base64")];

  it("refuses a late solution", async () => {
    const { newChallenge, provenForm } = await withKeys({ SECRETS_KEY: first });
    const late = await newChallenge(form, id, Date.now() - 11 * 60_000);
    expect(await provenForm(solved(late), id)).toBeNull();
    expect(await provenForm(solved(await newChallenge(form, id)), id)).toBe(form);
  });

  it("refuses a solution whose number took the time from the salt", async () => {
    const { newChallenge, provenForm } = await withKeys({ SECRETS_KEY: first });
    const late = await newChallenge(form, id, Date.now() - 11 * 60_000);
    const [salt = "", time] = late.salt.split("expires=");
    const spliced = encoded({ ...late, salt }, `expires=${time}${search(late)}` as never);
    expect(await provenForm(spliced, id)).toBeNull();
  });

  it("accepts challenges of the previous key only while it is set", async () => {
    const solution = solved(await (await withKeys({ SECRETS_KEY: first })).newChallenge(form, id));
    const changed = await withKeys({ SECRETS_KEY: second, SECRETS_KEY_OLD: first });
    expect(await changed.provenForm(solution, id)).toBe(form);
    expect(await changed.provenForm(solved(await changed.newChallenge(form, id)), id)).toBe(form);
    expect(await (await withKeys({ SECRETS_KEY: second })).provenForm(solution, id)).toBeNull();
  });
});

it("says first that the form is unknown, the body is invalid, or the form is closed", async () => {
  const form = await protectedForm();
  const slug = form.slug as string;
  const id = randomUUID();
  const code = async (...given: Parameters<typeof start>) =>
    ((await failure(start(...given))) as unknown as { code: number }).code;
  const unknown = { hidden: { nothing: "1" } };
  expect(await code("no-such-form", undefined)).toBe(404);
  expect(await code(slug, undefined)).toBe(400);
  expect(await code(slug, id, undefined, unknown)).toBe(400);
  expect(await code(slug, id)).toBe(403);
  await stage.change(form, { is_accepting_responses: false });
  expect(await code(slug, undefined)).toBe(400);
  expect(await code(slug, id, undefined, unknown)).toBe(400);
  expect(await code(slug, id)).toBe(409);
});

it("asks for nothing without protection", async () => {
  const { slug } = await stage.newForm(short());
  expect(await start(slug as string, randomUUID())).toMatchObject({ status: "in_progress" });
});
