import { chain, node } from "../sampleGraphs.ts";
import { languages, list } from "./common.ts";

/** Graphs near the limits of shared/domain/limits.ts. */
const questions = 990;

/** 990 questions with descriptions: 0.9 MiB without translations, 7.9 MiB with 19 languages. */
export function largeGraph(letter: string) {
  const nodes = list(questions, (at) => {
    const question = node(`q${at}`, "short_text");
    return { ...question, data: { ...question.data, title: letter, description: letter.repeat(600) } };
  });
  const texts = Object.fromEntries(nodes.map(({ id }) => [`${id}.description`, letter.repeat(350)]));
  return { ...chain(...nodes), translations: Object.fromEntries(languages.map((tag) => [tag, texts])) };
}

/** 600 questions with 25 options each, for simulation, insights and prefilled links. */
export const wideGraph = () =>
  chain(
    ...list(600, (at) =>
      node(`c${at}`, "checkbox", {
        options: list(25, (option) => ({ value: `v${option}`, label: `Option ${option}` })),
      }),
    ),
  );

/** Long texts, after a file. A session of 100 has 240 KiB. */
export const answeredGraph = (count = 100) => ({
  ...chain(
    node("file", "file_upload", { max_files: 10 }),
    ...list(count, (at) => node(`t${at}`, "long_text", { max_length: 5_000 })),
  ),
  hidden_fields: list(50, (at) => `h${at}`),
});
