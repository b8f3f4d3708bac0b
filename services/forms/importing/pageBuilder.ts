import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";
import type { ReadText } from "./translations.ts";
import { fitted } from "./wording.ts";

interface Draft {
  title: string;
  description: string;
  /** index of the page's first node */
  from: number;
  /** of the group, for translations */
  texts: ReadText[];
}

/** Groups the nodes that are added while a page is open. */
export class PageBuilder {
  private readonly form: ImportedForm;
  private open: Draft | null = null;

  constructor(form: ImportedForm) {
    this.form = form;
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  start(title: string, description = ""): void {
    this.open = { title, description, from: this.form.nodes.length, texts: this.form.translations.of() };
  }

  /** Ends the page. One node without a title needs none. */
  end(): void {
    const { open, form } = this;
    this.open = null;
    if (!open) return;
    const nodes = form.nodes.slice(open.from);
    if (nodes.length === 0 || (nodes.length === 1 && open.title === "" && open.description === "")) return;
    const { title, description } = open;
    const id = form.freeId(`page_${form.pages.length + 1}`);
    form.translations.place(`page.${id}`, open.texts);
    form.pages.push({
      id,
      ...(title && { title }),
      ...(description && { description }),
      node_ids: nodes.map(({ id }) => id),
    });
  }
}

/** Adds a text block that belongs to no item, such as the heading of a group within a page. */
export function addHeading(form: ImportedForm, title: string, description = ""): GraphNode {
  const data = {
    title: fitted(title || description),
    ...(title && description && { description: fitted(description, 5000) }),
    config: {},
  };
  const node = { id: form.freeId("heading"), question_type: "welcome_screen", data };
  form.nodes.push(node);
  form.translations.place(node.id);
  return node;
}
