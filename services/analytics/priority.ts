import os from "node:os";
import type { ServiceBroker } from "moleculer";

/**
 * Nobody waits for an export as a respondent waits for the next question: where analytics has a process of its own, the system
 * lets the others on the same machine go first. Containers have their share of it by their CPU requests.
 */
export function giveWay({ services }: Pick<ServiceBroker, "services">): void {
  const isAlone = services.every(({ name }) => name === "analytics" || name.startsWith("$"));
  if (isAlone) os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
}
