import { expect, test } from "@jest/globals";
import { openGraphs } from "../../../services/integrations/graphs.ts";
import type { Call } from "../../../shared/bus/calls.ts";

/** The cache of graphs that letters and conditions read. */
test("holds 64 MiB of graphs at most", async () => {
  const description = "x".repeat(1024 * 1024);
  const asked: number[] = [];
  const call = (async (_name: string, { version_number }: { version_number: number }) => {
    asked.push(version_number);
    return { graph: { nodes: [{ id: "a", question_type: "end_screen", data: { description } }] } };
  }) as unknown as Call;
  const graphs = openGraphs(call);
  for (let version = 1; version <= 70; version += 1) await graphs.get("form", version);
  asked.length = 0;
  for (let version = 70; version >= 1; version -= 1) await graphs.get("form", version);
  // 63 and their keys fit
  expect(asked).toEqual([7, 6, 5, 4, 3, 2, 1]);
});
