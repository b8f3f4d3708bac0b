/** The document's tags: the groups of the spec's endpoint tables (spec §Endpoints), told by a path's beginning: the last that fits. */
const groups = [
  { name: "Forms", description: "What an owner makes and shares.", pattern: /^\/api\/v2\/form\// },
  {
    name: "Drafts and versions",
    description: "A form's one mutable draft, and the immutable versions that publishing makes of it.",
    pattern: /^\/api\/v2\/form\/\{slug\}\/(draft|publish|versions)\//,
  },
  { name: "Themes", description: "How forms look.", pattern: /^\/api\/v2\/theme\// },
  {
    name: "Respondents",
    description:
      "The open API: fetch a published form, start a session, answer node by node, complete. No credentials.",
    pattern: /^\/api\/v2\/r\//,
  },
  {
    name: "Responses",
    description: "Sessions as their form's owner reads them: lists, search, answers, figures and exports.",
    pattern: /^\/api\/v2\/form\/\{slug\}\/(responses|insights)\//,
  },
  { name: "Files", description: "What respondents uploaded.", pattern: /^\/api\/v2\/file\// },
  {
    name: "Integrations",
    description: "An account's connections: webhooks, chat, customer relations, spreadsheets.",
    pattern: /^\/api\/integrations\//,
  },
  {
    name: "Form integrations",
    description: "Which of the account's integrations hear of a form's events.",
    pattern: /^\/api\/v2\/form\/\{slug\}\/integrations\//,
  },
  {
    name: "Deliveries",
    description: "The log of what integrations were sent, and sending it again.",
    pattern: /^\/api\/integrations\/.*\/deliveries\//,
  },
  { name: "Sign-in", description: "Registering, signing in and out.", pattern: /^\/api\/auth\// },
  { name: "Account", description: "API keys, notices and usage of an account.", pattern: /^\/api\/account\// },
];

/** Throws for a path of no group: a new part of the API wants a name in the document. */
export function groupOf(path: string): string {
  const group = groups.findLast(({ pattern }) => pattern.test(path));
  if (!group) throw new Error(`${path} belongs to no group of the document: see openapi/groups.ts`);
  return group.name;
}

export const tags = (used: ReadonlySet<string>) =>
  groups.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
