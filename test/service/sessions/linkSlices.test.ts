import { expect, test } from "@jest/globals";
import { checkingLinks, type Published } from "../../../services/sessions/links/check.ts";
import { readingHiddenKeys } from "../../../services/sessions/links/hiddenKeys.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Work about links that time slices spread over turns: a part of it is one value or text, however many a link or version has. */
function partsOf<T>(parts: Iterator<void, T>): { count: number; result: T } {
  for (let count = 0; ; count += 1) {
    const part = parts.next();
    if (part.done) return { count, result: part.value };
  }
}

test("checks each prefilled answer of a link in a part of its own", () => {
  const ids = Array.from({ length: 380 }, (_, at) => `q${at}`);
  const question = { check: () => ({ kind: "problem", message: "must be a number" }) };
  const nodes = new Map(ids.map((id) => [id, { question }]));
  const version = { compiled: { nodes, hidden_fields: new Set() }, languages: [] };
  const published = { version, language: "en" } as unknown as Published;
  const link = { reference: "a", prefill: Object.fromEntries(ids.map((id) => [id, "x"])) };
  const { count, result } = partsOf(checkingLinks([link], published, new Date()));
  expect(count).toBeGreaterThanOrEqual(ids.length);
  expect(result.errors).toHaveLength(ids.length);
});

test("reads the hidden fields of each translated text in a part of its own", () => {
  const graph = { ...chain(node("a", "short_text")), hidden_fields: ["plan", "crm"] } as Graph;
  const texts = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`q${at}.title`, "{{hidden:crm}}"]));
  const { count, result } = partsOf(readingHiddenKeys(graph, [{ ...texts, "a.title": "{{hidden:plan}}" }, texts]));
  expect(count).toBeGreaterThanOrEqual(600);
  expect(result).toEqual({ read: new Set(["plan", "crm"]), atStart: new Set(["plan"]) });
});
