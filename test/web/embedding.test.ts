import { tellEmbedder } from "../../services/web/respondent/embedding.ts";
import type { Respondent, RespondentState } from "../../services/web/respondent/walk/state.ts";

class NoResizes {
  observe(): void {}
}

test("sends events that happened before it was loaded", () => {
  const opened = { phase: "new", path: ["q1"], position: 0 } as unknown as RespondentState;
  const begun = { ...opened, phase: "started" } as RespondentState;
  const respondent = { state: () => begun, subscribe: () => () => undefined } as unknown as Respondent;
  const told: string[] = [];
  const page = { getBoundingClientRect: () => ({ height: 1 }) };
  const window = {
    parent: { postMessage: ({ type }: { type: string }) => told.push(type) },
    document: { documentElement: page, addEventListener: () => undefined },
  };
  Object.assign(globalThis, { ResizeObserver: NoResizes, MutationObserver: NoResizes });
  tellEmbedder(respondent, opened, "lunch", window as unknown as Parameters<typeof tellEmbedder>[3]);
  expect(told).toEqual(["language", "ready", "started"]);
});
