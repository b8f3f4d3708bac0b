import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import pg from "pg";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import type { FaultPoint } from "../../shared/platform/faultPoint.ts";
import { expecting, type Owner, owner, publishForm, type Reply } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { addressOf, habitOf, habits, insist, type Letter, letterOf, react } from "../support/invited.ts";
import { jobsNow } from "../support/jobs.ts";
import { openKills } from "../support/kills.ts";
import { endLeases } from "../support/leases.ts";
import { isWhole } from "../support/load.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rowsWith } from "../support/rowsWith.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";

/**
 * Invitations, personal links and links to finish later, while each fault point on their way kills a process. There are two copies of
 * each service and two gateways. `npm run test:faults` invites more people and kills at each point several times.
 *
 * If a process dies after the mail server took an email and before that is stored, the record can't say so. Another copy sends
 * it again under the same Message-ID, and mail programs show one. So a letter is a Message-ID here, and repeats are counted.
 */
let product: Product;
let mail: MailServer;
let me: Owner;
let database: pg.Pool;
const kills = openKills("invitations");
const people = isWhole ? 360 : 60;
const rounds = isWhole ? 3 : 1;
/** invitations that a copy sends at the same time */
const together = 5;
const slots = limitConcurrency({ running: 8, waiting: 1_000 });

const onTheWay: FaultPoint[] = [
  ...(["invitation-claimed", "invitation-sent", "invitation-noting"] as const),
  ...(["invitation-recorded", "invitation-reported"] as const),
];
/** kills after which emails may be sent again */
let doubtful = 0;

beforeAll(async () => {
  mail = await startMailServer();
  mail.behave({ recipient: (address) => (habitOf(address) === "refuses" ? 550 : null) });
  product = await startProduct({
    way: "many",
    env: { ...kills.env, SMTP_URL: mail.url, QUOTAS: "on", QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "10000" },
    copies: ["gateway-2", "sessions-2", "integrations-2"],
    others: ["auth", "forms", "analytics"],
  });
  database = new pg.Pool({ connectionString: product.database.url });
  me = await owner(product.url);
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await mail?.close();
}, 60_000);

test("everyone gets one letter a turn, and each link its sessions, through kills at every point", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")), { access: "link" });
  await addLinks(
    slug,
    Array.from({ length: people }, (_, place) => addressOf(place)),
  );
  const id = await invite(slug);
  const answered = new Set<string>();
  const sessions: string[] = [];
  const respond = async (share: number) => {
    const fresh = [...letters(false).values()].filter(([{ address }]) => !answered.has(address));
    const some = fresh.slice(0, Math.ceil(fresh.length * share)).map(([letter]) => letter);
    for (const { address } of some) answered.add(address);
    const started = await Promise.all(some.map((letter) => slots(() => react(product.urls, slug, letter))));
    sessions.push(...started.flatMap((ids) => [...ids]));
  };
  for (const point of ["place-taken", "link-started"] as const) await Promise.all([killAt(point), respond(0.4)]);
  await finishKilled();
  await respond(1);
  await eventually(async () => {
    const counts = { recipients: people, failed: people / habits.length, waiting: 0 };
    expect(await mailing(slug, id)).toMatchObject({ status: "done", counts });
  }, 60);
  await respond(1);
  expect(addressesOf(letters(false))).toEqual(namesOf(({ habit }) => habit !== "refuses"));
  await expectPlaces(slug, sessions);

  // one email to an address in a day
  await database.query("update integrations.mail_sends set day = day - 1");
  await database.query("update integrations.link_letters set due_at = now() where state = 'waiting'");
  await database.query(jobsNow("integrations"));
  await killAt(...(isWhole ? onTheWay : (["invitation-sent"] as const)));
  await finishKilled();
  await eventually(async () => expect((await mailing(slug, id)).counts.reminders_planned).toBe(0), 60);
  expect(addressesOf(letters(true))).toEqual(namesOf(({ habit }) => habit === "ignores" || habit === "opens"));
  const all = [...letters(false).values(), ...letters(true).values()];
  expect(all.filter((copies) => new Set(copies.map(({ messageId }) => messageId)).size > 1)).toEqual([]);
  expect(new Set(all.map(([letter]) => letter.messageId)).size).toBe(all.length);
  expect(mail.mails.length - all.length).toBeLessThanOrEqual(doubtful * together);
  const { rows: counted } = await database.query("select count(*)::integer as sends from integrations.mail_sends");
  expect(counted).toEqual([{ sends: all.length }]);
  await expectReported(slug);
}, 600_000);

