import { nothingKept } from "../../../services/web/dashboard/responses/columns.ts";
import { responsesViewOf } from "../../../services/web/dashboard/responses/responsesSearch.ts";
import { contentOf, isChanged, searchOf } from "../../../services/web/dashboard/responses/savedViewState.ts";
import type { SavedView } from "../../../shared/api/shapes/savedViews.ts";

/** Saved views keep filters, order and columns of the page, and the page shows them again. */
const id = "2b1f6c0e-7d13-4f0c-8e0b-3c5ea2f0b611";
const viewOf = (content: Partial<SavedView>): SavedView => ({
  id,
  name: "View",
  filters: {},
  ordering: "-started_at",
  columns: null,
  created: "",
  modified: "",
  ...content,
});

test("keeps filters, order and columns, and shows them again", () => {
  const search = {
    status: "completed",
    tag: "late",
    is_flagged: true,
    search: "tea",
    answer: { q1: "yes" },
    started_at_from: "2026-01-01",
    ordering: "total_score",
  } as const;
  const kept = { order: ["answer.q1"], shown: { total_score: false } };
  const content = contentOf(responsesViewOf(search), kept);
  expect(content).toEqual({
    filters: {
      status: "completed",
      tag: ["late"],
      is_flagged: true,
      search: "tea",
      answer: { q1: "yes" },
      started_at_from: "2026-01-01",
    },
    ordering: "total_score",
    columns: kept,
  });
  const view = viewOf(content);
  expect(searchOf(view)).toMatchObject({ ...search, view: id });
  expect(isChanged(view, responsesViewOf(searchOf(view)), kept)).toBe(false);
});

test("notices changes of filters, order and columns, but not of the order of keys", () => {
  const view = viewOf({ filters: { status: "completed", search: "tea" }, columns: { order: [], shown: { a: true } } });
  const shown = responsesViewOf(searchOf(view));
  const kept = { order: [], shown: { a: true } };
  expect(isChanged(view, { ...shown, filters: { search: "tea", status: "completed" } }, kept)).toBe(false);
  expect(isChanged(view, { ...shown, filters: { search: "tea" } }, kept)).toBe(true);
  expect(isChanged(view, { ...shown, ordering: "total_score" }, kept)).toBe(true);
  expect(isChanged(view, shown, nothingKept)).toBe(true);
  // a view without columns leaves those of the reader
  expect(isChanged({ ...view, columns: null }, shown, kept)).toBe(false);
});
