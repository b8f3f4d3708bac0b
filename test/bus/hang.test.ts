import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hang, run, tableOf } from "../support/faults.ts";
import { type Stage, startStage } from "../support/stage.ts";

/** Runs one fault of the full matrix (faults.test.ts): a service that hangs instead of dying. */
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ copies: ["gateway-2", "sessions-2"] });
}, 120_000);
afterAll(async () => {
  await stage?.stop();
}, 60_000);

test(`${hang.name}: respondents see no error, and nothing is lost or doubled`, async () => {
  const { report, problems, errors } = await run(stage, hang);
  process.stdout.write(`\n${tableOf([report])}\n\n`);
  expect(problems).toEqual([]);
  expect(errors).toEqual([]);
}, 120_000);
