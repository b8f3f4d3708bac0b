/** Texts of the preview and its logic trace. */

import { exactText } from "../numbers.ts";

export const title = "Preview";
export const frame = "Form preview";
export const about = "Preview of your draft. Answers aren’t saved.";
export const hasErrors = "This form has errors. The preview stops at the first one on its path.";
export const stopsAt = (place: string) => `Preview stops here: ${place}`;
export const stopReasons = {
  entry: "Choose the question or screen that the form starts with.",
  node: "This question has an error. Open it to fix it.",
  edge: "This rule has an error. Open its question to fix it.",
  cycle: "This rule returns to a question that was already answered. Choose another target.",
  no_edge: "No rule matches these answers. Add an “Otherwise” rule or choose a default end screen.",
} as const;
export const again = "Start again";
export const close = "Close";
export const redirectsTo = (url: string) => `Respondents are redirected to ${url}. This preview stays here.`;
export const hidden = "Hidden fields in the link";

export const design = "Design";
export const themeChosen = (name: string) => `This form has the theme “${name}” now.`;
export const editTheme = (name: string) => `Edit “${name}”`;
export const allThemes = "All themes";

export const traceTitle = "Logic trace";
export const traceEmpty = "Answer the form to see which rules run at each step.";
export const answered = (answer: string) => `Answer: ${answer}`;
export const notAnswered = "No answer";
export const notShown = (sentence: string) => `Skipped. It is shown only if ${sentence}.`;
export const noOptionShown = "Skipped. None of its options is shown."; // words: ok
const signed = (points: number) => `${points < 0 ? "−" : ""}${Math.abs(points)}`;
export const points = (points: number, total: number) =>
  `${points >= 0 ? "+" : ""}${signed(points)}, score so far ${signed(total)}`;
export const total = (total: number) => `Score: ${signed(total)}`;
export const scores = "Scores";
export const scoreValue = (value: number | null, band: string | null) =>
  value === null ? "unknown" : [exactText(value), band].filter(Boolean).join(" · ");
export const now = (name: string) => `Current: ${name}`;
export const ended = (name: string) => `Ended: ${name}`;
export const hasError = (name: string) => `“${name}” or one of its rules has an error. Fix it to continue.`;
export const stopped = (why: string) => `Stopped: ${why}`;
export const states = { taken: "matched", false: "no match", untried: "not evaluated" } as const;
export const always = "Always";
export const otherwise = "Otherwise";
export const fallback = "No rule matches";
export const ifTrue = (text: string) => `If ${text}`;
export const goesTo = (rule: string, target: string) => `${rule} → ${target}`;
export const all = "Match all";
export const any = "Match any";
export const not = "Negate";
export const compared = (sentence: string, actual: string | null) =>
  actual === null ? `${sentence} (no answer)` : `${sentence} (answer: ${actual})`;
export const results = { true: "(true)", false: "(false)" } as const;
export const jump = (name: string) => `Edit ${name}`;