test("a canceled mailing sends nothing more, also what a killed copy was sending", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")));
  await addLinks(
    slug,
    Array.from({ length: 60 }, (_, place) => `canceled.${place}@example.com`),
  );
  const before = mail.mails.length;
  kills.arm("invitation-sent");
  const { body } = await expecting(201, invitation(slug));
  const name = await kills.died(product, "invitation-sent");
  const cancel = () => expecting(204, me.delete(`/api/v2/form/${slug}/links/mail/${body.id}/`));
  await eventually(cancel, 60);
  await product.start(name);
  await restart();
  const sent = mail.mails.length;
  await endLeases(product.database.url);
  // a letter that is due later than all of them
  const [witness] = await addLinks(slug, ["witness@example.com"]);
  await eventually(() => expecting(201, invitation(slug, { link_ids: [witness] })), 60);
  await eventually(() => expect(mail.mails.at(-1)?.to).toEqual(["witness@example.com"]), 60);
  expect(mail.mails.length).toBe(sent + 1);
  const now = await mailing(slug, body.id);
  expect(now).toMatchObject({ status: "cancelled", counts: { waiting: 0, reminders_planned: 0 } });
  // those of the killed copy are in doubt
  const left = sent - before - now.counts.sent;
  expect(left).toBeGreaterThanOrEqual(1);
  expect(left).toBeLessThanOrEqual(together);
}, 120_000);

