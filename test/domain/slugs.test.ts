import { slugAfter, slugOf } from "../../shared/domain/slugs.ts";

test.each([
  ["Untitled form", "untitled-form-h3uqzm", "Café visits", "cafe-visits-h3uqzm"],
  ["投票", "form-a1b2c3", "Vote", "vote-a1b2c3"],
])("gives a generated slug of %j its new title", (title, slug, next, expected) => {
  expect(slugAfter(slug, title, next)).toBe(expected);
});

test.each([
  ["lunch", "another slug"],
  ["feedback-summer", "a suffix that is a word"],
  ["feedback-2026", "a suffix of another length"],
  ["team-feedback-a1b2c3", "another title"],
])("keeps %s, which has %s", (slug) => {
  expect(slugAfter(slug, "Feedback", "Ideas")).toBeNull();
});

test("makes slugs of at most 80 characters", () => {
  expect(slugOf("Wie war's? ".repeat(18), "a1b2c3")).toMatch(/^[a-z0-9-]{1,72}[a-z0-9]-a1b2c3$/);
});
