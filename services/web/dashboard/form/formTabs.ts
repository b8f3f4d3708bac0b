import { tabs } from "../../strings/en/dashboard/form.ts";

/** The pages of a form, in the order of the work with it: a row each. Versions are in the title's menu. */
export const formTabs = [
  { to: "/forms/$slug/build", label: tabs.build },
  { to: "/forms/$slug/share", label: tabs.share },
  { to: "/forms/$slug/responses", label: tabs.responses },
  { to: "/forms/$slug/insights", label: tabs.insights },
  { to: "/forms/$slug/integrations", label: tabs.integrations },
  { to: "/forms/$slug/settings", label: tabs.settings },
] as const;
