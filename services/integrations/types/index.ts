import {
  type IntegrationType,
  integrationTypeNames,
  isIntegrationType,
} from "../../../shared/domain/integrations/index.ts";
import { notFoundAs } from "../../../shared/platform/errors.ts";
import { googleSheets } from "./googleSheets.ts";
import { hubspot } from "./hubspot.ts";
import { salesforce } from "./salesforce.ts";
import { slack } from "./slack.ts";
import type { IntegrationModule, ModuleOf } from "./type.ts";
import { webhook } from "./webhook.ts";

/** The modules of all types. Their descriptions are in shared/domain/integrations/. */
const modules = {
  webhook,
  slack,
  hubspot,
  salesforce,
  google_sheets: googleSheets,
} satisfies { [T in IntegrationType]: ModuleOf<T> };

/** Returns the type. 404 if unknown (decisions §7). */
export function checkedType(type: string): IntegrationType {
  if (!isIntegrationType(type)) throw unknownType();
  return type;
}

const unknownType = () => notFoundAs(`Integration type not found. Use one of ${integrationTypeNames.join(", ")}.`);

export const moduleOf = (type: IntegrationType): IntegrationModule => modules[type];
