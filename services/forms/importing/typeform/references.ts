import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import type { Domain } from "../../../../shared/domain/questions/question.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { type Raw, text } from "../values.ts";

/** A field with its node, and option values by the refs and ids of its choices. */
export interface KnownField {
  node: GraphNode;
  item: Item;
  domain: Domain | null;
  values: ReadonlyMap<string, string>;
}

/** Refs of a form. Logic names fields, choices and screens by `ref`, older forms by `id`. */
export interface References {
  form: ImportedForm;
  /** fields by ref and id */
  fields: Map<string, KnownField>;
  /** node that a jump to a field, group or screen leads to */
  targets: Map<string, string>;
  /** node that a jump from a field or group leaves */
  sources: Map<string, string>;
  /** our keys of hidden fields by theirs */
  hiddenKeys: Map<string, string>;
  /** our keys of calculations by variable */
  variables: Map<string, string>;
  /** values of text variables, which are numbered, by variable */
  texts: Map<string, readonly string[]>;
  /** IDs of nodes that a jump can pass over */
  skippable: Set<string>;
  /** note that a variable's changes depend on the order of the questions */
  ordered: (() => void)[];
  addField(field: Raw, node: GraphNode, item: Item, values: ReadonlyMap<string, string>): void;
  addGroup(group: Raw, nodes: readonly GraphNode[]): void;
  addEnd(screen: Raw, node: GraphNode): void;
}

export function openReferences(form: ImportedForm): References {
  const references: References = {
    form,
    fields: new Map(),
    targets: new Map(),
    sources: new Map(),
    hiddenKeys: new Map(),
    variables: new Map(),
    texts: new Map(),
    skippable: new Set(),
    ordered: [],
    addField(field, node, item, values) {
      const known = { node, item, domain: domainOf(node), values };
      for (const ref of refsOf(field)) {
        references.fields.set(ref, known);
        references.targets.set(ref, node.id);
        references.sources.set(ref, node.id);
      }
    },
    addGroup(group, nodes) {
      const [first, last] = [nodes[0], nodes.at(-1)];
      if (!first || !last) return;
      for (const ref of refsOf(group)) {
        references.targets.set(ref, first.id);
        references.sources.set(ref, last.id);
      }
    },
    addEnd(screen, node) {
      for (const ref of refsOf(screen)) references.targets.set(ref, node.id);
    },
  };
  return references;
}

/** Returns `ref` and `id`. */
export const refsOf = (part: Raw): string[] => [text(part.ref), text(part.id)].filter(Boolean);

function domainOf(node: GraphNode): Domain | null {
  try {
    return compileQuestion(node).domain;
  } catch {
    return null;
  }
}
