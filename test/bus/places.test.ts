import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FaultPoint } from "../../shared/platform/faultPoint.ts";
import { type Owner, owner } from "../support/api.ts";
import { openKills } from "../support/kills.ts";
import { neighbors, placesBeside } from "../support/places.ts";
import { type Product, startProduct } from "../support/product.ts";

/**
 * Places of options and unique answers while a copy of sessions is killed between the steps of whoever gives, moves or frees them
 * (wants §22). 50 clients come through two gateways.
 */
let product: Product;
let me: Owner;
const kills = openKills("places");

beforeAll(async () => {
  product = await startProduct({
    way: "many",
    env: { ...kills.env, RETENTION_DAY_SECONDS: "2" },
    copies: ["gateway-2", "sessions-2"],
    others: ["auth", "forms", "analytics", "integrations"],
  });
  me = await owner(product.url);
}, 240_000);
afterAll(() => product?.stop(), 60_000);

test.each([
  ["no changes", "completion-storing"],
  ["no changes", "event-committed"],
  ["corrections", "correction-storing"],
  ["corrections", "correction-stored"],
  ["erasures", "session-erased"],
  ["retention", "session-erased"],
  ["publishes", "claims-storing"],
] satisfies [keyof typeof neighbors, FaultPoint][])(
  "beside %s, killed at %s: never one too many, and none left unused",
  async (name, point) => {
    const strike = async () => {
      kills.arm(point);
      await product.start(await kills.died(product, point));
      await product.untilReady();
    };
    expect(await placesBeside(neighbors[name], { owner: me, urls: product.urls }, strike)).toEqual([]);
  },
  600_000,
);
