/** Trying a draft out, as respondents will see it, with the reason for each way that it takes. */

export const title = "Try it out";
export const frame = "The form as respondents see it";
export const about = "This is the form as it will be. Nothing that is answered here is kept.";
export const hasErrors = "This form has errors. The preview stops where one gets in the way.";
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
export const hidden = "Hidden fields of the link";

export const traceTitle = "Why it goes this way";
export const traceEmpty = "Answer the form above: each step shows here, with the rules that were tried.";
export const answered = (answer: string) => `Answer: ${answer}`;
export const notAnswered = "No answer";
const signed = (points: number) => `${points < 0 ? "−" : ""}${Math.abs(points)}`;
export const points = (points: number, total: number) =>
  `${points >= 0 ? "+" : ""}${signed(points)}, score so far ${signed(total)}`;
export const total = (total: number) => `Score: ${signed(total)}`;
export const now = (name: string) => `Now: ${name}`;
export const ended = (name: string) => `The form has ended: ${name}`;
export const hasError = (name: string) => `“${name}” or one of its rules has an error. Fix it to go on.`;
export const stopped = (why: string) => `It goes no further: ${why}`;
export const states = { taken: "taken", false: "not true", untried: "not tried" } as const;
export const always = "Then";
export const otherwise = "Otherwise";
export const fallback = "No rule is true";
export const ifTrue = (text: string) => `If ${text}`;
export const goesTo = (rule: string, target: string) => `${rule} → ${target}`;
export const all = "All of these have to be true";
export const any = "One of these has to be true";
export const not = "This must not be true";
export const compared = (sentence: string, actual: string | null) =>
  actual === null ? `${sentence}: there is no answer` : `${sentence}: it is ${actual}`;
export const results = { true: "true", false: "not true" } as const;
export const jump = (name: string) => `Edit ${name}`;
