import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import {
  createLinks,
  invitation,
  type LinkMails,
  listLinks,
  owner,
  startBy,
  startLinkMails,
  startLinks,
  tokenOf,
} from "./linksStage.ts";
import { answer, complete, detail, failure, next, outcomes, type Process, type Stage, short, stored } from "./stage.ts";

/** Personal links (features §15 and its last section). */
let stage: Stage;
let mails: LinkMails;
beforeAll(async () => {
  stage = await startLinks(2);
  mails = startLinkMails(stage);
});
afterAll(() => stage?.stop());

const other = () => stage.processes[1] as Process;
const newForm = async (changes: Partial<LiveForm> = {}) => {
  const form = await stage.newForm(invitation(), changes);
  return { ...form, slug: form.slug as string };
};
const newLink = async (slug: string, fields = {}) => {
  const [link] = await createLinks(stage, slug, [{ reference: `${randomUUID()}@example.com`, ...fields }]);
  if (!link) throw new Error("No link was created.");
  return { ...link, token: tokenOf(link) };
};
const sessionsOf = async (linkId: string) =>
  (await stage.database.query("select id from sessions.sessions where link_id = $1", [linkId])).rows.map(
    ({ id }) => id,
  );
const linkNow = async (slug: string, id: string) =>
  (await listLinks(stage, slug, { limit: 100 })).results.find((link) => link.id === id);
const finish = async (id: string) => {
  await answer(stage.call, id, { welcome: null, color: "red" });
  return complete(stage.call, id);
};
const erase = (form: LiveForm, sessionId: string) =>
  stage.call("sessions.erase", { form_id: form.form_id, session_id: sessionId });
const revoke = (slug: string, id: string, query = {}) =>
  stage.call("sessions.revokeLink", { caller: owner, slug, id, query });

