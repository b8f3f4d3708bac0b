/** Texts of the Scores panel. Loaded with it. */

import { counted, exactText } from "../numbers.ts";

const quoted = (name: string) => `“${name}”`;

export const title = "Scores";
export const about =
  "Turn points and answers into results, such as a total or a subscale. Use scores in rules, texts and end screens.";
export const close = "Close scores";
export const list = "Scores";
export const emptyTitle = "No scores yet";
export const emptyText = "Choose questions and add up their points. Bands give each result a name, such as “Mild”.";
export const totalTitle = "This form has a total score";
export const totalText = "It adds up the points of all questions. Add a score for a subscale, a formula or bands.";
export const add = "New score";
export const tooMany = (limit: number) => `A form can have up to ${limit} scores.`;
export const untitled = "Untitled score";
export const score = (number: number) => `Score ${number}`;
export const move = (name: string) => `Move ${name}`;
export const actions = (name: string) => `Actions for ${name}`;
export const moveUp = "Move up";
export const moveDown = "Move down";
export const duplicate = "Duplicate";
export const remove = "Delete";
export const copyOf = (name: string) => `${name} copy`;
export const removed = (name: string) => `${name} deleted`;
export const removedUndo = (name: string) => `${name} deleted. Press Ctrl+Z to undo.`;
export const cantMove = (reader: string, read: string) =>
  `${quoted(reader)} reads ${quoted(read)} and must come after it.`;
export const uses = (readers: string) => (readers === "" ? "Not used yet." : `Used by ${readers}.`);

export const name = "Name";
export const key = "Key";
export const keyHelp = "Used in exports and integrations.";
export const method = "Calculation";
export const methods = { sum: "Sum", mean: "Mean", formula: "Formula" } as const;
export const atLeast = "Minimum answered";
export const atLeastHelp = "With fewer answers, the score is unknown.";
export const factor = "Multiply by";
export const decimals = "Decimals";
export const decimalsHelp = "0 to 6";
export const any = "Any";

export const questions = "Questions";
export const search = "Search questions";
export const allScored = "Select all scored questions";
export const selectFound = (count: number) => `Select these ${count}`;
export const clear = "Clear selection";
export const selected = (count: number, of: number) => `${count} of ${of} selected`;
export const nothingToRead =
  "Only questions with points or a number can be added. Add points in a question’s Advanced tab.";
export const needsPoints =
  "A question with options is listed here once they have points. Add points in its Advanced tab.";
export const noneFound = "No questions found.";
export const reads = { points: "Points", answer: "Answer" } as const;
export const readsOf = (name: string) => `Use of ${name}`;
export const goneQuestion = (id: string) => `${quoted(id)} (missing)`;

export const bands = "Bands";
export const bandsHelp = "Name ranges of the result. Both ends belong to a band.";
export const band = (number: number) => `Band ${number}`;
export const from = "From";
export const to = "To";
export const label = "Label";
export const bandKey = "Key";
export const addBand = "Add band";
export const removeBand = (name: string) => `Remove ${name}`;
export const reversed = (name: string) => `${name}: “From” must be at most “To”.`;
const span = (from: number, to: number) => (from === to ? exactText(from) : `${exactText(from)} to ${exactText(to)}`);
export const overlap = (one: string, other: string, from: number, to: number) =>
  `${one} and ${other} both include ${span(from, to)}.`;
export const gap = (from: number, to: number) => `No band covers ${span(from, to)}.`;
export const scale = (bands: readonly { name: string; from: number; to: number }[]) =>
  `Scale: ${bands.map(({ name, from, to }) => `${name} ${span(from, to)}`).join(", ")}`;

export const shownOn = "Show on end screens";

export const result = "Live result";
export const noAnswers = "Answer the form in the preview to see the result here.";
export const preview = "Open preview";
export const unknown = "Unknown";
export const value = (value: number, band: string | null) =>
  band === null ? exactText(value) : `${exactText(value)} · ${band}`;
export const hasProblem = "Fix its problems to see a result.";
export const notAnswered = (name: string) => `${quoted(name)} isn’t answered.`;
export const noPoints = (name: string) => `${quoted(name)} has no points.`;
export const noNumber = (name: string) => `${quoted(name)} has no number here.`;
export const hiddenEmpty = (key: string) => `The hidden field ${quoted(key)} is empty.`;
export const hiddenText = (key: string) => `The hidden field ${quoted(key)} isn’t a number.`;
export const scoreUnknown = (name: string) => `${quoted(name)} is unknown.`;
export const tooFew = (known: number, of: number, needed: number) =>
  `${known} of ${of} ${of === 1 ? "value is" : "values are"} known. At least ${needed} are needed.`;
export const notFinite = "It divides by 0, or the result is too large.";
export const moreReasons = (count: number) => `And ${count} more.`;

export const summary = {
  sum: "Sum",
  mean: "Mean",
  of: (method: string, count: number) => `${method} of ${counted(count, "question", "questions")}`,
  atLeast: (count: number) => `at least ${count} answered`,
  times: (factor: number) => `× ${exactText(factor)}`,
  noQuestions: "No questions selected",
  bands: (count: number) => counted(count, "band", "bands"),
};
