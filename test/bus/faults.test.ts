import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startCorrections } from "../support/corrections.ts";
import { eventually } from "../support/eventually.ts";
import { faults, type Report, run, tableOf, together } from "../support/faults.ts";
import { startHistories } from "../support/histories/histories.ts";
import { endLeases } from "../support/leases.ts";
import type { Remembered } from "../support/load.ts";
import { startPlaces } from "../support/places.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { deliveryProblems } from "../support/verify.ts";

/**
 * Failures under load: no respondent sees an error, and nothing is lost or doubled (docs/operate/faults.md). `npm run test:system`
 * runs each fault under a short load, `npm run test:faults` under a long one.
 */
let stage: Stage;
const reports: Report[] = [];
const sessions: Remembered[] = [];

beforeAll(async () => {
  stage = await startStage({ copies: ["gateway-2", "sessions-2"], others: together });
}, 120_000);

afterAll(async () => {
  process.stdout.write(`\n${tableOf(reports)}\n\n`);
  await stage?.stop();
}, 60_000);

describe("under load", () => {
  test.each(faults)(
    "$name",
    async (fault) => {
      const { load, report, problems, errors } = await run(stage, fault);
      sessions.push(...load.sessions);
      reports.push(report);
      expect(problems).toEqual([]);
      expect(errors).toEqual([]);
    },
    120_000,
  );

  // those that strike what corrections pass through; a key's requests through the other gateway would fail with it
  test.each(faults.filter(({ name }) => !/gateway|Redis/.test(name)))(
    "corrections: $name",
    async ({ inject, recover }) => {
      const corrections = await startCorrections(stage);
      await corrections.succeed(10);
      await inject(stage);
      await recover?.(stage);
      await stage.product.untilReady();
      await corrections.succeed(20);
      expect(await corrections.problems()).toEqual([]);
    },
    240_000,
  );

  // every one of them strikes between the steps of people who want the same places
  test.each(faults)(
    "places: $name",
    async ({ inject, recover }) => {
      const places = await startPlaces(stage);
      await places.taken(10);
      await inject(stage);
      await recover?.(stage);
      await stage.product.untilReady();
      expect(await places.problems()).toEqual([]);
    },
    240_000,
  );

  // Redis has none of this
  test.each(faults.filter(({ name }) => !name.includes("Redis")))(
    "histories: $name",
    async ({ inject, recover }) => {
      const histories = await startHistories(stage);
      await histories.changed(1);
      await inject(stage);
      await recover?.(stage);
      await stage.product.untilReady();
      await histories.changed(1);
      expect(await histories.problems()).toEqual([]);
    },
    240_000,
  );

  test("every event is delivered under one webhook-id", async () => {
    // don't wait for leases of the last copy that died
    await endLeases(stage.postgres.url);
    const problems = () => deliveryProblems(sessions, stage.receiver.received);
    await eventually(() => expect(problems()).toEqual([]), 90);
  }, 120_000);
});
