import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { ResumeMail } from "../../../shared/bus/contract/integrations.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { resumeToken } from "../../../shared/platform/resumeTokens.ts";
import { earlier } from "../../support/onCitus.ts";
import { createLinks, invitation, startBy, startLinks, tokenOf as tokenOfLink } from "./linksStage.ts";
import { failure, type Process, type Stage, short } from "./stage.ts";

/** Links to finish a session on another device (wants §23). Integrations stands aside and keeps what it was asked to email. */
let stage: Stage;
let isDown = false;
const mails: ResumeMail[] = [];
beforeAll(async () => {
  stage = await startLinks(2);
  for (const { service } of stage.processes)
    service.broker.createService({
      name: "integrations",
      actions: {
        mailResume(ctx: { params: ResumeMail }) {
          if (isDown) throw new Error("down");
          mails.push(ctx.params);
          return null;
        },
      },
    } as never);
});
afterAll(() => stage?.stop());

const newKey = () => randomBytes(24).toString("base64url");
const mailed = (session: string) => mails.filter(({ session_id }) => session_id === session);
const tokenOf = ({ session_id, asked_at }: ResumeMail) =>
  resumeToken({ sessionId: session_id, askedAt: Date.parse(asked_at) });

async function started(changes: Partial<LiveForm> = {}, key: string | null = newKey()) {
  const form = await stage.newForm(short(), { resume: "mail", ...changes });
  const id = randomUUID();
  await stage.call("sessions.start", {
    slug: form.slug as string,
    session_id: id,
    body: { id, ...(key !== null && { resume_key: key }) },
    user_agent: null,
  });
  return { form, id, key };
}
async function startedByLink(key?: string) {
  return (await startOfLink(key)).id;
}
async function startOfLink(key?: string) {
  const form = await stage.newForm(invitation(), { resume: "mail" });
  const slug = form.slug as string;
  const hidden = { name: "Ada", plan: "pro", crm: "4711" };
  const [link] = await createLinks(stage, slug, [{ reference: "ada", hidden }]);
  const again = (other?: string) =>
    startBy(stage, slug, tokenOfLink(link as never), other === undefined ? {} : { resume_key: other });
  const { id } = await again(key);
  return { id, again };
}
const ask = (session: string, key: string | null, email = "ada@example.com", process = 0) =>
  (stage.processes[process] as Process).call("sessions.askResume", {
    session_id: session,
    body: { email },
    key,
    client: "127.0.0.1",
    base_url: "https://forms.example",
  });
const open = (token: string, key?: string, process = 0) =>
  (stage.processes[process] as Process).call("sessions.openResume", { body: { token, ...(key && { key }) } });
const next = (session: string, value: unknown) =>
  stage.call("sessions.next", { session_id: session, body: { node_id: "name", value: value as string } });
async function asked() {
  const session = await started();
  await ask(session.id, session.key);
  return { ...session, token: tokenOf(mailed(session.id)[0] as ResumeMail) };
}

describe("asking for a link", () => {
  it("emails one for a session with its key", async () => {
    const { id, key, form } = await started({ title: "Guests" });
    expect(await ask(id, key)).toBeNull();
    expect(mailed(id)).toEqual([
      expect.objectContaining({
        account_id: form.account_id,
        form: { id: form.form_id, slug: form.slug, title: "Guests", theme: form.theme },
        address: "ada@example.com",
        language: "en",
        base_url: "https://forms.example",
      }),
    ]);
  });

  it.each<[string, () => Promise<string>]>([
    ["another key", async () => (await started()).id],
    ["a form that doesn't offer it", async () => (await started({ resume: "device" }, null)).id],
    [
      "an archived form",
      async () => {
        const { id, form } = await started({}, null);
        await stage.change(form, { is_active: false });
        return id;
      },
    ],
    ["an unknown session", async () => randomUUID()],
  ])("emails nothing for %s, and replies alike", async (_, sessionOf) => {
    const id = await sessionOf();
    expect(await ask(id, newKey())).toBeNull();
    expect(mailed(id)).toEqual([]);
  });

  it("emails a link for a session without a key, unless it began by a personal link", async () => {
    const [own, linked] = [(await started({}, null)).id, await startedByLink()];
    for (const id of [own, linked]) expect(await ask(id, newKey())).toBeNull();
    expect([mailed(own).length, mailed(linked).length]).toEqual([1, 0]);
    const key = newKey();
    const keyed = await startedByLink(key);
    await ask(keyed, key);
    expect(mailed(keyed)).toHaveLength(1);
  });

  it("emails nothing for a completed session", async () => {
    const { id, key } = await started();
    await next(id, "Ada");
    await stage.call("sessions.complete", { session_id: id });
    expect(await ask(id, key)).toBeNull();
    expect(mailed(id)).toEqual([]);
  });

  it("refuses a malformed address", async () => {
    const { id, key } = await started();
    expect(await failure(ask(id, key, "no address"))).toMatchObject({ code: 400 });
  });

  it.each([undefined, newKey()])(
    "emails nothing to a device once another one continues by the personal link (key %s)",
    async (other) => {
      const key = newKey();
      const { id, again } = await startOfLink(key);
      expect((await again(key)).id).toBe(id);
      await ask(id, key);
      const [before] = mailed(id) as [ResumeMail];
      expect((await again(other)).id).toBe(id);
      for (const one of [key, other ?? newKey()]) await ask(id, one);
      expect(mailed(id)).toHaveLength(1);
      expect(await failure(open(tokenOf(before)))).toMatchObject({ code: 404 });
    },
  );

  it("emails three links in 24 hours, whichever process is asked", async () => {
    const { id, key } = await started();
    await Promise.all([0, 1, 0, 1, 0, 1].map((process) => ask(id, key, "ada@example.com", process)));
    expect(new Set(mailed(id).map(tokenOf)).size).toBe(3);
    await stage.database.query(
      "update sessions.resumes set asked_at = array[now() - interval '25 hours', now(), now()] where session_id = $1",
      [id],
    );
    await ask(id, key);
    expect(mailed(id)).toHaveLength(4);
    await ask(id, key);
    expect(mailed(id)).toHaveLength(4);
  });

  it("counts nothing while integrations is down", async () => {
    const { id, key } = await started();
    isDown = true;
    for (let count = 0; count < 4; count += 1) await failure(ask(id, key));
    isDown = false;
    await ask(id, key);
    expect(mailed(id)).toHaveLength(1);
  });
});

