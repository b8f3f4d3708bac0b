import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { failure, paging, type Stage, startStage } from "./stage.ts";

/** Services start in any order, so the schema that analytics reads may not exist yet. */
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ hasSessions: false });
});
afterAll(() => stage.stop());

test("returns 503 before the sessions service has created its tables", async () => {
  const formId = "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b11";
  await stage.broker.destroyService(stage.broker.getLocalService("forms") as never);
  stage.broker.createService({
    name: "forms",
    actions: { locate: () => ({ form_id: formId, slug: "f", title: "F", current_version: 1 }) },
  });
  await stage.broker.waitForServices("forms");
  const { call, caller } = stage;
  const asked = { caller, slug: "f" };
  const calls = [
    call("analytics.listResponses", { ...asked, query: {}, paging: paging() }),
    call("analytics.getResponse", { ...asked, session_id: formId }),
    call("analytics.beginExport", { ...asked, query: {} }),
  ];
  for (const error of await Promise.all(calls.map(failure))) {
    expect(error).toMatchObject({ code: 503, type: "UNAVAILABLE" });
  }
});
