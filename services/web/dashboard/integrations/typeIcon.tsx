import type { IntegrationType } from "../../../../shared/domain/integrations/index.ts";
import type { IconName } from "../../ui/iconPaths.ts";
import { HueTile } from "../../ui/questionIcon.tsx";
import type { Hue } from "../../ui/questionLook.ts";

interface Look {
  icon: IconName;
  hue: Hue;
}

const looks: Record<IntegrationType, Look> = {
  webhook: { icon: "webhook", hue: "screen" },
  slack: { icon: "message-square-text", hue: "rating" },
  google_sheets: { icon: "sheet", hue: "data" },
  hubspot: { icon: "users", hue: "number" },
  salesforce: { icon: "cloud", hue: "text" },
};

const unknown: Look = { icon: "plug", hue: "screen" };

/** The icon of an integration type, also of one that this page doesn't know. */
export const TypeIcon = ({ type }: { type: string }) => (
  <HueTile {...(looks[type as IntegrationType] ?? unknown)} size="large" />
);
