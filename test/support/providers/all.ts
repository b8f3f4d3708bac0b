import type { OauthType } from "../../../shared/domain/integrations/index.ts";
import { type Google, startGoogle } from "./google.ts";
import { type HubSpot, startHubSpot } from "./hubspot.ts";
import { type Salesforce, startSalesforce } from "./salesforce.ts";

/** A stand-in for every provider that is connected by consent, by its type; the compiler asks for a new one's. */
interface StandIns extends Record<OauthType, HubSpot | Salesforce | Google> {
  hubspot: HubSpot;
  salesforce: Salesforce;
  google_sheets: Google;
}

export interface Providers extends StandIns {
  all: (HubSpot | Salesforce | Google)[];
  /** what makes the product ask them */
  env: Record<string, string>;
  /** Fails when one was asked what its provider does not document. */
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
      if (undocumented.length > 0) throw new Error(`Asked against the documentation:\n${undocumented.join("\n")}`);
    },
  };
}
