import type { DatabaseService } from "../../shared/service.ts";

/**
 * Writes that follow a request but must not hold it up. One at a time for each `name`: requests that come meanwhile
 * saw the same old value, and would only wait for each other's row lock.
 */
const underWay = new Set<string>();

export function inBackground(service: DatabaseService, name: string, write: () => Promise<void>): void {
  if (underWay.has(name)) return;
  underWay.add(name);
  write()
    .catch((error: Error) => service.logger.warn(`Could not keep the time of use: ${error.message}`))
    .finally(() => underWay.delete(name));
}
