import { readFileSync } from "node:fs";
import fc from "fast-check";
import { convertQualtrics } from "../../../services/forms/importing/qualtrics/convert.ts";
import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { errorsOf, imported, issuesOf, nodeOf, nodesOf, type Result } from "./converted.ts";
import { qualtricsOracle } from "./oracles/qualtrics.ts";
import { differences } from "./oracles/walks.ts";

const club = JSON.parse(readFileSync(new URL("./qualtrics/club.qsf", import.meta.url), "utf8"));

const converted = (document: unknown): Result => imported("qualtrics", convertQualtrics, document);

type Given = Record<string, unknown>;

/** Returns a survey with these questions in one block, by their IDs. */
const survey = (questions: Record<string, Given>, flow?: object[]) => ({
  SurveyEntry: { SurveyID: "SV_1", SurveyName: "S" },
  SurveyElements: [
    {
      Element: "BL",
      Payload: [
        {
          ID: "BL_1",
          Type: "Default",
          BlockElements: Object.entries(questions).map(([QuestionId, { SkipLogic }]) => ({
            Type: "Question",
            QuestionID: QuestionId,
            SkipLogic,
          })),
        },
      ],
    },
    ...(flow ? [{ Element: "FL", Payload: { Type: "Root", Flow: flow } }] : []),
    ...Object.entries(questions).map(([QuestionId, Payload]) => ({
      Element: "SQ",
      Payload: { QuestionID: QuestionId, QuestionText: QuestionId, ...Payload },
    })),
  ],
});

const choice = { QuestionType: "MC", Selector: "SAVR", Choices: { 1: { Display: "A" }, 2: { Display: "B" } } };
const entry = { QuestionType: "TE", Selector: "SL" };
const when = (part: Given) => ({ 0: { 0: { LogicType: "Question", ...part }, Type: "If" }, Type: "BooleanExpression" });

