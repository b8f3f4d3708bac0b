import { expect, test } from "@jest/globals";
import { withRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { GraphNode } from "../../../shared/domain/graph/types.ts";

const shown = (title: string) => {
  const node = { id: "q", question_type: "short_text", data: { title } } as GraphNode;
  return withRecalls(node, (kind, name) => (kind === "answer" ? "+44" : name && `{{answer:${name}}}`)).data.title;
};

test("isolates what is inserted into a text from right to left, and expands nothing of it", () => {
  expect(shown("هل رقمك {{answer:phone}}؟")).toBe("هل رقمك \u2068+44\u2069؟");
  expect(shown("המספר {{hidden:n}}")).toBe("המספר \u2068{{answer:n}}\u2069");
  expect(shown("Is {{answer:phone}} right?")).toBe("Is +44 right?");
});

test.each([
  ["Thanks, {{hidden:}}!", "Thanks!"],
  ["Hi {{hidden:}}, welcome", "Hi, welcome"],
  ["{{hidden:}}, how are you?", "how are you?"],
  ["{{hidden:}}, {{answer:phone}}, or both", "+44, or both"],
  ["Call {{answer:phone}}, {{hidden:}}!", "Call +44!"],
  ["Notes:\n{{hidden:}}\nBye", "Notes:\n\nBye"],
  ["¡Hola, {{hidden:}}!", "¡Hola!"],
  ["Merci, {{hidden:}}\u00a0!", "Merci\u00a0!"],
  ["مرحبا، {{hidden:}}!", "مرحبا!"],
  ["谢谢，{{hidden:}}！", "谢谢！"],
  ["こんにちは、{{hidden:}}", "こんにちは"],
])("an empty recall leaves no comma in %j", (text, expected) => {
  expect(shown(text)).toBe(expected);
});
