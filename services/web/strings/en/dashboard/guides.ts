/** Guides that pages link to. */

export const titles = {
  api: "Use the API",
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
  share: "Share and embed",
} as const;
export const guide = (title: string): string => `Guide: ${title}`;