describe("a start by link", () => {
  it("gives its hidden fields, which win over the body's, and replies only with those that the graph reads", async () => {
    const { slug } = await newForm();
    const { id, token } = await newLink(slug, { hidden: { name: "Ada", plan: "pro", crm: "4711" } });
    const started = await startBy(stage, slug, token, { hidden: { plan: "free", crm: "0" } });
    expect(started).toMatchObject({
      status: "in_progress",
      current_node_id: "welcome",
      hidden: { name: "Ada", plan: "pro" },
    });
    expect(started.hidden).not.toHaveProperty("crm");
    expect(started).not.toHaveProperty("is_running");
    expect((await stored(stage, started.id)).hidden).toEqual({ name: "Ada", plan: "pro", crm: "4711" });
    expect(await sessionsOf(id)).toEqual([started.id]);
  });

  it("returns the running session as it is now, whatever id is sent", async () => {
    const { slug } = await newForm();
    const { token } = await newLink(slug, { hidden: { name: "Ada" } });
    const { id } = await startBy(stage, slug, token);
    await next(stage.call, id, "welcome");
    const again = await startBy(other(), slug, token, { id: randomUUID() });
    expect(again).toMatchObject({
      ...{ id, is_running: true, status: "in_progress", current_node_id: "color" },
      ...{ traversal_path: ["welcome", "color"], hidden: { name: "Ada" } },
    });
    expect(JSON.stringify(again)).not.toContain("answer");
  });

  it("returns a session of the link by its id after it is completed and the link has expired", async () => {
    const { slug } = await newForm();
    const { id: linkId, token } = await newLink(slug);
    const { id } = await startBy(stage, slug, token);
    await finish(id);
    await stage.database.query("update sessions.links set expires_at = now() - interval '1 second' where id = $1", [
      linkId,
    ]);
    expect(await startBy(stage, slug, token, { id })).toMatchObject({ id, status: "completed", is_running: true });
  });

  it("starts max_responses sessions, one after the other, then answers 409", async () => {
    const { slug } = await newForm();
    const { id: linkId, token } = await newLink(slug, { max_responses: 2 });
    const first = await startBy(stage, slug, token);
    await finish(first.id);
    expect(await linkNow(slug, linkId)).toMatchObject({ status: "started", responses_count: 1 });
    const second = await startBy(stage, slug, token);
    expect(second.id).not.toBe(first.id);
    await finish(second.id);
    expect(await linkNow(slug, linkId)).toMatchObject({ status: "completed", responses_count: 2 });
    expect(await failure(startBy(stage, slug, token))).toMatchObject({
      code: 409,
      message: "This link has been used.",
    });
  });

  it.each([1, 3])("starts exactly %i of 50 concurrent clients of two copies", async (maxResponses) => {
    const { slug } = await newForm();
    const { id: linkId, token } = await newLink(slug, { max_responses: maxResponses });
    for (let round = 1; round <= maxResponses; round += 1) {
      const starts = Array.from({ length: 50 }, (_, at) =>
        startBy(stage.processes[at % 2] as Process, slug, token, at % 3 ? {} : { id: randomUUID() }),
      );
      const { results, errors } = await outcomes(starts);
      expect(errors).toEqual([]);
      expect(new Set(results.map(({ id }) => id)).size).toBe(1);
      expect(results.filter(({ is_running }) => !is_running)).toHaveLength(1);
      expect(await sessionsOf(linkId)).toHaveLength(round);
      await finish(results[0]?.id as string);
    }
    const late = await outcomes(
      Array.from({ length: 50 }, (_, at) => startBy(stage.processes[at % 2] as Process, slug, token)),
    );
    expect(late.results).toEqual([]);
    expect(await sessionsOf(linkId)).toHaveLength(maxResponses);
  });

  it("never starts more than its places while sessions complete concurrently", async () => {
    const { slug } = await newForm();
    const { id: linkId, token } = await newLink(slug, { max_responses: 5 });
    const client = async (at: number) => {
      for (;;) {
        const { results, errors } = await outcomes([startBy(stage.processes[at % 2] as Process, slug, token)]);
        const [started] = results;
        if (!started) return errors[0].code;
        await outcomes([finish(started.id)]);
      }
    };
    const codes = await Promise.all(Array.from({ length: 20 }, (_, at) => client(at)));
    expect(new Set(codes)).toEqual(new Set([409]));
    expect(await sessionsOf(linkId)).toHaveLength(5);
    expect(await linkNow(slug, linkId)).toMatchObject({ status: "completed", responses_count: 5 });
  });

  it("follows a form whose slug has changed, and decides on the form by the token", async () => {
    const form = await newForm();
    const { token } = await newLink(form.slug);
    const stranger = await newForm();
    await stage.change(form, { slug: `${form.slug}-new` });
    const { id } = await startBy(stage, stranger.slug, token);
    expect((await stored(stage, id)).form_id).toBe(form.form_id);
  });

  it("is the only way into a form with access by link", async () => {
    const form = await newForm({ access: "link" });
    const open = () =>
      stage.call("sessions.start", { slug: form.slug, session_id: randomUUID(), body: {}, user_agent: null });
    expect(await failure(open())).toMatchObject({ code: 403, message: "This form is answered by personal link only." });
    expect(await startBy(stage, form.slug, (await newLink(form.slug)).token)).toMatchObject({ status: "in_progress" });
    expect(await stage.call("sessions.publicForm", { slug: form.slug })).toMatchObject({
      value: { access: "link" },
    });
    await stage.change(form, { is_accepting_responses: false });
    expect(await failure(open())).toMatchObject({ code: 403 });
  });

  it("needs no challenge", async () => {
    const { slug } = await newForm({ bot_protection: "challenge" });
    expect(await startBy(stage, slug, (await newLink(slug)).token)).toMatchObject({ status: "in_progress" });
  });

  it("answers 409 for a closed form and leaves the place free", async () => {
    const form = await newForm();
    const { id, token } = await newLink(form.slug);
    const closed = await stage.change(form, { is_accepting_responses: false });
    expect(await failure(startBy(stage, form.slug, token))).toMatchObject({
      code: 409,
      message: "This form is closed.",
    });
    expect(await linkNow(form.slug, id)).toMatchObject({ status: "unused", responses_count: 0 });
    await stage.change(closed, { is_accepting_responses: true });
    expect(await startBy(stage, form.slug, token)).toMatchObject({ status: "in_progress" });
  });

  it("answers a repeat by the gateway like the first", async () => {
    const { slug } = await newForm();
    const { token } = await newLink(slug);
    const start = { slug, session_id: crypto.randomUUID(), body: { link: token }, user_agent: null };
    const first = await stage.call("sessions.start", start);
    expect(await stage.call("sessions.start", start)).toEqual(first);
    expect(first).not.toHaveProperty("is_running");
  });

  it("starts none with `if_running`, and continues one", async () => {
    const { slug } = await newForm();
    const { id, token } = await newLink(slug, { max_responses: 2 });
    const joining = () => startBy(stage, slug, token, { if_running: true });
    expect(await failure(joining())).toMatchObject({ code: 409, message: "No session of this link is running." });
    expect(await linkNow(slug, id)).toMatchObject({ status: "unused", responses_count: 0 });
    const started = await startBy(stage, slug, token);
    expect(await joining()).toMatchObject({ id: started.id, is_running: true });
  });

  it("answers 404 for a deleted form, but continues a running session", async () => {
    const form = await newForm();
    const [begun, unused] = [await newLink(form.slug), await newLink(form.slug)];
    const { id } = await startBy(stage, form.slug, begun.token);
    await stage.change(form, { is_active: false });
    expect(await startBy(stage, form.slug, begun.token)).toMatchObject({ id, is_running: true });
    expect(await failure(startBy(stage, form.slug, unused.token))).toMatchObject({ code: 404 });
  });

  it("refuses an id that another session has", async () => {
    const { slug } = await newForm();
    const taken = randomUUID();
    await stage.call("sessions.start", { slug, session_id: taken, body: { id: taken }, user_agent: null });
    const { id: linkId, token } = await newLink(slug);
    expect(await failure(startBy(stage, slug, token, { id: taken }))).toMatchObject({ code: 409 });
    expect(await sessionsOf(linkId)).toEqual([]);
  });

  it("leaves out what a republished form doesn't take, and refuses such fields in the body", async () => {
    const form = await newForm();
    const { token } = await newLink(form.slug, { hidden: { crm: "1" } });
    const graph = { ...short(), hidden_fields: ["plan"] };
    const version = { id: randomUUID(), version_number: 2 };
    await stage.call("sessions.putLiveForm", {
      form: { ...form, revision: 2, version },
      graph: { version_id: version.id, version_number: 2, graph },
    });
    expect(await failure(startBy(stage, form.slug, token, { hidden: { crm: "2" } }))).toMatchObject({ code: 400 });
    const { id } = await startBy(stage, form.slug, token, { hidden: { plan: "pro" } });
    expect((await stored(stage, id)).hidden).toEqual({ plan: "pro" });
  });

  it("repairs a link whose session a copy without links completed", async () => {
    const { slug } = await newForm();
    const { id: linkId, token } = await newLink(slug, { max_responses: 2 });
    const { id } = await startBy(stage, slug, token);
    await stage.database.query("update sessions.sessions set status = 'completed' where id = $1", [id]);
    expect((await startBy(stage, slug, token)).id).not.toBe(id);
    expect(await linkNow(slug, linkId)).toMatchObject({ responses_count: 2 });
  });
});

