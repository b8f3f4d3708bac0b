import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { search } from "../../../services/web/respondent/challenge/search.ts";
import type { Challenge } from "../../../shared/domain/shapes/sessions.ts";
import { failure, type Stage, short, startSessions } from "./stage.ts";

/** Forms that start only with a solved challenge (features §15). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());

const protectedForm = () => stage.newForm(short(), { bot_protection: "challenge" });
const start = (slug: string, id: string | undefined, challenge?: string) =>
  stage.call("sessions.start", {
    slug,
    session_id: id ?? randomUUID(),
    body: { ...(id && { id }), ...(challenge !== undefined && { challenge }) },
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
  const { challenge } = (refused as unknown as { data: { body: { challenge: Challenge } } }).data.body;
  expect(await start(slug, id, solved(challenge))).toMatchObject({ id });
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

it("refuses a late solution", async () => {
  const { newChallenge, provenForm } = await import("../../../services/sessions/challenge.ts");
  const [form, id] = [randomUUID(), randomUUID()];
  const late = await newChallenge(form, id, Date.now() - 11 * 60_000);
  expect(await provenForm(solved(late), id)).toBeNull();
  expect(await provenForm(solved(await newChallenge(form, id)), id)).toBe(form);
});

it("says first that the form is unknown, the body is invalid, or the form is closed", async () => {
  const form = await protectedForm();
  const id = randomUUID();
  expect(await failure(start("no-such-form", id))).toMatchObject({ code: 404 });
  expect(await failure(start(form.slug as string, undefined))).toMatchObject({ code: 400 });
  await stage.change(form, { is_accepting_responses: false });
  expect(await failure(start(form.slug as string, id))).toMatchObject({ code: 409 });
});

it("asks for nothing without protection", async () => {
  const { slug } = await stage.newForm(short());
  expect(await start(slug as string, randomUUID())).toMatchObject({ status: "in_progress" });
});
