/** Validates and walks graphs in a worker: it can take longer than a frame, and needs RE2 and phone metadata. */
import { analyze } from "../../../../../shared/domain/graph/analyze.ts";
import { simulate } from "../../../../../shared/domain/graph/simulate.ts";
import { walkableGraph } from "../../../../../shared/domain/graph/walkable.ts";
import { configFaults } from "../../../../../shared/domain/questions/read.ts";
import { tryRules } from "../conditions/tried.ts";
import type { Asked, Question } from "./analyst.ts";
import { evaluateScores } from "./evaluateScores.ts";

addEventListener("message", ({ data }: MessageEvent<Asked>) => {
  const { turn, question } = data;
  postMessage({ turn, answer: answerTo(question) });
});

function answerTo(question: Question): unknown {
  switch (question.kind) {
    case "problems":
      return analyze(question.graph, question.previous ?? undefined, question.settings);
    case "walk":
      return simulate(question.graph, question.input);
    case "walkable":
      return walkableGraph(question.graph);
    case "rules":
      return tryRules(question.graph, question.from, question.values);
    case "scores":
      return evaluateScores(question.graph, question.run, question.today);
    case "config":
      return configFaults(question.node);
  }
}
