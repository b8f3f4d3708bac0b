import type { EntityManager } from "@mikro-orm/postgresql";
import type { Factors } from "../views.ts";
import { hasIdentity } from "./identities.ts";
import { hasSecondFactor } from "./secondFactors.ts";

export const factorsOf = async (em: EntityManager, userId: string): Promise<Factors> => ({
  hasSecondFactor: await hasSecondFactor(em, userId),
  hasSso: await hasIdentity(em, userId),
});