test("a link to finish later is used once, at the same instant through both gateways, through kills", async () => {
  const { session, key } = await begin(await resumable(), "Grace");
  const path = `/api/v2/r/session/${session}/resume/`;
  for (const point of ["resume-asked", "resume-sent"] as const) {
    kills.arm(point);
    const asking = insist(product.url, path, { email: "later@example.com" }, { "resume-key": key });
    await product.start(await kills.died(product, point));
    expect((await asking).status).toBe(204);
  }
  await finishKilled();
  const queued = () => database.query("select from integrations.jobs where kind = 'resumeMail'");
  await eventually(async () => expect((await queued()).rowCount).toBe(0), 60);
  const sent = mail.mails.filter(({ to }) => to[0] === "later@example.com").map((one) => parseMail(one));
  const ids = new Set(sent.map(({ headers }) => headers.get("message-id")));
  // one a request that was counted, and one was sent again
  expect(sent.length - ids.size).toBe(1);
  const token = /#resume=([\w-]+)/.exec(sent.at(-1)?.text ?? "")?.[1] ?? "";
  kills.arm("resume-opened");
  const browsers = Array.from({ length: 6 }, (_, place) => product.urls[place % 2] ?? "");
  const opening = Promise.all(browsers.map((url) => insist(url, "/api/v2/r/resume/", { token, key: randomUUID() })));
  await product.start(await kills.died(product, "resume-opened"));
  const opened = await opening;
  expect(opened.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  expect(opened.find(({ status }) => status === 200)?.body.answers).toEqual({ name: "Grace" });
  expect(JSON.stringify(opened.filter(({ status }) => status === 404))).not.toContain("Grace");
  expect((await insist(product.url, "/api/v2/r/resume/", { token })).status).toBe(404);
}, 120_000);

test("an erased session leaves no address and no key, also if a copy is killed before others know", async () => {
  const slug = await resumable();
  const [link] = await addLinks(slug, ["erased@example.com"]);
  await eventually(() => expecting(201, invitation(slug, { link_ids: [link], ...reminding })), 60);
  const letter = await eventually(() => found(letters(false).get("erased@example.com")?.[0]));
  const { session, key } = await begin(slug, "Hedy", { link: letter.link });
  mail.refuse(true);
  await insist(
    product.url,
    `/api/v2/r/session/${session}/resume/`,
    { email: "kept@example.com" },
    { "resume-key": key },
  );
  kills.arm("session-erased");
  // its response is a 503 after the timeout, which the test doesn't wait for
  me.delete(`/api/v2/form/${slug}/responses/${session}/`).catch(() => undefined);
  await product.start(await kills.died(product, "session-erased"));
  await eventually(async () => {
    for (const text of ["erased@example.com", "kept@example.com", "Hedy"])
      expect([text, await rowsWith(database, text)]).toEqual([text, {}]);
  }, 60);
  expect((await database.query("select from sessions.resumes where session_id = $1", [session])).rowCount).toBe(0);
  mail.refuse(false);
  await database.query("update integrations.mail_sends set day = day - 1");
  await database.query("update integrations.link_letters set due_at = now() where state = 'waiting'");
  await database.query(jobsNow("integrations"));
  await eventually(async () => {
    const { rows } = await database.query("select from integrations.link_letters where state = 'waiting'");
    expect(rows).toEqual([]);
  }, 60);
  expect(letters(true).has("erased@example.com")).toBe(false);
}, 120_000);

/** Waits for a kill, starts the process again and lets another copy have its job, whose lease lasts minutes. */
async function finish(point: FaultPoint): Promise<void> {
  await product.start(await kills.died(product, point));
  await database.query(jobsNow("integrations"));
}

/** Kills a process at each point and starts it again. */
async function killAt(...points: FaultPoint[]): Promise<void> {
  kills.arm(...points);
  for (const point of points) await finish(point);
  doubtful += points.filter((point) => onTheWay.includes(point) && point !== "invitation-claimed").length;
}

/**
 * Invites all people of a form, in two concurrent attempts. One is cut off before the commit and one after it, and both are repeated. Then
 * each point of sending kills a process, before those before it are back.
 */
async function invite(slug: string): Promise<string> {
  const points: FaultPoint[] = ["mailing-noting", "mailing-recorded", ...inRounds(onTheWay)];
  kills.arm(...points);
  const attempts: Promise<Reply>[] = [];
  for (const point of points) {
    if (attempts.length < 2) attempts.push(eventually(() => expecting(201, invitation(slug, reminding)), 60));
    await finish(point);
  }
  doubtful += inRounds(onTheWay).filter((point) => point !== "invitation-claimed").length;
  for (const { body } of await Promise.all(attempts)) {
    const { recipients, left_out } = body.counts;
    expect([recipients, left_out.invited + left_out.undeliverable]).toEqual([0, people]);
  }
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/links/mail/`));
  const full = body.results.filter(({ counts }: { counts: { recipients: number } }) => counts.recipients > 0);
  expect(full).toMatchObject([{ counts: { recipients: people } }]);
  return full[0].id;
}

const reminding = { remind_after_days: [1] };
const inRounds = (points: FaultPoint[]) => Array.from({ length: rounds }, () => points).flat();

const invitation = (slug: string, fields: object = {}) =>
  me.post(`/api/v2/form/${slug}/links/mail/`, {
    ...{ subject: "Hello", text: "" },
    ...("link_ids" in fields ? {} : { filter: {} }),
    ...fields,
  });

const mailing = async (slug: string, id: string) =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/links/mail/${id}/`))).body;

async function addLinks(slug: string, addresses: string[]): Promise<string[]> {
  const links = addresses.map((reference) => ({
    reference,
    max_responses: habitOf(reference) === "answers-thrice" ? 3 : 1,
  }));
  const { body } = await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  return body.results.map(({ id }: { id: string }) => id);
}

