import type { OauthType } from "../../../shared/domain/integrations/index.ts";
import { type Google, startGoogle } from "./google.ts";
import { type HubSpot, startHubSpot } from "./hubspot.ts";
import { type Salesforce, startSalesforce } from "./salesforce.ts";

/** Provider stubs of all OAuth types. A missing one doesn't compile. */
interface StandIns extends Record<OauthType, HubSpot | Salesforce | Google> {
  hubspot: HubSpot;
  salesforce: Salesforce;
  google_sheets: Google;
}

export interface Providers extends StandIns {
  all: (HubSpot | Salesforce | Google)[];
  /** environment that points the product to the stubs */
  env: Record<string, string>;
  /** Fails if a stub got an undocumented request. */
  close(): Promise<void>;
}

export async function startProviders(): Promise<Providers> {
  const [hubspot, salesforce, google] = await Promise.all([startHubSpot(), startSalesforce(), startGoogle()]);
  const standIns: StandIns = { hubspot, salesforce, google_sheets: google };
  const all = Object.values(standIns);
  return {
    ...standIns,
    all,
    env: Object.assign({}, ...all.map(({ env }) => env)),
    async close() {
      await Promise.all(all.map((standIn) => standIn.close()));
      const undocumented = all.flatMap((standIn) => standIn.undocumented);
      if (undocumented.length > 0) throw new Error(`Undocumented requests:\n${undocumented.join("\n")}`);
    },
  };
}
