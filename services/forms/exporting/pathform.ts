import type { Source } from "./form.ts";

/** Returns a form as Pathform's own JSON, which has all of it. */
export const pathformOf = ({ title, language, graph, more }: Source): object => ({
  format: "pathform",
  title,
  language,
  graph,
  ...more,
});