describe("a revoked, expired or unknown link", () => {
  it("answers 409 with the reason, also while its session runs", async () => {
    const { slug } = await newForm();
    const [revoked, expired] = [await newLink(slug), await newLink(slug)];
    const { id } = await startBy(stage, slug, expired.token);
    await revoke(slug, revoked.id);
    await stage.database.query("update sessions.links set expires_at = now() - interval '1 second' where id = $1", [
      expired.id,
    ]);
    expect(await failure(startBy(stage, slug, revoked.token))).toMatchObject({
      code: 409,
      message: "This link was revoked.",
    });
    expect(await failure(startBy(stage, slug, expired.token))).toMatchObject({
      code: 409,
      message: "This link has expired.",
    });
    // the session continues
    await next(stage.call, id, "welcome");
  });

  it("costs no statement if the token is forged", async () => {
    const { slug } = await newForm();
    const { token } = await newLink(slug);
    const { pool, hotPool } = (stage.processes[0] as Process).service.database;
    const sent = [pool, hotPool].map((one) => jest.spyOn(one, "query"));
    const forged = [
      `${token.slice(0, 42)}${token.endsWith("A") ? "B" : "A"}`,
      `${token.slice(0, 30)}${token[30] === "A" ? "B" : "A"}${token.slice(31)}`,
      `${token[0] === "A" ? "B" : "A"}${token.slice(1)}`,
      "x",
      `${token}=`,
    ];
    try {
      for (const one of forged) {
        expect(await failure(stage.call("sessions.link", { token: one }))).toMatchObject({ code: 404 });
        expect(await failure(startBy(stage, slug, one))).toMatchObject({ code: 404 });
      }
      // the process's background work sends others
      const ofLinks = sent.flatMap(({ mock }) => mock.calls).filter((call) => JSON.stringify(call).includes("link"));
      expect(ofLinks).toEqual([]);
    } finally {
      for (const one of sent) one.mockRestore();
    }
  });

  describe("tokens", () => {
    const keys = { SECRETS_KEY: process.env.SECRETS_KEY, SECRETS_KEY_OLD: process.env.SECRETS_KEY_OLD };
    afterEach(() => {
      for (const [name, key] of Object.entries(keys)) if (key === undefined) delete process.env[name];
      Object.assign(process.env, JSON.parse(JSON.stringify(keys)));
    });
    const withKeys = (own: Partial<typeof keys>) => {
      delete process.env.SECRETS_KEY_OLD;
      Object.assign(process.env, own);
      jest.resetModules();
      return import("../../../shared/platform/linkTokens.ts");
    };
    it("open links of the previous key only while it is set", async () => {
      const [first, second] = [testSecretsKey, Buffer.alloc(32, 2).toString("base64")];
      const id = randomUUID();
      const token = (await withKeys({ SECRETS_KEY: first })).linkToken(id);
      const changed = await withKeys({ SECRETS_KEY: second, SECRETS_KEY_OLD: first });
      expect(changed.linkOf(token)).toBe(id);
      expect(changed.linkOf(changed.linkToken(id))).toBe(id);
      expect((await withKeys({ SECRETS_KEY: second })).linkOf(token)).toBeNull();
    });
  });
});

