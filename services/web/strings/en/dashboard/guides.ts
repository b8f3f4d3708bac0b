/** Guides that pages link to. */

export const titles = {
  api: "Use the API",
  audit: "Audit log",
  design: "Design",
  elsewhere: "Take forms to other tools",
  export: "Export responses",
  import: "Import a form",
  importResponses: "Import responses",
  insights: "Insights",
  integrations: "Integrations",
  languages: "Languages",
  logic: "Logic",
  mails: "Email notifications",
  publish: "Publish and versions",
  scores: "Scores",
  security: "Secure your sign-in",
  share: "Share and embed",
  teams: "Work in a team",
} as const;
export const guide = (title: string): string => `Guide: ${title}`;
