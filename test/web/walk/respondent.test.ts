import type { Graph } from "../../../shared/domain/graph/types.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { FakeDevice } from "./devices.ts";
import { FakeService } from "./service.ts";

function started() {
  const service = new FakeService(survey() as Graph);
  const device = new FakeDevice(service);
  return { service, device };
}

test("a respondent answers question by question, and the service has it all", async () => {
  const { service, device } = started();
  const tab = device.open();
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "name" }, phase: "new", canGoBack: false });
  await device.pass();
  expect(device.log).toEqual([]);
  tab.respondent.enter("name", "Ada");
  tab.respondent.answer("name");
  expect(tab.state).toMatchObject({ node: { id: "color" }, unsent: { count: 1 }, canGoBack: true });
  await device.pass();
  expect(tab.state.unsent.count).toBe(0);
  tab.respondent.enter("color", "red");
  tab.respondent.answer("color");
  tab.respondent.skip("age");
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: false }, progress: 1 });
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true }, phase: "completed" });
  const [session] = service.sessions.values();
  expect(session?.moves.map(({ node_id, value }) => [node_id, value])).toEqual([
    ["name", "Ada"],
    ["color", "red"],
    ["age", null],
  ]);
  expect(device.texts.size).toBe(0);
});
