import type { IconName } from "../../ui/iconPaths.ts";
import { HueTile } from "../../ui/questionIcon.tsx";
import type { Hue } from "../../ui/questionLook.ts";

const looks: Record<string, { icon: IconName; hue: Hue }> = {
  webhook: { icon: "webhook", hue: "screen" },
  slack: { icon: "message-square-text", hue: "rating" },
  google_sheets: { icon: "sheet", hue: "data" },
  hubspot: { icon: "users", hue: "number" },
  salesforce: { icon: "cloud", hue: "text" },
};

/** The icon of an integration type, also of one that this page doesn't know. */
export const TypeIcon = ({ type }: { type: string }) => (
  <HueTile {...(looks[type] ?? { icon: "plug", hue: "screen" })} size="large" />
);