describe("a survey of Qualtrics", () => {
  it("reads a cell of a matrix by its row and column, and a column of any row", () => {
    const matrix = {
      QuestionType: "Matrix",
      Selector: "Likert",
      SubSelector: "SingleAnswer",
      Choices: { 1: { Display: "Courts" }, 2: { Display: "Boats" } },
      Answers: { 4: { Display: "Poor" }, 5: { Display: "Good" } },
    };
    const asks = (locator: string, Operator = "Selected") => ({
      ...entry,
      DisplayLogic: when({ LeftOperand: `q://QID1/${locator}`, Operator }),
    });
    const result = converted(
      survey({
        QID1: matrix,
        QID2: asks("SelectableChoice/2/5"),
        QID3: asks("SelectableAnswer/1/4"),
        QID4: asks("SelectableAnswer/5"),
        QID5: asks("SelectableAnswer/4", "NotSelected"),
      }),
    );
    const cell = (path: string, right: string) => ({
      left: { type: "answer", node_id: "QID1", path },
      op: "eq",
      right,
    });
    const shown = (id: string) => nodeOf(result, id).data.show_if;
    expect(shown("QID2")).toEqual(cell("2", "5"));
    expect(shown("QID3")).toEqual(cell("1", "4"));
    expect(shown("QID4")).toEqual({ any: [cell("1", "5"), cell("2", "5")] });
    expect(shown("QID5")).toEqual({ not: { any: [cell("1", "4"), cell("2", "4")] } });
    expect(issuesOf(result)).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("arrives with its flow, display logic, recodes and piped texts", async () => {
    const result = JSON.parse(await readForm(Buffer.from(JSON.stringify(club))));
    expect(result).toMatchObject({
      format: "qualtrics",
      title: "The club",
      counts: { found: 13, converted: 11, lost: 0 },
    });
    expect(issuesOf(result)).toEqual([
      "changed hidden embedded data source",
      "changed written_in embedded data city",
      "changed end_of_survey flow FL_7",
      "changed unused Trash / Unused Questions",
    ]);
    expect(nodeOf(result, "age").data.title).toBe("How old are you, {{answer:name}}?");
    expect(nodeOf(result, "member").data.title).toBe("Are you a member in Rome?");
    expect(nodeOf(result, "years").data.config?.options).toMatchObject([
      { value: "10" },
      { value: "1" },
      { value: "2" },
    ]);
    expect(nodeOf(result, "sports").data.config).toMatchObject({ min_selections: 1, max_selections: 2 });
    expect(result.graph.edges.filter(({ condition }: { condition: unknown }) => condition)).toMatchObject([
      { from: "member", to: "sports" },
    ]);
    expect(result.graph.translations?.de).toMatchObject({ "name.title": "Wie heißen Sie?" });
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks the same people as its flow, on 300 walks", () => {
    const result = converted(club) as unknown as ImportResult;
    for (let seed = 0; seed < 300; seed++) expect(differences(result, qualtricsOracle(club), seed)).toEqual([]);
  });

  it.each<[Given, object]>([
    [
      { ChoiceLocator: "q://QID1/SelectableChoice/2", Operator: "NotSelected" },
      { not: { left: { type: "answer", node_id: "QID1" }, op: "eq", right: "2" } },
    ],
    [
      { ChoiceLocator: "q://QID2/ChoiceTextEntryValue", Operator: "Empty" },
      { left: { type: "answer", node_id: "QID2" }, op: "not_answered" },
    ],
    [
      { ChoiceLocator: "q://QID2/ChoiceTextEntryValue", Operator: "Contains", RightOperand: 5 },
      { left: { type: "answer", node_id: "QID2" }, op: "contains", right: "5", ci: true },
    ],
  ])("shows a question if %j", (part, condition) => {
    const result = converted(survey({ QID1: choice, QID2: entry, QID3: { ...entry, DisplayLogic: when(part) } }));
    expect(result.issues).toEqual([]);
    expect(nodeOf(result, "QID3").data.show_if).toEqual(condition);
  });

  it.each<[Given, string]>([
    [{ ChoiceLocator: "q://QID1/ChoiceDisplayed/2", Operator: "Displayed" }, "isn't supported"],
    [{ ChoiceLocator: "q://QID1/SelectableChoice/2", Operator: "Displayed" }, "`Displayed` isn't supported"],
    [{ LogicType: "Quota", Operator: "QuotaMet" }, "`Quota` isn't supported"],
    [{ ChoiceLocator: "q://QID9/SelectableChoice/1", Operator: "Selected" }, "`QID9` isn't an imported question"],
  ])("names the logic %j that it can't convert", (part, why) => {
    const result = converted(survey({ QID1: choice, QID3: { ...entry, DisplayLogic: when(part) } }));
    expect(nodeOf(result, "QID3").data.show_if).toBeUndefined();
    expect(result.issues).toMatchObject([{ code: "condition", source: "question QID3", node_id: "QID3" }]);
    expect(result.issues[0]?.message).toContain(why);
  });

  it("names each part that it changes or loses", () => {
    const skip = (SkipToDestination: string) => ({
      ChoiceLocator: "q://QID1/SelectableChoice/1",
      Condition: "Selected",
      SkipToDestination,
    });
    const result = converted(
      survey(
        {
          QID0: { ...entry, QuestionJS: "alert(1)" },
          QID1: {
            ...choice,
            Randomization: { Type: "Subset" },
            SkipLogic: [skip("QID0"), skip("QID99"), skip("ENDOFSURVEY")],
          },
          QID2: { QuestionType: "Meta" },
          QID3: { QuestionType: "HotSpot" },
          QID4: { ...choice, QuestionType: "CS" },
          QID5: { QuestionType: "Matrix", Selector: "TE", Choices: choice.Choices, Answers: choice.Choices },
          QID6: {
            ...entry,
            QuestionText: "Hi ${m://FirstName}",
            Validation: { Settings: { Type: "ContentType", ContentType: "ValidZip" } },
          },
          QID7: { ...choice, Choices: { 1: { Display: "Other", TextEntry: "true" }, 2: { Display: "B" } } },
          QID8: { ...entry, Validation: { Settings: { ForceResponse: "RequestResponse" } } },
        },
        [
          { Type: "BlockRandomizer", FlowID: "FL_2", Flow: [{ Type: "Block", ID: "BL_1" }] },
          { Type: "Block", ID: "BL_1" },
          { Type: "WebService", FlowID: "FL_3" },
        ],
      ),
    );
    const repeated = Array.from({ length: 9 }, (_, at) => `lost repeated question QID${at}`);
    expect(issuesOf(result).filter((it) => !repeated.includes(it))).toEqual([
      "lost script question QID0",
      "lost shuffle question QID1",
      "lost jump question QID1",
      "lost jump question QID1",
      "lost metadata question QID2",
      "lost type question QID3",
      "changed several_questions question QID4",
      "lost grid question QID5",
      "lost validation question QID6",
      "changed recall question QID6",
      "lost text_entry question QID7",
      "changed required question QID8",
      "lost flow flow FL_2",
      "lost flow flow FL_3",
    ]);
    expect(nodesOf(result)).toContain("QID4_1 number");
    expect(result.graph.edges.find(({ condition }) => condition)).toMatchObject({ from: "QID8", to: "end" });
    expect(errorsOf(result)).toEqual([]);
  });

  it("rejects a flow that is nested deeply", () => {
    let flow: object[] = [{ Type: "Block", ID: "BL_1" }];
    for (let depth = 0; depth < 50; depth++) flow = [{ Type: "Group", Flow: flow }];
    expect(() => converted(survey({ QID1: entry }, flow))).toThrow("file: must nest items at most 40 levels");
  });

  it("makes a form that can be published of any survey", () => {
    const choices = fc.dictionary(
      fc.constantFrom("1", "2", "x"),
      fc.record({ Display: fc.string(), TextEntry: fc.constantFrom("", "true") }),
    );
    const question = fc.record({
      QuestionType: fc.constantFrom(
        "MC",
        "TE",
        "Matrix",
        "Slider",
        "RO",
        "CS",
        "DB",
        "FileUpload",
        "Draw",
        "Meta",
        "SBS",
      ),
      Selector: fc.constantFrom("SAVR", "MAVR", "DL", "NPS", "SL", "ML", "FORM", "Likert", "STAR", "TB"),
      SubSelector: fc.constantFrom("SingleAnswer", "MultipleAnswer"),
      Choices: choices,
      Answers: choices,
      RecodeValues: fc.constantFrom({}, { 1: "5", 2: "5" }),
      Configuration: fc.constantFrom({}, { CSSliderMin: 5, CSSliderMax: 1, StarCount: 5 }),
      DisplayLogic: fc.constantFrom(
        false,
        when({ ChoiceLocator: "q://QID0/SelectableChoice/1", Operator: "Selected" }),
        when({ ChoiceLocator: "q://QID1/ChoiceTextEntryValue", Operator: "GreaterThan", RightOperand: "3" }),
      ),
      SkipLogic: fc.constantFrom(
        [],
        [{ ChoiceLocator: "q://QID0/SelectableChoice/1", Condition: "Selected", SkipToDestination: "ENDOFBLOCK" }],
      ),
      Validation: fc.constantFrom(
        {},
        { Settings: { ForceResponse: "ON", Type: "ChoiceRange", MinChoices: 3, MaxChoices: 1 } },
      ),
    });
    fc.assert(
      fc.property(fc.array(question, { maxLength: 8 }), (questions) => {
        const result = converted(survey(Object.fromEntries(questions.map((one, at) => [`QID${at}`, one]))));
        expect(errorsOf(result)).toEqual([]);
        expect(result.counts.found).toBe(questions.length);
      }),
      { numRuns: 150 },
    );
  });
});