describe("the page's view of a link", () => {
  it("has prefill and the hidden fields of the first screen only while it can be used, and its language always", async () => {
    const { slug, ...form } = await newForm();
    const fields = { hidden: { name: "Ada", plan: "free", crm: "1" }, prefill: { color: "red" }, language: "en" };
    const { id, token } = await newLink(slug, fields);
    const view = () => stage.call("sessions.link", { token });
    const open = { slug, prefill: { color: "red" }, hidden: { name: "Ada" }, language: "en" };
    expect(await view()).toEqual({ ...open, status: "unused" });
    const session = await startBy(stage, slug, token);
    expect(await view()).toEqual({ ...open, status: "started" });
    await finish(session.id);
    expect(await view()).toEqual({ slug, status: "completed", prefill: {}, hidden: {}, language: "en" });
    await revoke(slug, id);
    expect(await view()).toMatchObject({ status: "revoked", prefill: {}, hidden: {}, language: "en" });
    await erase({ slug, ...form }, session.id);
    expect(await view()).toMatchObject({ language: null });
  });
});

describe("emails of a link", () => {
  beforeEach(() => {
    mails.ended = [];
  });
  const note = (id: string, status: "queued" | "sent") =>
    stage.call("sessions.noteLinkMails", { notes: [{ link_id: id, status, last_sent_at: null, sent_count: 0 }] });

  it("end with its first completed session, which a failure of that doesn't fail", async () => {
    const { slug } = await newForm();
    const [mailed, together, plain] = [
      await newLink(slug, { max_responses: 2 }),
      await newLink(slug),
      await newLink(slug),
    ];
    await note(mailed.id, "sent");
    await note(together.id, "queued");
    mails.isDown = true;
    const [first, second, third] = [mailed, together, plain].map(({ token }) => startBy(stage, slug, token));
    expect(await finish((await third)?.id as string)).toMatchObject({ status: "completed" });
    expect(await finish((await first)?.id as string)).toMatchObject({ status: "completed" });
    const { id } = (await second) as { id: string };
    const answers = [{ node_id: "welcome" }, { node_id: "color", value: "red" }];
    await stage.call("sessions.answers", { session_id: id, body: { answers }, query: { complete: true } });
    mails.isDown = false;
    await eventually(() => expect(new Set(mails.ended)).toEqual(new Set([mailed.id, together.id])));
  });

  it("that integrations can't end make a revocation return 503, and a repeat ends them", async () => {
    const { slug } = await newForm();
    const { id } = await newLink(slug);
    mails.isDown = true;
    expect(await failure(revoke(slug, id))).toMatchObject({ code: 503 });
    expect(await linkNow(slug, id)).toMatchObject({ status: "revoked" });
    mails.isDown = false;
    mails.ended = [];
    await revoke(slug, id);
    expect(mails.ended).toEqual([id]);
  });
});