/** Letters by address, each with its repeats. */
function letters(isReminder: boolean): Map<string, [Letter, ...Letter[]]> {
  const some = mail.mails.map(letterOf).filter((letter) => letter.isReminder === isReminder);
  return Map.groupBy(some, ({ address }) => address) as Map<string, [Letter, ...Letter[]]>;
}

const addressesOf = (found: ReturnType<typeof letters>) => [...found.keys()].sort();
const namesOf = (isOne: (person: { habit: string }) => boolean) =>
  Array.from({ length: people }, (_, place) => addressOf(place))
    .filter((address) => isOne({ habit: habitOf(address) }))
    .sort();

/** Restarts integrations, so that only killed copies still have leases, and ends those. */
async function finishKilled(): Promise<void> {
  await restart();
  await endLeases(product.database.url);
}

async function restart(): Promise<void> {
  const names = ["integrations", "integrations-2"];
  await Promise.all(names.map((name) => product.kill(name, "SIGTERM")));
  await Promise.all(names.map((name) => product.start(name)));
}

/** Expects as many sessions as each link has places, and no session that its respondent doesn't know. */
async function expectPlaces(slug: string, sessions: string[]): Promise<void> {
  const { rows } = await database.query(
    `select split_part(l.reference, '.', 1) as habit, l.responses_count, l.completed_count, count(s.id)::integer as sessions,
        count(*) filter (where s.status = 'completed')::integer as completed, count(distinct l.id)::integer as links
      from sessions.links l left join sessions.sessions s on s.link_id = l.id
      where l.form_id = (select form_id from sessions.live_forms where slug = $1) group by l.id, 1, 2, 3`,
    [slug],
  );
  const places = { ignores: 0, unsubscribes: 0, refuses: 0, opens: 1, answers: 1, "answers-thrice": 3 };
  for (const row of rows) {
    const expected = places[row.habit as keyof typeof places];
    const completed = row.habit === "opens" ? 0 : expected;
    const counts = { responses_count: expected, sessions: expected, completed_count: completed, completed };
    expect(row).toEqual({ habit: row.habit, links: 1, ...counts });
  }
  const stored = await database.query("select id from sessions.sessions where link_id is not null");
  expect(stored.rows.map(({ id }) => id).sort()).toEqual([...sessions].sort());
}

/** Expects that each link shows what became of its letters. */
async function expectReported(slug: string): Promise<void> {
  const shown = {
    ignores: { status: "sent", sent_count: 2 },
    opens: { status: "sent", sent_count: 2 },
    // without a count: a letter that was in doubt when the person reacted wasn't sent again
    answers: { status: expect.stringMatching(/^(sent|none)$/) },
    "answers-thrice": { status: expect.stringMatching(/^(sent|none)$/) },
    unsubscribes: { status: "unsubscribed" },
    refuses: { status: "undeliverable", sent_count: 0 },
  };
  await eventually(async () => {
    for (let offset = 0; offset < people; offset += 100) {
      const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/links/?limit=100&offset=${offset}`));
      for (const { reference, mail: state } of body.results)
        expect([reference, state]).toMatchObject([reference, shown[habitOf(reference)]]);
    }
  }, 30);
}

const resumable = () => publishForm(me, chain(node("name", "short_text"), node("age", "number")), { resume: "mail" });

/** Starts a session and answers the first question. */
async function begin(slug: string, name: string, fields: object = {}): Promise<{ session: string; key: string }> {
  const key = randomUUID();
  const { body } = await insist(product.url, `/api/v2/r/${slug}/start/`, { resume_key: key, ...fields });
  await insist(product.url, `/api/v2/r/session/${body.id}/next/`, { node_id: "name", value: name });
  return { session: body.id, key };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("Not yet.");
  return value;
}
