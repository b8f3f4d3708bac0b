import type { titles } from "../strings/en/dashboard/guides.ts";

export type Guide = keyof typeof titles;

/** Addresses of guides on the server: `/docs/` and the path of a file of docs/. */
export const guides: Record<Guide, string> = {
  api: "/docs/api",
  audit: "/docs/guide/audit",
  design: "/docs/guide/design",
  elsewhere: "/docs/guide/take-forms",
  export: "/docs/guide/responses#export",
  import: "/docs/guide/create#import-a-form",
  importResponses: "/docs/guide/bring-responses",
  insights: "/docs/guide/insights",
  integrations: "/docs/integrations",
  languages: "/docs/guide/languages",
  logic: "/docs/guide/logic",
  mails: "/docs/mails",
  publish: "/docs/guide/publish",
  scores: "/docs/guide/scores",
  security: "/docs/guide/security",
  share: "/docs/sharing",
  teams: "/docs/guide/teams",
};
