import { type Line, linesOf } from "../../../services/web/respondent/checking/answerLines.ts";
import { speak } from "../../../services/web/respondent/words.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { loadWords } from "../../../shared/languages/pages.ts";
import { node } from "../../support/sampleGraphs.ts";

/** Answers in the list that respondents check (wants §21.2). */

beforeAll(async () => speak("en", await loadWords("en")));

const written = ({ parts, look }: Line) => [parts.map(({ text }) => text).join(""), ...(look ? [look] : [])];
const linesFor = (type: string, config: Record<string, Json>, answer: Json, text = "…") =>
  linesOf({ node: node("it", type, config), answer, text, canChange: true }, "en").map(written);

const labelled = (...labels: string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }));

describe("linesOf", () => {
  it("names every row of a matrix, also one without an answer", () => {
    const rows = ["venue", "seats", "toString"].map((key) => ({ key, label: `The ${key}` }));
    const config = { rows, columns: labelled("Rather", "Very") };
    expect(linesFor("matrix", config, { venue: "rather", seats: "very" })).toEqual([
      ["The venue: Rather"],
      ["The seats: Very"],
      ["The toString: No answer", "none"],
    ]);
  });

  it("counts rows of records, and says each as its closed card does", () => {
    const fields: Json = [
      { key: "name", title: "First name", question_type: "short_text" },
      { key: "age", title: "Age", question_type: "number", config: { unit: "years" } },
      { key: "school", title: "At school?", question_type: "yes_no", config: { no_label: "Not yet" } },
    ];
    expect(linesFor("records", { fields }, [{ name: "Mira", age: 41, school: "no" }, { age: 3 }])).toEqual([
      ["2 entries"],
      ["Mira · 41 years · Not yet", "row"],
      ["Entry 2 · 3 years", "row"],
    ]);
    expect(linesFor("records", { fields }, [{ name: "Elias" }])).toEqual([["1 entry"], ["Elias", "row"]]);
  });

  it.each([
    ["star_rating", {}, 4, "4 of 5"],
    ["opinion_scale", {}, 9, "9 of 10"],
    ["number_scale", { max: 7 }, 3, "3 of 7"],
    ["number", { unit: "km", max: 100 }, 12, "12 km"],
    ["number", {}, 12, "12"],
  ])("says what %s %j measures", (type, config, answer, line) => {
    expect(linesFor(type, config, answer, String(answer))).toEqual([[line]]);
  });

  it("numbers ranks", () => {
    const options = labelled("Sound", "Seats");
    expect(linesFor("ranking", { options }, ["seats", "sound"])).toEqual([["1. Seats"], ["2. Sound"]]);
  });

  it.each([null, [], {}])("shows that it wasn’t answered (%j)", (answer) => {
    expect(linesFor("short_text", {}, answer, "")).toEqual([["No answer", "none"]]);
  });
});
