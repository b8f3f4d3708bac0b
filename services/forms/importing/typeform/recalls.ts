import type { References } from "./references.ts";

/** Replaces `{{field:ref}}`, `{{hidden:key}}` and `{{var:name}}` in the texts of nodes and pages. */
export function insertRecalls(references: References): void {
  const { form } = references;
  for (const node of form.nodes) {
    const item = form.owners.get(node.id);
    const insert = (text: string) =>
      replaced(text, references, (part) => item?.changed("recall", `“${part}” is left out of its texts.`));
    if (node.data.title !== undefined) node.data.title = insert(node.data.title);
    if (node.data.description !== undefined) node.data.description = insert(node.data.description);
  }
  for (const page of form.pages) {
    const insert = (text: string) =>
      replaced(text, references, (part) =>
        form.note("changed", "recall", page.id, `“${part}” is left out of the page's texts.`),
      );
    if (page.title !== undefined) page.title = insert(page.title);
    if (page.description !== undefined) page.description = insert(page.description);
  }
}

const recall = /\{\{\s*(field|hidden|var|variable):([^{}]{1,200}?)\s*\}\}/g;

function replaced(text: string, references: References, onLost: (part: string) => void): string {
  return text.replace(recall, (whole, kind: string, name: string) => {
    const known = recallOf(kind, name, references);
    if (known === null) onLost(whole);
    return known ?? "…";
  });
}

function recallOf(kind: string, name: string, { fields, hiddenKeys, variables, texts }: References): string | null {
  if (kind === "field") {
    const node = fields.get(name)?.node;
    return node ? `{{answer:${node.id}}}` : null;
  }
  const key = kind === "hidden" ? hiddenKeys.get(name) : variables.get(name);
  const inserted = kind === "hidden" ? "hidden" : texts.has(name) ? "band" : "calculation";
  return key === undefined ? null : `{{${inserted}:${key}}}`;
}
