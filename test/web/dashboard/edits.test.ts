import {
  bodyOf,
  conflictsOf,
  type Edits,
  edited,
  isEdited,
  keepMine,
  leftAfter,
  takeTheirs,
  withEdits,
} from "../../../services/web/dashboard/settings/editing/edits.ts";

/** Unsaved edits, merged with changes made elsewhere. */
interface Fields {
  title: string;
  slug: string;
  limit: number | null;
}
const stored: Fields = { title: "Lunch", slug: "lunch", limit: null };
const none: Edits<Fields> = {};

test("sends only changed fields, and none whose value was restored", () => {
  const edits = edited(edited(none, stored, "title", "Dinner"), stored, "limit", 5);
  expect(bodyOf(edits)).toEqual({ title: "Dinner", limit: 5 });
  expect(withEdits(stored, edits)).toEqual({ title: "Dinner", slug: "lunch", limit: 5 });
  const back = edited(edited(edits, stored, "limit", null), stored, "title", "Lunch");
  expect(isEdited(back)).toBe(false);
});

test("takes over others’ changes of other fields without a conflict", () => {
  const edits = edited(none, stored, "title", "Dinner");
  const now = { ...stored, slug: "supper" };
  expect(conflictsOf(edits, now)).toEqual([]);
  expect(withEdits(now, edits)).toEqual({ title: "Dinner", slug: "supper", limit: null });
});

test("reports a conflict if others set a field to another value, not to the same", () => {
  const edits = edited(none, stored, "title", "Dinner");
  expect(conflictsOf(edits, { ...stored, title: "Supper" })).toEqual(["title"]);
  expect(conflictsOf(edits, { ...stored, title: "Dinner" })).toEqual([]);
  // more typing doesn't resolve it
  expect(
    conflictsOf(edited(edits, { ...stored, title: "Supper" }, "title", "Tea"), { ...stored, title: "Supper" }),
  ).toEqual(["title"]);
});

test("resolves a conflict with mine or theirs, and keeps other edits", () => {
  const edits = edited(edited(none, stored, "title", "Dinner"), stored, "limit", 5);
  const now = { ...stored, title: "Supper" };
  const kept = keepMine(edits, now);
  expect([conflictsOf(kept, now), bodyOf(kept)]).toEqual([[], { title: "Dinner", limit: 5 }]);
  const taken = takeTheirs(edits, now);
  expect([conflictsOf(taken, now), bodyOf(taken)]).toEqual([[], { limit: 5 }]);
});

test("keeps edits made during a save, over the values that were saved", () => {
  const sent = edited(edited(none, stored, "title", " Dinner "), stored, "limit", 5);
  const saved = { ...stored, title: "Dinner", limit: 5 };
  expect(leftAfter(sent, sent, saved)).toEqual({});
  const later = edited(edited(sent, stored, "title", " Dinner for two"), stored, "slug", "dinner");
  const left = leftAfter(later, sent, saved);
  expect(bodyOf(left)).toEqual({ title: " Dinner for two", slug: "dinner" });
  expect(conflictsOf(left, saved)).toEqual([]);
  // typing the previous value is an edit of what is stored now
  expect(bodyOf(leftAfter(edited(sent, stored, "limit", null), sent, saved))).toEqual({ limit: null });
});
