import type { titles } from "../strings/en/dashboard/guides.ts";

export type Guide = keyof typeof titles;

/** Addresses of guides on the server: `/docs/` and the path of a file of docs/. */
export const guides: Record<Guide, string> = {
  api: "/docs/api",
  assistants: "/docs/develop/assistants",
  audit: "/docs/guide/audit",
  create: "/docs/guide/create",
  design: "/docs/guide/design",
  elsewhere: "/docs/guide/take-forms",
  export: "/docs/guide/responses#export",
  import: "/docs/guide/create#import-a-form",
  importResponses: "/docs/guide/bring-responses",
  insights: "/docs/guide/insights",
  integrations: "/docs/integrations",
  languages: "/docs/guide/languages",
  limits: "/docs/limits",
  logic: "/docs/guide/logic",
  mails: "/docs/mails",
  privacy: "/docs/guide/privacy",
  publish: "/docs/guide/publish",
  responses: "/docs/guide/responses",
  scores: "/docs/guide/scores",
  security: "/docs/guide/security",
  share: "/docs/sharing",
  teams: "/docs/guide/teams",
};
