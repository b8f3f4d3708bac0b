/** Guides that pages link to. */

export const titles = {
  api: "Use the API",
  design: "Design",
  export: "Export responses",
  import: "Import a form",
  insights: "Insights",
  integrations: "Integrations",
  logic: "Logic",
  mails: "Email notifications",
  publish: "Publish and versions",
  scores: "Scores",
  share: "Share and embed",
} as const;
export const guide = (title: string): string => `Guide: ${title}`;
