import { afterEach, expect, test } from "@jest/globals";
import { isAsServed } from "../../services/web/respondent/earlyInput.ts";
import type { RespondentState } from "../../services/web/respondent/walk/state.ts";
import { node } from "../support/sampleGraphs.ts";

/** The gateway renders the first screen without hidden fields and without the order of shuffled options. */
afterEach(() => {
  delete (globalThis as { location?: unknown }).location;
});

const opened = (search: string, given: object): RespondentState => {
  (globalThis as { location?: unknown }).location = { search };
  const state = { screen: "node", phase: "new", value: null, position: 0, node: node("a", "short_text"), page: null };
  return { ...state, ...given } as unknown as RespondentState;
};
const page = { questions: [{ node: node("a", "short_text") }, { node: node("b", "short_text") }] };

test.each<[string, string, object, boolean]>([
  ["keeps a served question", "?plan=pro", {}, true],
  ["keeps a served page", "", { page }, true],
  ["replaces a page that hidden fields can change", "?plan=pro", { page }, false],
  ["replaces shuffled options", "", { node: node("a", "checkbox", { shuffle: "all" }) }, false],
  ["replaces an answered question", "", { value: "early" }, false],
])("%s", (_, search, given, expected) => {
  expect(isAsServed(opened(search, given))).toBe(expected);
});
