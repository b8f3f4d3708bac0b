import { describe, expect, test } from "@jest/globals";
import * as engine from "../../services/web/respondent/engine/walking.ts";
import { localService } from "../../services/web/respondent/preview/localService.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { chain, end, node } from "../support/sampleGraphs.ts";

describe("localService", () => {
  const scoring = { mode: "options", points: { yes: 7 } };
  const last = end("end", { show_score: true });
  const first = node("sure", "yes_no", { scoring }, true);
  const graph = { ...chain(first, node("name", "short_text")), nodes: [first, node("name", "short_text"), last] };
  const signal = new AbortController().signal;

  const open = () => {
    const service = localService(engine, graph as Graph, 3);
    const post = (path: string, body?: object) =>
      service.send({ method: "POST", path: `session/x/${path}/`, ...(body && { body }) }, signal);
    return { post, service };
  };

  test("accepts the answers of a page in one request, all or none", async () => {
    const { post } = open();
    await post("start", { id: "x", hidden: {} });
    const name = { node_id: "name", value: "Ada" };
    expect(await post("answers", { answers: [{ node_id: "sure", value: null }, name] })).toMatchObject({
      status: 400,
      errors: [expect.stringMatching(/^answers\.0\.value: /)],
    });
    const long = { node_id: "name", value: "A".repeat(100_000) };
    expect(await post("answers", { answers: [{ node_id: "sure", value: "yes" }, long] })).toMatchObject({
      status: 400,
      errors: [expect.stringMatching(/^answers\.1\.value: /)],
    });
    // the first answer isn't kept without the second
    expect(await post("next", name)).toMatchObject({ status: 409, current_node_id: "sure" });
    expect(await post("answers", { answers: [{ node_id: "sure", value: "yes" }, name] })).toMatchObject({
      data: { next_node_id: "end", is_complete: true, traversal_path: ["sure", "name", "end"] },
    });
  });

  test("starts, walks, refuses, goes back and completes with the score", async () => {
    const { post } = open();
    expect(await post("start", { id: "x", hidden: {} })).toMatchObject({
      kind: "ok",
      data: { current_node_id: "sure", traversal_path: ["sure"], version_number: 3 },
    });
    expect(await post("next", { node_id: "sure", value: null })).toMatchObject({
      status: 400,
      errors: [expect.stringMatching(/^value: /)],
    });
    expect(await post("next", { node_id: "name", value: "Ada" })).toMatchObject({
      status: 409,
      current_node_id: "sure",
    });
    expect(await post("next", { node_id: "sure", value: "no" })).toMatchObject({ data: { next_node_id: "name" } });
    expect(await post("next", { node_id: "sure", value: "yes", back: true })).toMatchObject({
      data: { next_node_id: "name", is_complete: false },
    });
    expect(await post("next", { node_id: "name", value: null })).toMatchObject({
      data: { next_node_id: "end", is_complete: true, traversal_path: ["sure", "name", "end"] },
    });
    expect(await post("complete")).toMatchObject({ data: { end_node_id: "end", total_score: 7 } });
  });
});
