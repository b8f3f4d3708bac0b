import { expect, test } from "@jest/globals";
import { localized } from "../../../services/web/respondent/languages/localized.ts";
import { newSession } from "../../../services/web/respondent/walk/kept.ts";
import { walkStateOf } from "../../../services/web/respondent/walk/walkState.ts";
import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";

const form = (language: string, message: string, version = 1) =>
  ({
    form: { id: "f", slug: "f", title: "F", language, languages: ["en", "de"] },
    version_number: version,
    graph: {
      schema_version: "2.0",
      entry_node_id: "q",
      nodes: [{ id: "q", question_type: "short_text", data: { valid_if: [{ message: "x" }, { message }] } }],
      edges: [],
    },
  }) as unknown as PublicForm;

const english = form("en", "Too long.");
const german = form("de", "Zu lang.");
const opened = { ...walkStateOf("f", "", english), form: english, kept: newSession(english, "s", {}, 0) };

test("keeps the session, sends the language with it, and says a refusal in the other language", () => {
  const refusals = {
    q: { reason: "rule" as const, message: "Too long." },
    r: { reason: "email" as const, message: "m" },
  };
  const next = localized({ ...opened, error: { at: 1, refusals } }, german, null);
  expect(next).toMatchObject({ form: german, pageForm: german, language: "de", isUnwalkable: true });
  expect(next.kept).toEqual({ ...opened.kept, language: "de" });
  expect(next.forms).toEqual({ 1: german });
  expect(next.error?.refusals).toEqual({
    q: { reason: "rule", message: "Zu lang." },
    r: { reason: "email", message: "m" },
  });
});

test("ignores a form of another version", () => {
  expect(localized(opened, form("de", "Zu lang.", 2), null)).toBe(opened);
});
