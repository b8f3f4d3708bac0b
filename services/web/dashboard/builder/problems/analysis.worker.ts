/** The publish proof and walks beside the page: they may take longer than a frame, and need RE2 and telephone data whole. */
import { analyze } from "../../../../../shared/domain/graph/analyze.ts";
import { simulate } from "../../../../../shared/domain/graph/simulate.ts";
import type { Asked } from "./analyst.ts";

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const { turn, question } = data;
  const answer =
    question.kind === "problems"
      ? analyze(question.graph, question.previous ?? undefined)
      : simulate(question.graph, question.input);
  postMessage({ turn, answer });
});
