import type { Need } from "../../../../shared/api/access/allows.ts";
import { tabs } from "../../strings/en/dashboard/form.ts";
import type { Can } from "../api/rights.ts";

/** The pages of a form, in the order of the work with it: a row each. Users see those that they may open. Versions are in the title's menu. */
export const formTabs = [
  { to: "/forms/$slug/build", label: tabs.build, needs: "forms:write" },
  { to: "/forms/$slug/share", label: tabs.share, needs: "forms:read" },
  { to: "/forms/$slug/responses", label: tabs.responses, needs: "responses:read_anonymous" },
  { to: "/forms/$slug/insights", label: tabs.insights, needs: "insights:read" },
  { to: "/forms/$slug/integrations", label: tabs.integrations, needs: "integrations:read" },
  { to: "/forms/$slug/settings", label: tabs.settings, needs: "forms:write" },
] as const satisfies readonly { to: string; label: string; needs: Need }[];

/** The page that a form opens with, for users who may change it and for others. */
export const opensTo = (can: Can, formId: string) =>
  can("forms:write", formId) ? "/forms/$slug/build" : "/forms/$slug/insights";
