import { tabs } from "../../strings/en/dashboard/form.ts";

/** The pages of a form, in the order of the work with it: a row each. */
export const formTabs = [
  { to: "/forms/$slug/build", label: tabs.build },
  { to: "/forms/$slug/responses", label: tabs.responses },
  { to: "/forms/$slug/insights", label: tabs.insights },
  { to: "/forms/$slug/share", label: tabs.share },
  { to: "/forms/$slug/integrations", label: tabs.integrations },
  { to: "/forms/$slug/settings", label: tabs.settings },
  { to: "/forms/$slug/versions", label: tabs.versions },
] as const;
