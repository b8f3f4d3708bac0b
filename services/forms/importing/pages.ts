import type { GraphNode, Page } from "../../../shared/domain/graph/types.ts";
import { pageLimit, pageNodeLimit } from "../../../shared/domain/limits.ts";
import type { ImportedForm } from "./importedForm.ts";

/**
 * Returns pages that the graph can have. A page is shown from its first node on, so its nodes must follow each other. Pages that are
 * too long are split.
 */
export function pagesOf(form: ImportedForm, screens: readonly GraphNode[]): Page[] {
  const indexes = new Map(screens.map(({ id }, index) => [id, index]));
  const taken = new Set<string>();
  const pages = form.pages.flatMap((page) => {
    const ids = page.node_ids.filter((id) => indexes.has(id) && !taken.has(id));
    for (const id of ids) taken.add(id);
    return runsOf(ids, indexes).map((nodeIds, at) =>
      at === 0 ? { ...page, node_ids: nodeIds } : splitOff(form, page, nodeIds),
    );
  });
  for (const { node_ids } of pages.slice(pageLimit)) {
    const message = `Forms have up to ${pageLimit} pages, so this question is asked alone.`;
    for (const id of node_ids) form.owners.get(id)?.changed("too_many_pages", message);
  }
  return pages.slice(0, pageLimit);
}

/** Splits ids where they don't follow each other in the document, and where a page is full. */
function runsOf(ids: readonly string[], indexes: ReadonlyMap<string, number>): string[][] {
  const runs: string[][] = [];
  let last = -1;
  for (const id of ids.toSorted((a, b) => (indexes.get(a) ?? 0) - (indexes.get(b) ?? 0))) {
    const index = indexes.get(id) ?? 0;
    const run = runs.at(-1);
    if (run && index === last + 1 && run.length < pageNodeLimit) run.push(id);
    else runs.push([id]);
    last = index;
  }
  return runs;
}

function splitOff(form: ImportedForm, page: Page, nodeIds: string[]): Page {
  const message = `The page “${page.title ?? page.id}” is split, and a new page begins here.`;
  form.owners.get(nodeIds[0] ?? "")?.changed("page_split", message);
  const id = form.freeId(page.id);
  form.translations.place(`page.${id}`, form.translations.of(`page.${page.id}`));
  return { ...page, id, node_ids: nodeIds };
}
