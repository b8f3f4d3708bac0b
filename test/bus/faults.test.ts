import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type Fault, faults, type Report, reportOf, tableOf } from "../support/faults.ts";
import { isError, isWhole, type Load, type Remembered } from "../support/load.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { deliveryProblems, verify } from "../support/verify.ts";

/**
 * Whatever dies under load: respondents notice nothing, and nothing that they were told is lost or doubled
 * (docs/operating.md). `npm test` has a short fault of every kind; `npm run test:faults` the whole matrix.
 */
const size: NonNullable<Fault["pace"]> = isWhole
  ? { respondents: 12, pauseMs: 20, requests: 600 }
  : { respondents: 6, pauseMs: 100, requests: 60 };

let stage: Stage;
const reports: Report[] = [];
const sessions: Remembered[] = [];

beforeAll(async () => {
  stage = await startStage({ copies: ["gateway-2", "sessions-2"] });
}, 120_000);

afterAll(async () => {
  process.stdout.write(`\n${tableOf(reports)}\n\n`);
  await stage?.stop();
}, 60_000);

describe("under load", () => {
  test.each(faults.filter(({ only }) => only !== (isWhole ? "short" : "whole")))(
    "$name",
    async ({ name, strike, mend, excuses, pace = size }) => {
      const slug = await stage.newForm();
      const load = stage.load(slug, pace.respondents, pace);
      await load.succeed(pace.requests);
      const struckAt = performance.now();
      await strike(stage);
      await load.succeed(pace.requests);
      await mend?.(stage);
      await stage.product.untilReady();
      await load.succeed(pace.requests);
      await load.finish();
      sessions.push(...load.sessions);
      reports.push(reportOf(name, load, struckAt));
      expect(await problemsOf(load, slug)).toEqual([]);
      expect(load.outcomes.filter((outcome) => isError(outcome) && !excuses?.(outcome, stage))).toEqual([]);
    },
    120_000,
  );

  // a copy that died has kept its leases for up to 30 s
  test("every event is delivered, under one webhook-id", async () => {
    const problems = () => deliveryProblems(sessions, stage.receiver.received);
    await eventually(() => expect(problems()).toEqual([]), 90);
  }, 120_000);
});

async function problemsOf(load: Load, slug: string): Promise<string[]> {
  const { problems, completed } = await verify(load, { url: stage.product.url, slug, key: stage.owner.key });
  return completed > 0 ? problems : [...problems, "nobody completed a session"];
}