describe("opening a link", () => {
  it("returns the session with its answers", async () => {
    const { id, token, form } = await asked();
    await next(id, "Ada");
    expect(await open(token)).toEqual({
      id,
      status: "in_progress",
      current_node_id: "end",
      traversal_path: ["name", "end"],
      version_number: 1,
      form: { slug: form.slug },
      answers: { name: "Ada" },
      hidden: {},
      language: null,
    });
  });

  it("returns only the hidden fields of a personal link that the graph reads", async () => {
    const key = newKey();
    const id = await startedByLink(key);
    await ask(id, key);
    const { hidden } = await open(tokenOf(mailed(id)[0] as ResumeMail));
    expect(hidden).toEqual({ name: "Ada", plan: "pro" });
  });

  it("works once, and again for the same device", async () => {
    const { token } = await asked();
    const key = newKey();
    const keys = [key, newKey(), newKey(), newKey()];
    const replies = await Promise.all(keys.map((one, index) => open(token, one, index % 2).catch(() => null)));
    expect(replies.filter(Boolean)).toHaveLength(1);
    const winner = keys[replies.findIndex(Boolean)] as string;
    expect(await open(token, winner, 1)).toEqual(replies.find(Boolean));
    expect(await failure(open(token))).toMatchObject({ code: 404 });
    await stage.database.query(
      `update sessions.resumes set opened_at = ${earlier("opened_at", "interval '11 minutes'")}`,
    );
    expect(await failure(open(token, winner))).toMatchObject({ code: 404 });
  });

  it("ends older links, but no newer one", async () => {
    const { id, key } = await started();
    for (let count = 0; count < 3; count += 1) await ask(id, key);
    const [first, second, third] = mailed(id).map(tokenOf) as [string, string, string];
    await open(second);
    expect(await failure(open(first))).toMatchObject({ code: 404 });
    expect(await open(third)).toMatchObject({ id });
  });

  it("lets the device that opened it ask for another one", async () => {
    const { id, token } = await asked();
    const key = newKey();
    await open(token, key);
    await ask(id, key);
    expect(mailed(id)).toHaveLength(2);
  });

  it.each<[string, (session: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
    [
      "30 days",
      ({ id }) =>
        stage.database.query(
          "update sessions.resumes set asked_at = array[now() - interval '31 days'] where session_id = $1",
          [id],
        ),
    ],
    [
      "the completion",
      async ({ id }) => {
        await next(id, "Ada");
        await stage.call("sessions.complete", { session_id: id });
      },
    ],
    ["the erasure", ({ id, form }) => stage.call("sessions.erase", { form_id: form.form_id, session_id: id })],
  ])("fails after %s", async (name, end) => {
    const session = await asked();
    await end(session);
    const askedAt = Date.now() - 31 * 86_400_000;
    const token = name === "30 days" ? resumeToken({ sessionId: session.id, askedAt }) : session.token;
    expect(await failure(open(token, newKey()))).toMatchObject({ code: 404 });
  });

  it("fails for a forged token without reading the session", async () => {
    const { token } = await asked();
    const forged = `${token.slice(0, 40)}${token[40] === "A" ? "B" : "A"}${token.slice(41)}`;
    for (const one of [forged, "x", "x".repeat(54)]) expect(await failure(open(one))).toMatchObject({ code: 404 });
  });

  it("leaves nothing of an erased session", async () => {
    const { id, form } = await asked();
    await stage.call("sessions.erase", { form_id: form.form_id, session_id: id });
    const { rows } = await stage.database.query("select 1 from sessions.resumes where session_id = $1", [id]);
    expect(rows).toEqual([]);
  });
});
