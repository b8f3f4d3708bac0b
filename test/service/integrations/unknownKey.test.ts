import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import pg from "pg";
import { claimLetters } from "../../../services/integrations/store/linkMails.ts";
import { mailing, newStudy, person, send } from "./linkMailStage.ts";
import { base, mailed, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** A start with another SECRETS_KEY, which doesn't open the key of the hashes of people who unsubscribed. */
beforeAll(() =>
  startMailStage({ QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "20" }, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("insert into integrations.recipient_key (sealed) values ('v1:00000000:AAAA')");
    await client.end();
  }),
);
afterAll(stopMailStage);

it("gives concurrent copies different letters", async () => {
  const study = newStudy();
  for (let count = 0; count < 10; count += 1) person(study);
  const { id } = await send(study);
  const client = await stage.pool().connect();
  try {
    await client.query("begin");
    const first = await claimLetters(client, id ?? "", 5);
    // doesn't wait for the first copy's transaction
    const second = await claimLetters(stage.pool(), id ?? "", 5);
    expect(new Set([...first, ...second].map(({ link_id }) => link_id)).size).toBe(10);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

it("sends other emails, but no invitations, because it isn't known who has unsubscribed", async () => {
  const study = newStudy();
  person(study);
  const { id } = await send(study);
  await stage.call("integrations.mailResume", {
    ...{ session_id: randomUUID(), asked_at: new Date().toISOString(), account_id: study.caller.account_id },
    ...{ form: study.form, address: "ada@example.com", client: null, language: "en", base_url: base },
  });
  const [sent] = await mailed(1);
  expect(sent?.to).toEqual(["ada@example.com"]);
  expect(await mailing(study, id)).toMatchObject({ status: "queued", counts: { sent: 0, waiting: 1 } });
  expect(await stage.query("select sealed from integrations.recipient_key")).toEqual([{ sealed: "v1:00000000:AAAA" }]);
});
