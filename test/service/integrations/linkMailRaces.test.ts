import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { until } from "./deliveriesSupport.ts";
import {
  deliveries,
  hurry,
  letters,
  mailing,
  newStudy,
  person,
  type Study,
  send,
  skipped,
  untilSent,
} from "./linkMailStage.ts";
import { mailed, resetServer, server, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** Invitations while something else happens to them at the same time. */
beforeAll(() => startMailStage({ QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "20", SIGNUP: "open" }));
afterEach(async () => {
  stage.beforeJudging = null;
  await stage.query("update integrations.link_letters set state = 'cancelled' where state = 'waiting'");
  resetServer();
});
afterAll(stopMailStage);

const cancel = ({ caller, form }: Study, id: string | null) =>
  stage.call("integrations.cancelLinkMail", { caller, slug: form.slug, id: id ?? "" });

/** Runs `work` while a transaction holds the lock of a statement. */
async function whileLocked(statement: string, work: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    await work();
  } finally {
    await client.end();
  }
}

/** Waits until a statement waits for a lock. */
const waiting = (statement: string) =>
  until(async () => {
    const text = `select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
    expect(await stage.query(text, [`${statement}%`])).toHaveLength(1);
  });
const countsLetter = "select pg_advisory_xact_lock";

it.each<[string, (study: Study) => Promise<unknown>]>([
  [
    "its mailing is canceled",
    async ({ caller, form }) => {
      const paging = { limit: 1, offset: 0, ordering: { field: "created", descending: true }, search: null };
      const { results } = await stage.call("integrations.listLinkMails", { caller, slug: form.slug, paging });
      await cancel({ caller, form }, results[0]?.id ?? "");
    },
  ],
  ["another copy has claimed it", () => stage.query("update integrations.link_letters set tries = tries + 1")],
  [
    "its lease ends before an attempt would",
    () => stage.query("update integrations.link_letters set due_at = now() + interval '15 seconds'"),
  ],
])("doesn't send a letter if %s before it is judged", async (_, happen) => {
  const study = newStudy();
  person(study);
  let hasHappened = false;
  stage.beforeJudging = async () => {
    await happen(study);
    hasHappened = true;
  };
  const { id } = await send(study);
  await until(() => expect(hasHappened).toBe(true));
  // a later letter is sent, and none of this one
  const other = newStudy();
  const { email } = person(other);
  await send(other);
  const sent = await mailed(1);
  expect(sent.map(({ to }) => to)).toEqual([[email]]);
  expect(await deliveries(study, id)).toEqual([]);
});

it("counts no attempt while sessions can't say who has answered", async () => {
  const study = newStudy();
  person(study);
  stage.beforeJudging = async () => {
    stage.beforeJudging = null;
    throw new Error("Sessions is away.");
  };
  const { id } = await send(study);
  const given = "select tries from integrations.link_letters where mailing_id = $1 and due_at > now()";
  await until(async () => expect(await stage.query(given, [id])).toEqual([{ tries: 0 }]));
  await hurry();
  const other = newStudy();
  person(other);
  // wakes the loop
  const { id: later } = await send(other);
  await untilSent(other, later);
  await until(async () => expect(await deliveries(study, id)).toMatchObject([{ status: "success", attempt: 1 }]));
});

it("shows no queued email on the link of a person who has answered", async () => {
  const study = newStudy();
  const link = person(study);
  stage.beforeJudging = async () => {
    link.is_answered = true;
  };
  const { id } = await send(study);
  expect(await skipped(study, id)).toBe("The person has answered.");
  await until(() => expect(stage.linkNotes.findLast(({ link_id }) => link_id === link.id)?.status).toBe("none"));
  expect(server.mails).toEqual([]);
});

it("plans no reminder if its mailing is canceled while the invitation is stored", async () => {
  const study = newStudy();
  person(study);
  let canceling: Promise<unknown> = Promise.resolve();
  let id: string | null = null;
  await whileLocked("lock table integrations.link_attempts in share mode", async () => {
    ({ id } = await send(study, { remind_after_days: [1] }));
    await mailed(1);
    await waiting("insert into integrations.link_attempts");
    canceling = cancel(study, id);
    await waiting("update integrations.link_%cancelled");
  });
  await canceling;
  await until(async () => expect((await letters(id))[0]?.state).toBe("sent"));
  expect(await mailing(study, id)).toMatchObject({ status: "cancelled", counts: { reminders_planned: 0 } });
});

it("counts a letter as sent that was on its way while its mailing was canceled and its person invited again", async () => {
  const study = newStudy();
  const link = person(study);
  let first: string | null = null;
  await whileLocked(`select pg_advisory_xact_lock(hashtextextended('${study.caller.account_id}', 11))`, async () => {
    ({ id: first } = await send(study));
    await waiting(countsLetter);
    await cancel(study, first);
    expect((await send(study)).counts.recipients).toBe(1);
  });
  await mailed(1);
  await until(() => expect(stage.linkNotes.findLast(({ link_id }) => link_id === link.id)?.sent_count).toBe(1));
  expect((await letters(first)).map(({ state }) => state)).toEqual(["cancelled"]);
  // one email to an address in a day
  expect(server.mails).toHaveLength(1);
});

it("keeps a link unsubscribed whose letter was on its way", async () => {
  const study = newStudy();
  const link = person(study);
  await whileLocked(`select pg_advisory_xact_lock(hashtextextended('${study.caller.account_id}', 11))`, async () => {
    await send(study);
    await waiting(countsLetter);
    await stage.query(
      "update integrations.link_letters set state = 'skipped', mail_status = 'unsubscribed', changes = changes + 1 where link_id = $1",
      [link.id],
    );
  });
  await until(() => expect(stage.linkNotes.findLast(({ link_id }) => link_id === link.id)?.sent_count).toBe(1));
  expect(link.mail_status).toBe("unsubscribed");
});

it("leaves out a person whose address is refused between the choice and the insert", async () => {
  const study = newStudy();
  person(study);
  const { id } = await send(study);
  await untilSent(study, id);
  const link = person(study);
  let sending: ReturnType<typeof send> | undefined;
  await whileLocked("lock table integrations.link_mailings in share mode", async () => {
    sending = send(study);
    await waiting("insert into integrations.link_mailings");
    await stage.query(
      `insert into integrations.link_letters (mailing_id, link_id, turn, account_id, state, mail_status, due_at)
        values ($1, $2, 0, $3, 'failed', 'undeliverable', now())`,
      [id, link.id, study.caller.account_id],
    );
  });
  expect((await sending)?.counts.recipients).toBe(0);
});