describe("the state of a link right before an email is sent", () => {
  const past = new Date(Date.now() - 60_000).toISOString();
  const future = new Date(Date.now() + 60_000).toISOString();
  const formNow = async (id: string) =>
    (await other().call("sessions.linksForMail", { link_ids: [id] })).links.map(({ form }) => form);

  it.each<[string, Partial<LiveForm>, { is_closed: boolean; opens_at: string | null }]>([
    ["is open", { opens_at: past, closes_at: future }, { is_closed: false, opens_at: null }],
    ["opens later", { opens_at: future }, { is_closed: false, opens_at: future }],
    ["is archived", { is_active: false }, { is_closed: true, opens_at: null }],
    ["was closed by hand", { is_accepting_responses: false }, { is_closed: true, opens_at: null }],
    ["was closed by date", { closes_at: past }, { is_closed: true, opens_at: null }],
    ["is suspended", { is_suspended: true }, { is_closed: true, opens_at: null }],
  ])("says that the form %s", async (_, changes, expected) => {
    const form = await newForm();
    const { id } = await newLink(form.slug);
    await stage.change(form, changes);
    await other().service.respondents.suspended.refresh();
    expect(await formNow(id)).toEqual([{ ...expected, ...(!expected.is_closed && { theme: form.theme }) }]);
  });

  it("says that the form is full", async () => {
    const { slug, theme } = await newForm({ response_limit: 1 });
    const [{ id }, { token }] = [await newLink(slug), await newLink(slug)];
    expect(await formNow(id)).toEqual([{ is_closed: false, opens_at: null, theme }]);
    await finish((await startBy(stage, slug, token)).id);
    expect(await formNow(id)).toEqual([{ is_closed: true, opens_at: null }]);
  });
});

describe("erasing", () => {
  it("frees the place of a session and clears the link that only it used", async () => {
    const form = await newForm();
    const {
      id: linkId,
      token,
      reference,
    } = await newLink(form.slug, { hidden: { name: "Ada" }, prefill: { color: "red" } });
    const { id } = await startBy(stage, form.slug, token);
    await finish(id);
    expect((await detail(stage, id)).id).toBe(id);
    await erase(form, id);
    const { rows } = await stage.database.query("select * from sessions.links where id = $1", [linkId]);
    expect(rows[0]).toMatchObject({
      ...{ reference: null, reference_key: null, email: null, language: null, hidden: {}, prefill: {} },
      ...{ responses_count: 0, completed_count: 0, open_session: null, was_completed: true },
    });
    expect(JSON.stringify(rows)).not.toContain(reference);
    expect(await startBy(stage, form.slug, token)).toMatchObject({ status: "in_progress" });
  });

  it("keeps the reference while another session uses the link", async () => {
    const form = await newForm();
    const { id: linkId, token, reference } = await newLink(form.slug, { max_responses: 2 });
    const first = await startBy(stage, form.slug, token);
    await finish(first.id);
    const second = await startBy(stage, form.slug, token);
    await erase(form, second.id);
    expect(await linkNow(form.slug, linkId)).toMatchObject({ reference, responses_count: 1, status: "started" });
    expect((await startBy(stage, form.slug, token)).id).not.toBe(second.id);
  });

  it("revokes a link and clears what it says, once in the audit log", async () => {
    const { slug, form_id } = await newForm();
    const { id, reference } = await newLink(slug, { hidden: { name: "Ada" } });
    await revoke(slug, id);
    await revoke(slug, id);
    await revoke(slug, id, { erase: true });
    await revoke(slug, id, { erase: true });
    expect(await linkNow(slug, id)).toMatchObject({ status: "revoked", reference: null, email: null, hidden: {} });
    const { rows } = await stage.database.query(
      "select entry from sessions.audit_outbox where entry->'targets' @> $1 order by created",
      [JSON.stringify([{ id: form_id }])],
    );
    expect(rows.map(({ entry }) => entry.action)).toEqual(["links.created", "links.revoked", "links.erased"]);
    expect(JSON.stringify(rows)).not.toContain(reference);
    expect(await failure(revoke((await newForm()).slug, id))).toMatchObject({ code: 404 });
  });

  it("names the reference in events", async () => {
    const form = await newForm();
    const { token, reference } = await newLink(form.slug);
    await stage.call("sessions.eventPosition", { form_id: form.form_id });
    const { id } = await startBy(stage, form.slug, token);
    await finish(id);
    const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 100 });
    const own = events.filter((event) => event.kind === "event" && event.event.data.session.id === id);
    expect(own.map((event) => event.kind === "event" && event.event.data.session.reference)).toEqual([
      reference,
      reference,
    ]);
  });
});
