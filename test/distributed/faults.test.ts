import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { faults, run, together } from "../support/faults.ts";
import { endLeases } from "../support/leases.ts";
import type { Remembered } from "../support/load.ts";
import type { Stage } from "../support/stage.ts";
import { deliveryProblems } from "../support/verify.ts";
import { type CitusStage, startCitusStage } from "./citusStage.ts";

/** The short faults of test/bus/faults.test.ts on Citus. PostgreSQL is the coordinator. */
let on: CitusStage;
let stage: Stage;
const sessions: Remembered[] = [];
beforeAll(async () => {
  on = await startCitusStage({ copies: ["gateway-2", "sessions-2"], others: together });
  stage = on.stage;
}, 240_000);
afterAll(() => on?.stop(), 120_000);

test.each(faults)(
  "$name",
  async (fault) => {
    const { load, problems, errors } = await run(stage, fault);
    sessions.push(...load.sessions);
    expect(problems).toEqual([]);
    expect(errors).toEqual([]);
  },
  120_000,
);

test("every event is delivered under one webhook-id", async () => {
  await endLeases(stage.postgres.url);
  await eventually(() => expect(deliveryProblems(sessions, stage.receiver.received)).toEqual([]), 90);
}, 120_000);
