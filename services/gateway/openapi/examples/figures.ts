import type { Insights } from "../../../../shared/api/shapes/insights.ts";
import type { Usage } from "../../../../shared/api/shapes/usage.ts";
import type { SimulateBody, Simulation } from "../../../../shared/domain/graph/shapes/simulation.ts";

/** Examples of insights, usage and a simulation for the feedback form (../examples.ts). */
const funnelStep = {
  page_id: null,
  reached: 12,
  answered: 11,
  skipped: 0,
  left: 1,
  drop_off_rate: 0.083,
  median_seconds: 20,
};

const npsHistogram = [0, 0, 0, 0, 0, 0, 1, 1, 2, 5, 2].map((count, step) => ({ from: step, to: step, count }));

export const figureExamples = {
  Insights: {
    sessions: {
      started: 12,
      completed: 9,
      abandoned: 2,
      in_progress: 1,
      completion_rate: 0.75,
      median_duration_seconds: 90,
    },
    by_day: [{ date: "2026-01-31", started: 12, completed: 9 }],
    funnel: [{ node_id: "nps", title: "How likely are you to recommend us?", ...funnelStep }],
    questions: [
      {
        node_id: "nps",
        question_type: "opinion_scale",
        title: "How likely are you to recommend us?",
        answers: 11,
        statistics: { min: 6, max: 10, mean: 8.6, median: 9 },
        histogram: npsHistogram,
        nps: { promoters: 7, passives: 3, detractors: 1, score: 54.54545454545454 },
      },
    ],
    score: {
      min: 6,
      median: 9,
      max: 10,
      histogram: [
        { from: 6, to: 8, count: 2 },
        { from: 8, to: 10, count: 10 },
      ],
    },
    calculations: [
      {
        key: "satisfaction",
        title: "Satisfaction",
        answers: 12,
        statistics: { min: 6, max: 10, mean: 8.75, median: 9 },
        histogram: [
          { from: 6, to: 8, count: 2 },
          { from: 8, to: 10, count: 10 },
        ],
        bands: [{ key: "promoter", label: "Promoter", count: 7 }],
      },
    ],
    previous: null,
  } satisfies Insights,
  Usage: {
    totals: { requests: 200, errors: 4, error_rate: 0.02 },
    by_day: [{ date: "2026-01-31", requests: 200, errors: 4 }],
    by_endpoint: [
      {
        method: "GET",
        path: "/api/v2/form/{slug}/responses/",
        requests: 200,
        errors: 4,
        error_rate: 0.02,
        p50_ms: 6.2,
        p95_ms: 14.8,
      },
    ],
    by_key: [
      {
        key_id: "1c2d3e4f-5061-4728-9394-a5b6c7d8e9f0",
        name: "Reports",
        prefix: "pf_8GhT2kLm",
        requests: 200,
        errors: 4,
        error_rate: 0.02,
      },
    ],
  } satisfies Usage,
  SimulateBody: { answers: { nps: 9 } } satisfies SimulateBody,
  Simulation: {
    traversal_path: ["nps", "thanks"],
    is_complete: true,
    end_node_id: "thanks",
    total_score: 9,
    score_breakdown: { nps: 9 },
    stopped: null,
    steps: [
      {
        node_id: "nps",
        answer: 9,
        score_awarded: 9,
        taken: 0,
        next_node_id: "thanks",
        edges: [
          {
            edge_index: 0,
            to: "thanks",
            result: true,
            because: { left: { type: "answer", node_id: "nps" }, op: "gte", right: 9, actual: 9, result: true },
          },
        ],
      },
    ],
  } satisfies Simulation,
};
