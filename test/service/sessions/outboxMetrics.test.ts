import { expect, it } from "@jest/globals";
import { outboxStatement } from "../../../services/sessions/store/outbox.ts";
import { connected, migratedDatabase } from "../../support/postgres.ts";

const limit = 50;

it("counts the outbox and the search backlog in bounded rows", async () => {
  const database = await migratedDatabase();
  await connected(database.url, async (client) => {
    await client.query(
      `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, attempts)
        select gen_random_uuid(), 'session.completed', gen_random_uuid(), gen_random_uuid(),
          now() - (2000 - n) * interval '1 second', '{}', case when n <= 5 then 3 else 0 end
        from generate_series(1, 2000) n`,
    );
    await client.query("analyze sessions.events");
    const { rows } = await client.query(outboxStatement(limit));
    expect(rows[0]).toMatchObject({ waiting: limit, failing: 5, unindexed: limit });
    expect(rows[0].age_seconds).toBeGreaterThanOrEqual(1_999);
    expect(rows[0].unindexed_age_seconds).toBeGreaterThanOrEqual(1_999);
    expect(await rowsRead(limit)).toBeLessThanOrEqual(2 * limit);
    expect(await rowsRead(null)).toBeGreaterThanOrEqual(4_000);

    async function rowsRead(bound: number | null): Promise<number> {
      const { text, values } = outboxStatement(bound);
      const explained = await client.query(`explain (analyze, format json) ${text}`, values);
      return readBy(explained.rows[0]["QUERY PLAN"][0].Plan);
    }
  });
  await database.drop();
});

interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  Plans?: Plan[];
}

function readBy(plan: Plan): number {
  const own = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(plan["Node Type"]) ? plan["Actual Rows"] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), own);
}
