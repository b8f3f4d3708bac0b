import type { Given } from "../../../services/web/respondent/walk/queue.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { FakeDevice, type Tab } from "./devices.ts";
import { FakeService } from "./service.ts";

/** A service with one form (name, color, age), and a device. */
export function aForm(graph: object = survey()) {
  const service = new FakeService(graph as Graph);
  return { service, device: new FakeDevice(service) };
}

/** Answers the current question without waiting for the network. */
export function say(tab: Tab, value: Json): void {
  const id = tab.state.node?.id ?? "";
  tab.respondent.enter(id, value);
  tab.respondent.answer(id);
}

/** Returns all answers sent by the device, including repeats. */
export function sent(device: FakeDevice): unknown[] {
  return device.log.flatMap(({ request: { path, body } }) => {
    if (!/\/(next|answers)\//.test(path)) return [];
    const { answers, back, ...single } = body as { answers?: Given[]; back?: true } & Given;
    return (answers ?? [single]).map(({ node_id, value }) => (back ? [node_id, value, "back"] : [node_id, value]));
  });
}

/** Returns the answers of the only session. */
export function answersAt(service: FakeService): unknown[] {
  return [...service.sessions.values()].map(({ walk }) => walk.visits.map(({ node_id, answer }) => [node_id, answer]));
}
