/** Guides that pages link to. */

export const titles = {
  api: "Use the API",
  assistants: "Connect an assistant",
  audit: "Audit log",
  create: "Create a form",
  design: "Design",
  elsewhere: "Take forms to other tools",
  export: "Export responses",
  import: "Import a form",
  importResponses: "Import responses",
  insights: "Insights",
  integrations: "Integrations",
  languages: "Languages",
  limits: "Limits",
  logic: "Logic",
  mails: "Email notifications",
  privacy: "Privacy",
  publish: "Publish and versions",
  responses: "Responses",
  scores: "Scores",
  security: "Secure your sign-in",
  share: "Share and embed",
  teams: "Work in a team",
} as const;
export const guide = (title: string): string => `Guide: ${title}`;
