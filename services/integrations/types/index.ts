import { notFound } from "../../../shared/errors.ts";
import { googleSheets } from "./googleSheets.ts";
import { hubspot } from "./hubspot.ts";
import { salesforce } from "./salesforce.ts";
import { slack } from "./slack.ts";
import type { IntegrationModule } from "./type.ts";
import { webhook } from "./webhook.ts";

/** The identifiers of paths and records (decisions §7). */
export type IntegrationType = "webhook" | "hubspot" | "salesforce" | "google_sheets" | "slack";

export const types = {
  webhook,
  hubspot,
  salesforce,
  google_sheets: googleSheets,
  slack,
} satisfies Record<IntegrationType, IntegrationModule>;

const isType = (type: string): type is IntegrationType => Object.hasOwn(types, type);

/** 404 for an unknown type (decisions §7). */
export function checkedType(type: string): IntegrationType {
  if (!isType(type)) throw notFound("integration type");
  return type;
}

export const moduleOf = (type: string): IntegrationModule => types[checkedType(type)];
