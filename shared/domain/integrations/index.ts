import type { ConfigOf } from "./field.ts";
import { googleSheets } from "./googleSheets.ts";
import { hubspot } from "./hubspot.ts";
import type { IntegrationDescription } from "./integrationType.ts";
import { salesforce } from "./salesforce.ts";
import { slack } from "./slack.ts";
import { webhook } from "./webhook.ts";

/** All integration types by identifier, in the order of decisions §7. */
export const integrationTypes = {
  webhook,
  slack,
  hubspot,
  salesforce,
  google_sheets: googleSheets,
} satisfies Record<string, IntegrationDescription>;

type Types = typeof integrationTypes;
export type IntegrationType = keyof Types;
export type OauthType = { [T in IntegrationType]: Types[T] extends { auth: "oauth" } ? T : never }[IntegrationType];

/** A type's `config`. */
export type IntegrationConfig<T extends IntegrationType> = ConfigOf<Types[T]["config"]>;

export const isIntegrationType = (type: string): type is IntegrationType => Object.hasOwn(integrationTypes, type);

export const integrationTypeNames = Object.keys(integrationTypes) as IntegrationType[];

export const descriptionOf = (type: IntegrationType): IntegrationDescription => integrationTypes[type];

export const oauthTypes = integrationTypeNames.filter((type) => descriptionOf(type).oauth) as OauthType[];
