import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import type { Truth } from "../expressions/truth.ts";
import { firstEnd } from "../firstEnd.ts";
import { record, records, scalar, text } from "../values.ts";
import type { Page } from "./blocks.ts";
import type { TallyForm } from "./form.ts";
import { ruleTerm } from "./logic.ts";
import type { Action, Rules } from "./rules.ts";

/** Thank-you pages by page. */
export type Ends = ReadonlyMap<Page, GraphNode>;

/** Returns the page that a jump names by its UUID. Null for the thank-you page of Tally itself, and undefined for any other name. */
function targetIn(byUuid: ReadonlyMap<string, Page>, { payload }: Action): Page | null | undefined {
  const name = scalar(payload.jumpToPage);
  return name === "0" ? null : byUuid.get(name);
}

const byUuidIn = (pages: readonly Page[]): Map<string, Page> =>
  new Map(pages.toReversed().flatMap((page) => (page.uuid === "" ? [] : [[page.uuid, page] as const])));

/** Marks the pages that no path leads to. After the page before a thank-you page, the form ends. */
export function markReachable(pages: readonly Page[], { jumps }: Rules): void {
  const byUuid = byUuidIn(pages);
  const reachable = new Set(pages.slice(0, 1));
  for (const page of reachable) {
    const next = pages[page.at + 1];
    if (next && !next.isEnd) reachable.add(next);
    for (const jump of jumps.get(page.at) ?? []) {
      const target = targetIn(byUuid, jump);
      if (target && !target.isEnd) reachable.add(target);
    }
  }
  for (const page of pages) page.isReachable = page.isEnd || reachable.has(page);
}

/** Returns whether a jump can pass over a page on the way to another one, or to a thank-you page. */
export function passesIn(pages: readonly Page[], { jumps }: Rules): TallyForm["isPassable"] {
  const byUuid = byUuidIn(pages);
  const passed = pages.map(() => 0);
  const ended = pages.map(() => 0);
  for (const jump of [...jumps.values()].flat()) {
    const target = targetIn(byUuid, jump);
    const [counts, to] = target && !target.isEnd ? [passed, target.at] : [ended, pages.length];
    if (target === undefined || to <= jump.rule.page) continue;
    counts[jump.rule.page + 1] = (counts[jump.rule.page + 1] ?? 0) + 1;
    counts[to] = (counts[to] ?? 0) - 1;
  }
  // each page has the jumps that begin before it and lead behind it
  for (const counts of [passed, ended])
    for (const page of pages.slice(1)) counts[page.at] = (counts[page.at] ?? 0) + (counts[page.at - 1] ?? 0);
  return (page, reader) => (passed[page] ?? 0) > 0 || (pages[reader]?.isEnd === true && (ended[page] ?? 0) > 0);
}

/** Adds the jumps of all pages. They act when a page is left. */
export function addJumps(tally: TallyForm, ends: Ends): void {
  const placed = placedNodes(tally);
  const lasts = new Map(placed);
  const firsts = firstNodes(tally.pages, placed);
  const byUuid = byUuidIn(tally.pages);
  const lastPage = tally.pages.findLastIndex(({ isEnd }) => !isEnd);
  for (const page of tally.pages.filter(({ isEnd, isReachable }) => !isEnd && isReachable)) {
    const last = lasts.get(page);
    const jumps = tally.rules.jumps.get(page.at) ?? [];
    if (last && jumps.length > 1 && !areExclusive(jumps)) noteOrder(tally, last);
    for (const jump of jumps) addJump(tally, { page, last, jump, target: targetIn(byUuid, jump) }, { ends, firsts });
    const next = tally.pages[page.at + 1];
    const end = next && ends.get(next);
    if (last && end && page.at < lastPage) tally.form.jumps.push({ from: last.id, to: end.id, condition: null });
  }
}

interface Leaving {
  page: Page;
  /** the last node of the page */
  last: GraphNode | undefined;
  jump: Action;
  target: Page | null | undefined;
}

function addJump(
  tally: TallyForm,
  { page, last, jump, target }: Leaving,
  { ends, firsts }: { ends: Ends; firsts: ReadonlyMap<Page, GraphNode> },
): void {
  const { form, scope } = tally;
  const item = last && form.owners.get(last.id);
  const lose = (why: string) => {
    const message = `The jump of ${jump.rule.source} isn't imported: ${why}.`;
    if (item) item.lostPart("jump", message);
    else form.note("lost", "jump", jump.rule.source, message);
  };
  if (target === undefined || !last) {
    lose(target === undefined ? "its page isn't in the form" : "nothing of its page is imported");
    return;
  }
  // null is Tally's own thank-you page
  const to = (target && (ends.get(target) ?? firsts.get(target))) ?? firstEnd(tally.form, ends);
  const convert = () => conditionOf(ruleTerm(tally, jump.rule, page.at), scope);
  const condition = attempt<Truth>(
    () => scope.assuming(item ?? null, () => scope.at(last, convert, true)),
    ({ message }) => lose(message),
  );
  if (condition === null || condition === false) return;
  form.jumps.push({ from: last.id, to: to.id, condition: condition === true ? null : condition });
}

/** Nothing says which of several jumps Tally takes. */
function noteOrder({ form }: TallyForm, last: GraphNode): void {
  form.owners
    .get(last.id)
    ?.changed("condition_meaning", "Several jumps leave its page. Here, the first one that holds is taken.");
}

/** Whether jumps ask for different values of the same answer. */
function areExclusive(jumps: readonly Action[]): boolean {
  const asked = jumps.map(({ rule }) => {
    const [condition, ...others] = records(rule.payload.conditionals);
    const { field, comparison, value } = record(condition?.payload);
    const isOne = others.length === 0 && (comparison === "IS" || comparison === "EQUAL");
    return isOne ? { field: text(record(field).uuid), value: scalar(value) } : null;
  });
  const [first] = asked;
  const values = new Set(asked.map((one) => one?.value));
  return asked.every((one) => one !== null && one.field === first?.field) && values.size === asked.length;
}

/** Returns the nodes with their pages, in the order that they have now. */
function placedNodes({ form, pages }: TallyForm): [page: Page, node: GraphNode][] {
  const owners = new Map(pages.flatMap((page) => [...page.items].map((item) => [item, page] as const)));
  return form.nodes.flatMap((node): [Page, GraphNode][] => {
    const item = form.owners.get(node.id);
    const page = item && owners.get(item);
    return page ? [[page, node]] : [];
  });
}

/** Returns the first node of each page, or of those after it if nothing of it is imported. */
function firstNodes(pages: readonly Page[], placed: readonly [Page, GraphNode][]): Map<Page, GraphNode> {
  const own = new Map(placed.toReversed());
  const firsts = new Map<Page, GraphNode>();
  let next: GraphNode | undefined;
  for (const page of pages.toReversed()) {
    next = page.isEnd ? undefined : (own.get(page) ?? next);
    if (next) firsts.set(page, next);
  }
  return firsts;
}
