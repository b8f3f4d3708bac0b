import { counted } from "./numbers.ts";

/** Corrections, history and annotations of a response. */

export const correct = (title: string): string => `Correct “${title}”`;
export const save = "Save correction";
export const saved = "Response corrected.";
export const reason = "Reason";
export const reasonHint = "Optional. Kept in the history.";
export const theAnswer = "The answer";
export const was = (answer: string): string => `Was: ${answer}`;
export const needed = "Required on the new path.";
export const samePath = "Path and scores stay the same.";
export const effects = "Further changes";
export const leaves = (hasAnswer: boolean): string =>
  hasAnswer ? "Leaves the path. The history keeps its answer." : "Leaves the path.";
export const enters = "Joins the path.";

export const history = "History";
export const respondent = "Respondent";
export const someone = "A former member";
export const corrected = (count: number): string => `corrected ${counted(count, "answer", "answers")}`;
export const revision = (number: number): string => `revision ${number}`;
export const began = (isCompleted: boolean): string =>
  isCompleted ? "The respondent completed the form." : "The respondent started the form.";
export const noAnswer = "No answer";
export const edited = "Edited";

export const annotations = "Tags and note";
export const flag = (isFlagged: boolean): string => (isFlagged ? "Remove the flag" : "Flag this response");
export const tag = "Tag";
export const newTag = "New tag";
export const withTag = (name: string): string => `Show responses with the tag “${name}”`;
export const removeTag = (name: string): string => `Remove the tag “${name}”`;
export const note = "Note";
export const noteHint = "Only your team sees tags and notes.";
export const tagSelected = (count: number): string => `Tag ${counted(count, "response", "responses")}`;
export const tagOpen = "Tag…";
export const tagAction = "Tag responses";
export const flagThem = "Flag them, too";
export const tagged = (count: number): string => `${counted(count, "response", "responses")} tagged.`;
export const taggedSome = (done: number, of: number, problem: string): string =>
  `${done} of ${counted(of, "response", "responses")} tagged. ${problem}`;
