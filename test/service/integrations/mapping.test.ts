import { describe, expect, it } from "@jest/globals";
import { mapAnswers } from "../../../services/integrations/types/mapping.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { hubspot } from "../../../shared/domain/integrations/hubspot.ts";
import { checker } from "../../../shared/domain/schema.ts";

/** Values of sessions in maps of HubSpot and Salesforce (features §12). */
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "end",
  nodes: [{ id: "end", question_type: "end_screen", data: {} }],
  edges: [],
  hidden_fields: ["plan", "toString"],
  calculations: [
    { key: "mood", value: 1, bands: [{ key: "low", from: 0, to: 7, label: "Low mood" }] },
    { key: "none", value: 1 },
  ],
};
const session: SessionDetail = {
  id: "00000000-0000-4000-8000-000000000000",
  source: "respondent",
  status: "completed",
  version_number: 3,
  total_score: -4,
  answers_count: 0,
  duration_seconds: 1,
  started_at: "2026-01-01T00:00:00.000Z",
  completed_at: null,
  revision: 1,
  edited_at: null,
  score_breakdown: {},
  traversal_path: ["end"],
  order: null,
  answers: [],
  hidden: { plan: "pro" },
  metadata: { user_agent: null },
  language: null,
  reference: null,
  calculations: { mood: { value: 2.5, band: "low" }, none: { value: null, band: null } },
};
const map = {
  mood: "calculation:mood",
  band: "band:mood",
  unknown: "calculation:none",
  unbanded: "band:none",
  score: "score:total",
  plan: "hidden:plan",
  absent: "hidden:toString",
};

describe("mapAnswers", () => {
  it("sends calculations, labels of bands, the score and hidden fields, and leaves out unknown values", () => {
    expect(mapAnswers("property_map", map, graph, session)).toEqual({
      values: { mood: 2.5, band: "Low mood", score: -4, plan: "pro" },
      problem: null,
    });
  });

  it("names values that the version lacks", () => {
    const { problem } = mapAnswers("field_map", { a: "calculation:zzz", b: "hidden:zzz", c: "q1" }, graph, session);
    expect(problem).toBe(
      "config.field_map.a names calculation:zzz, config.field_map.b names hidden:zzz, config.field_map.c names the node q1, " +
        "which version 3 of the form doesn't have.",
    );
  });

  it("leaves out calculations of events that have none", () => {
    const { calculations: _, ...old } = session;
    expect(mapAnswers("property_map", map, graph, old as SessionDetail).values).toEqual({ score: -4, plan: "pro" });
  });
});

describe("a map's values", () => {
  const check = checker(hubspot.config.property_map);
  it.each(["q1", "calculation:mood", "band:mood", "score:total", "hidden:plan"])("accept %s", (value) => {
    expect(check({ name: value })).toEqual([]);
  });
  it.each(["score:points", "calculation:", "hidden:__proto__", "answer:q1", "q 1", "calculation:a:b"])(
    "reject %s",
    (value) => {
      expect(check({ name: value })).toEqual([expect.stringContaining("must be a node ID, calculation:<key>")]);
    },
  );
});
