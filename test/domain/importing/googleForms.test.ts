import fc from "fast-check";
import { convertGoogleForms } from "../../../services/forms/importing/googleForms.ts";
import { errorsOf, example, expectNothingDropped, imported, issuesOf, nodeOf, placeOf } from "./converted.ts";

const converted = (name: string) => imported("google_forms", convertGoogleForms, example("googleForms", name));

describe("convertGoogleForms", () => {
  it("converts sections to pages, and forward jumps to edges", () => {
    const result = converted("registration");
    expect(result.counts).toEqual({ found: 16, converted: 11, changed: 5, lost: 0 });
    expect(issuesOf(result)).toEqual([
      "lost shuffle items[3]",
      "lost backward_jump items[6]",
      "changed several_questions items[9]",
      "changed media items[13]",
      "changed image_link items[14]",
      "changed icon items[11]",
    ]);
    expect(result.graph.pages?.[0]?.node_ids[0]).toBe("email");
    expect(nodeOf(result, "email")).toMatchObject({ question_type: "email", data: { is_required: true } });
    expect(nodeOf(result, "3f").data.description).toBe("Intro\n\nhttps://youtu.be/x");
    const left = { type: "answer", node_id: "1b" };
    expect(result.graph.edges.filter(({ condition }) => condition !== null)).toEqual([
      { from: "1b", to: "3a", condition: { left, op: "eq", right: "Online" } },
      { from: "1b", to: "end", condition: { left, op: "eq", right: "No" } },
    ]);
    expect(result.graph.pages?.map(({ title }) => title)).toEqual([undefined, "On site", "Topics"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("scores a quiz, and notes points that it can't score", () => {
    const result = converted("quiz");
    expect(result.counts).toEqual({ found: 6, converted: 2, changed: 4, lost: 0 });
    expect(nodeOf(result, "b").data.config?.scoring).toEqual({ mode: "exact", correct: ["Rhine", "Po"], points: 3 });
    expect(nodeOf(result, "end").data.config).toEqual({ show_score: true });
    expect(errorsOf(result)).toEqual([]);
  });

  it("notes feedback, order and texts of a quiz that it can't keep, each with one cause", () => {
    const options = ["A", "B"].map((value) => ({ value }));
    const pictures = options.map((option) => ({
      ...option,
      image: { sourceUri: `https://example.com/${option.value}` },
    }));
    const grading = {
      pointValue: 1,
      correctAnswers: { answers: [{ value: "A" }, { value: "B" }] },
      whenRight: { text: "Well done." },
    };
    const question = (itemId: string, rest: object) => ({ itemId, title: itemId, questionItem: { question: rest } });
    const grid = (itemId: string, type: string) => ({
      itemId,
      title: itemId,
      questionGroupItem: {
        questions: ["R", "S"].map((title) => ({ rowQuestion: { title }, grading })),
        grid: { columns: { type, options, shuffle: true }, shuffleQuestions: true },
      },
    });
    const result = imported("google_forms", convertGoogleForms, {
      settings: { quizSettings: { isQuiz: true } },
      items: [
        question("boxes", { choiceQuestion: { type: "CHECKBOX", options, shuffle: true }, grading }),
        question("pictures", { choiceQuestion: { type: "RADIO", options: pictures, shuffle: true }, grading }),
        question("list", { choiceQuestion: { type: "DROP_DOWN", options, shuffle: true } }),
        question("word", { textQuestion: {}, grading }),
        grid("radios", "RADIO"),
        grid("checks", "CHECKBOX"),
      ],
    });
    const noted = (code: string) =>
      result.issues.filter((issue) => issue.code === code).map(({ message, source }) => [message, placeOf(source)]);
    const once = (message: string, ...places: number[]) => places.map((at) => [message, `items[${at}]`]);
    expect(noted("feedback")).toEqual(once("Feedback for answers isn't supported.", 0, 1, 3, 4, 5));
    expect(noted("shuffle")).toEqual(once("Its options and rows keep their order.", 0, 1, 4, 5));
    expect(noted("points")).toEqual([
      ["Its correct answers can't be scored.", "items[1]"],
      ["One text can be scored as correct, not several.", "items[3]"],
    ]);
    expect(nodeOf(result, "list").data.config).toMatchObject({ shuffle: "all" });
    expect(nodeOf(result, "checks_2").data.config?.scoring).toEqual({ mode: "exact", correct: ["A", "B"], points: 1 });
    expect(errorsOf(result)).toEqual([]);
  });

  it("says what the ends of a short scale mean", () => {
    const scaleQuestion = { low: 1, high: 3, lowLabel: "Never", highLabel: "Always" };
    const items = [{ itemId: "a", title: "How often?", questionItem: { question: { scaleQuestion } } }];
    const result = imported("google_forms", convertGoogleForms, { items });
    expect(result.issues).toEqual([]);
    expect(nodeOf(result, "a")).toMatchObject({
      question_type: "number_scale",
      data: { description: "1: Never\n3: Always" },
    });
  });

  it("drops no item of any form", () => {
    const options = fc.array(
      fc.record({
        value: fc.string(),
        isOther: fc.boolean(),
        goToAction: fc.constantFrom("SUBMIT_FORM", "RESTART_FORM", undefined),
        goToSectionId: fc.constantFrom("s", "t", undefined),
      }),
      { maxLength: 4 },
    );
    const question = fc.oneof(
      fc.record({ choiceQuestion: fc.record({ type: fc.constantFrom("RADIO", "CHECKBOX", "DROP_DOWN"), options }) }),
      fc.record({ scaleQuestion: fc.record({ low: fc.integer(), high: fc.integer() }) }),
      fc.constantFrom({ textQuestion: {} }, { timeQuestion: {} }, { fileUploadQuestion: {} }, { hologramQuestion: {} }),
    );
    const item = fc.oneof(
      fc.record({ title: fc.string(), questionItem: fc.record({ question }) }),
      fc.record({ itemId: fc.constantFrom("s", "t"), pageBreakItem: fc.constant({}) }),
      fc.record({
        questionGroupItem: fc.record({
          questions: fc.array(fc.record({ rowQuestion: fc.record({ title: fc.string() }) })),
          grid: fc.record({ columns: fc.record({ options }) }),
        }),
      }),
      fc.constantFrom({ textItem: {} }, { videoItem: {} }, { imageItem: {} }, {}),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        expectNothingDropped(convertGoogleForms({ items }), items.filter((it) => !("pageBreakItem" in it)).length);
        expect(errorsOf(imported("google_forms", convertGoogleForms, { items }))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
