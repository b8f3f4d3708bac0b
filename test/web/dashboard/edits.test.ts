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

test("only what was changed is sent; what is typed back is no change", () => {
  const edits = edited(edited(none, stored, "title", "Dinner"), stored, "limit", 5);
  expect(bodyOf(edits)).toEqual({ title: "Dinner", limit: 5 });
  expect(withEdits(stored, edits)).toEqual({ title: "Dinner", slug: "lunch", limit: 5 });
  const back = edited(edited(edits, stored, "limit", null), stored, "title", "Lunch");
  expect(isEdited(back)).toBe(false);
});

test("what others change in other fields is taken over, and conflicts with nothing", () => {
  const edits = edited(none, stored, "title", "Dinner");
  const now = { ...stored, slug: "supper" };
  expect(conflictsOf(edits, now)).toEqual([]);
  expect(withEdits(now, edits)).toEqual({ title: "Dinner", slug: "supper", limit: null });
});

test("the same field changed to something else is a conflict, to the same value it is none", () => {
  const edits = edited(none, stored, "title", "Dinner");
  expect(conflictsOf(edits, { ...stored, title: "Supper" })).toEqual(["title"]);
  expect(conflictsOf(edits, { ...stored, title: "Dinner" })).toEqual([]);
  // more typing doesn't resolve it
  expect(
    conflictsOf(edited(edits, { ...stored, title: "Supper" }, "title", "Tea"), { ...stored, title: "Supper" }),
  ).toEqual(["title"]);
});

test("a conflict ends by keeping mine, or by taking theirs, which leaves my other edits", () => {
  const edits = edited(edited(none, stored, "title", "Dinner"), stored, "limit", 5);
  const now = { ...stored, title: "Supper" };
  const kept = keepMine(edits, now);
  expect([conflictsOf(kept, now), bodyOf(kept)]).toEqual([[], { title: "Dinner", limit: 5 }]);
  const taken = takeTheirs(edits, now);
  expect([conflictsOf(taken, now), bodyOf(taken)]).toEqual([[], { limit: 5 }]);
});

test("what is written while a save is under way is left, over what the service made of the rest", () => {
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
