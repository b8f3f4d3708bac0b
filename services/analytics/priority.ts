import os from "node:os";
import type { ServiceBroker } from "moleculer";

/**
 * Lowers the priority of a process that runs analytics alone: a respondent's next question is more urgent than an export on the
 * same machine. Containers get their share by their CPU requests.
 */
export function giveWay({ services }: Pick<ServiceBroker, "services">): void {
  const isAlone = services.every(({ name }) => name === "analytics" || name.startsWith("$"));
  if (isAlone) os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
}
