import type { EntityManager } from "@mikro-orm/postgresql";
import type { Ctx } from "../../../shared/moleculer.ts";
import type { DatabaseService } from "../../../shared/service.ts";
import { makeLive } from "../live.ts";

/** One unit of work a request. */
export const unitOfWork = (service: DatabaseService): EntityManager => service.database.orm.em.fork();

/** One transaction a write; the answer comes after its commit. */
export function transaction<T>(service: DatabaseService, write: (em: EntityManager) => Promise<T>): Promise<T> {
  return unitOfWork(service).transactional(write);
}

/** After the commit and before the answer; 503 when it takes too long (live.ts). */
export function pushLive(service: DatabaseService, ctx: Ctx, formIds: string[]): Promise<void> {
  const { database, logger } = service;
  return makeLive({ database, logger, call: (name, params, options) => ctx.call(name, params, options) }, formIds);
}
