import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readForm } from "../../../services/forms/importing/read.ts";
import { Refusal } from "../../../services/forms/importing/refusal.ts";
import { within } from "../../support/budget.ts";
import { example } from "./converted.ts";

/** Any value of a document can have any type (features §14): the import converts it or refuses the document. */
const types: unknown[] = [null, true, 0, -1.5, 1e308, "", "text", "{x} = 1", [], [null], ["a", {}], {}, [[{ id: [] }]]];
types.push({ text: {}, value: [], default: { toString: null } });
/** It can't be converted to a text. */
const strange = { toString: 1 };
/** The place in the list from which the first place of a document gets its type. The next place gets the next one. */
const [first = 0] = fc.sample(fc.nat(types.length - 1), 1);
const typesAt = (place: number): unknown[] => [strange, types[(first + place) % types.length]];

const coffee = JSON.parse(
  readFileSync(new URL("../../service/forms/importing/coffee.typeform.json", import.meta.url), "utf8"),
);
const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../shared/domain/samples/${name}.json`, import.meta.url), "utf8"));

const documents: [name: string, document: unknown][] = [
  ["Typeform", coffee],
  ["FHIR", example("fhir", "intake")],
  ["FHIR with expressions", example("fhir", "bmi")],
  ["FHIR with scores", example("fhir", "phq")],
  ["SurveyJS", example("surveyJs", "feedback")],
  ["SurveyJS with all types", example("surveyJs", "event")],
  ["Google Forms", example("googleForms", "registration")],
  ["a quiz of Google Forms", example("googleForms", "quiz")],
  ["KoboToolbox", example("kobo", "visit")],
  ["Qualtrics", JSON.parse(readFileSync(new URL("./qualtrics/club.qsf", import.meta.url), "utf8"))],
  ["Formbricks", example("formbricks", "feedback")],
  ["an older survey of Formbricks", example("formbricks", "onboarding")],
  ["Tally", example("tally", "application")],
  ["a quiz of Tally", example("tally", "quiz")],
  ["Pathform", { title: "All types", graph: sample("all-types") }],
];

/** ms of CPU time for the places of a document */
const budget = 500;

/** Returns the numbers below `count`, in an order that each run draws. */
const shuffled = (count: number): number[] =>
  fc.sample(fc.shuffledSubarray([...Array(count).keys()], { minLength: count }), 1)[0] ?? [];

/** Returns the number of values in a document. */
function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, it) => sum + sizeOf(it), 1);
}

/** Replaces one value of a document. */
function replaced(value: unknown, target: number, by: unknown, counter = { at: 0 }): unknown {
  if (counter.at++ === target) return by;
  if (Array.isArray(value)) return value.map((it) => replaced(it, target, by, counter));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, replaced(it, target, by, counter)]));
}

/** Returns the error, unless the document is converted or refused. */
async function failureOf(document: unknown): Promise<string | null> {
  try {
    JSON.parse(await readForm(Buffer.from(JSON.stringify(document))));
    return null;
  } catch (error) {
    return error instanceof Refusal
      ? null
      : String((error as Error).stack)
          .split("\n")
          .slice(0, 3)
          .join(" ");
  }
}

test.each(documents)("converts or refuses %s with values of other types at each place", async (_, document) => {
  const failures = new Set<string>();
  for (const at of within(budget, shuffled(sizeOf(document))))
    for (const type of typesAt(at)) {
      const failure = await failureOf(replaced(document, at, type));
      if (failure !== null) failures.add(`${failure} with ${JSON.stringify(type)}`);
    }
  expect([...failures]).toEqual([]);
});
