import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { FakeDevice, type Tab } from "./devices.ts";
import { FakeService } from "./service.ts";

/** A service with one form (a name, a colour, an age), and a device whose browser comes to it. */
export function aForm(graph: object = survey()) {
  const service = new FakeService(graph as Graph);
  return { service, device: new FakeDevice(service) };
}

/** Types an answer to the question that is shown and continues; the network is not waited for. */
export function say(tab: Tab, value: Json): void {
  const id = tab.state.node?.id ?? "";
  tab.respondent.enter(id, value);
  tab.respondent.answer(id);
}

/** The answers that went out since the device was bought, repeats included. */
export function sent(device: FakeDevice): unknown[] {
  return device.log.flatMap(({ request: { path, body } }) => {
    const { node_id, value, back } = (body ?? {}) as { node_id?: string; value?: Json; back?: true };
    if (!path.endsWith("/next/")) return [];
    return [back ? [node_id, value, "back"] : [node_id, value]];
  });
}

/** What the service has of its one session. */
export function answersAt(service: FakeService): unknown[] {
  return [...service.sessions.values()].map(({ walk }) => walk.visits.map(({ node_id, answer }) => [node_id, answer]));
}
