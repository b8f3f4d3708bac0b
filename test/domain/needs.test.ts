import { describe, expect, test } from "@jest/globals";
import { needs } from "../../shared/domain/graph/needs.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";

const graphOf = (questionType: string, config: Record<string, unknown>, condition: unknown): Graph => ({
  schema_version: "2.0",
  entry_node_id: "a",
  nodes: [
    { id: "a", question_type: questionType, data: { title: "A", config } },
    { id: "end", question_type: "end_screen", data: {} },
  ],
  edges: [{ from: "a", to: "end", condition }],
});

describe("needs", () => {
  const none = { phoneNumbers: false, patterns: false, calculations: false, scoring: false, records: false };
  const pattern = { op: "matches", right: "^a" };

  test.each([
    ["a plain text", "short_text", {}, null, none],
    ["a condition without a pattern", "short_text", {}, { op: "eq", right: "matches" }, none],
    ["a phone number", "phone", {}, null, { ...none, phoneNumbers: true }],
    ["a pattern of a text", "short_text", { pattern: "[a-z]+" }, null, { ...none, patterns: true }],
    ["a pattern of a condition", "short_text", {}, { not: { any: [pattern] } }, { ...none, patterns: true }],
  ])("%s", (_name, type, config, condition, expected) => {
    expect(needs(graphOf(type, config, condition))).toEqual(expected);
  });
});
