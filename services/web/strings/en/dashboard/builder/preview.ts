/** Trying a draft out, as respondents will see it, with the reason for each way that it takes. */

export const title = "Try it out";
export const frame = "The form as respondents see it";
export const about = "This is the form as it will be. Nothing that is answered here is kept.";
export const hasErrors = "It shows the last state without errors: mend them to see what you have changed since.";
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
