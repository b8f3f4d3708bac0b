import { expect, test } from "@jest/globals";
import { localized } from "../../../services/web/respondent/languages/localized.ts";
import { newSession } from "../../../services/web/respondent/walk/kept.ts";
import { recalling } from "../../../services/web/respondent/walk/view.ts";
import { walkStateOf } from "../../../services/web/respondent/walk/walkState.ts";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";

const form = (language: string, message: string, version = 1, first = "x") =>
  ({
    form: { id: "f", slug: "f", title: "F", language, languages: ["en", "de"] },
    version_number: version,
    graph: {
      schema_version: "2.0",
      entry_node_id: "q",
      nodes: [{ id: "q", question_type: "short_text", data: { valid_if: [{ message: first }, { message }] } }],
      edges: [],
    },
  }) as unknown as PublicForm;

const english = form("en", "Too long.");
const german = form("de", "Zu lang.");
const opened = { ...walkStateOf("f", "", english), form: english, kept: newSession(english, "s", {}, 0) };

test("keeps the session, sends the language with it, and says a refusal in the other language", () => {
  const refusals = {
    q: { reason: "rule" as const, rule: 1, message: "Too long." },
    r: { reason: "email" as const, message: "m" },
  };
  const next = localized({ ...opened, error: { at: 1, refusals } }, german, null, recalling);
  expect(next).toMatchObject({ form: german, pageForm: german, language: "de", isUnwalkable: true });
  expect(next.kept).toEqual({ ...opened.kept, language: "de" });
  expect(next.forms).toEqual({ 1: german });
  expect(next.error?.refusals).toEqual({
    q: { reason: "rule", rule: 1, message: "Zu lang." },
    r: { reason: "email", message: "m" },
  });
});

test("says the message of the broken rule, also if another rule has the same one in the language before", () => {
  const [before, after] = [form("en", "Too long.", 1, "Too long."), form("de", "Zu lang.", 1, "Höchstens 3.")];
  const messageOf = (rule: number) => {
    const refusals = { q: { reason: "rule" as const, rule, message: "Too long." } };
    return localized({ ...opened, form: before, error: { at: 1, refusals } }, after, null, recalling).error?.refusals.q
      ?.message;
  };
  expect([0, 1].map(messageOf)).toEqual(["Höchstens 3.", "Zu lang."]);
});

test("says a rule's message with its recalls", () => {
  const [before, after] = [
    form("en", "Longer than {{hidden:plan}}, {{answer:q}}, {{no:recall}}!"),
    form("de", "Länger als {{hidden:plan}}, {{answer:q}}, {{no:recall}}!"),
  ];
  const kept = { ...newSession(before, "s", { plan: "pro" }, 0), answers: { q: "a{{hidden:plan}}" } };
  const walker = { shown: (_: string, answer: unknown) => String(answer) } as never;
  const refusals = {
    q: { reason: "rule" as const, rule: 1, message: "Longer than pro, a{{hidden:plan}}, {{no:recall}}!" },
  };
  const next = localized({ ...opened, form: before, kept, error: { at: 1, refusals } }, after, walker, recalling);
  expect(next.error?.refusals.q?.message).toBe("Länger als pro, a{{hidden:plan}}, {{no:recall}}!");
});

test("names scores and their bands in the other language", () => {
  const scored = (language: string, title: string, label: string) => {
    const one = form(language, "");
    const calculations = [
      {
        key: "sum",
        title,
        value: 1,
        bands: [
          { key: "low", from: 0, to: 1, label: "High" },
          { key: "high", from: 2, to: 3, label },
        ],
      },
      { key: "n", value: 1 },
    ];
    return { ...one, graph: { ...one.graph, calculations } } as unknown as PublicForm;
  };
  const [before, after] = [scored("en", "Total", "High"), scored("de", "Summe", "Hoch")];
  const shown = (title: string, band: string) => [
    { key: "sum", title, value: 2, band },
    { key: "n", title: "n", value: null, band: null },
    { key: "gone", title: "Gone", value: 1, band: "x" },
  ];
  const completed = { totalScore: null, maxScore: null, calculations: shown("Total", "High") };
  const next = localized({ ...opened, form: before, completed }, after, null, recalling);
  expect(next.completed?.calculations).toEqual(shown("Summe", "Hoch"));
});

test("says in the other language why the form can't be answered", () => {
  const closed = (one: PublicForm, closedMessage: string | null, isOpen = true) => ({
    ...one,
    closed_message: closedMessage,
    is_open: isOpen,
  });
  const screen = "closed" as const;
  const messages = (from: PublicForm, to: PublicForm, message: string | null) =>
    localized({ ...opened, form: from, refused: { screen, message } }, to, null, recalling).refused?.message;
  const [en, de] = [closed(english, "Later."), closed(german, "Später.")];
  expect(messages(en, de, "Later.")).toBe("Später.");
  expect(messages(en, de, "Answers all questions.")).toBe("Answers all questions.");
  expect(messages(closed(english, null), closed(german, "Später.", false), "Later.")).toBe("Später.");
  expect(messages(en, de, null)).toBe(null);
});

test("ignores a form of another version", () => {
  expect(localized(opened, form("de", "Zu lang.", 2), null, recalling)).toBe(opened);
});
