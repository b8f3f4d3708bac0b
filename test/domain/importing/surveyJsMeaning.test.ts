import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { errorsOf, imported, issuesOf, nodeOf, nodesOf } from "./converted.ts";

const survey = (...elements: object[]) => imported("surveyjs", convertSurveyJs, { elements });
const left = (nodeId: string) => ({ type: "answer", node_id: nodeId });
const optionsOf = (result: ReturnType<typeof survey>, id: string) =>
  (nodeOf(result, id).data.config as { options: object[] }).options;

describe("the meaning of a SurveyJS survey", () => {
  it("offers the options that are chosen or not chosen in another question", () => {
    const result = survey(
      { type: "checkbox", name: "known", choices: ["a", "b"] },
      { type: "radiogroup", name: "best", choicesFromQuestion: "known", choicesFromQuestionMode: "selected" },
      { type: "checkbox", name: "new", choicesFromQuestion: "known", choicesFromQuestionMode: "unselected" },
    );
    const chosen = { left: left("known"), op: "includes_any", right: ["a"] };
    expect(optionsOf(result, "best")[0]).toEqual({ value: "a", label: "a", show_if: chosen });
    expect(optionsOf(result, "new")[0]).toEqual({ value: "a", label: "a", show_if: { not: chosen } });
    expect(issuesOf(result)).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks a question after a later one of its page that its condition reads", () => {
    const text = (name: string, more = {}) => ({ type: "text", name, ...more });
    const result = survey(
      text("why", { visibleIf: "{rate} = 'x'" }),
      text("name"),
      { type: "radiogroup", name: "rate", choices: ["x", "y"] },
      text("stays", { visibleIf: "{end} notempty" }),
      text("reads", { title: "You said {stays}" }),
      text("end"),
      text("outside", { visibleIf: "{inside} notempty" }),
      { type: "panel", title: "Panel", elements: [text("inside")] },
    );
    expect(result.graph.nodes.map(({ id }) => id).slice(0, 4)).toEqual(["name", "rate", "why", "stays"]);
    expect(result.graph.pages?.[0]?.node_ids.slice(0, 4)).toEqual(["name", "rate", "why", "stays"]);
    expect(nodeOf(result, "why").data.show_if).toEqual({ left: left("rate"), op: "eq", right: "x" });
    expect(issuesOf(result)).toEqual([
      "changed moved elements[0]",
      "changed condition elements[3]",
      "changed condition elements[6]",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("lists all countries for a service that lists them, with the values of the service", () => {
    const url = "https://surveyjs.io/api/CountriesExample";
    const result = survey(
      { type: "dropdown", name: "name", choicesByUrl: { url, valueName: "name" } },
      {
        type: "dropdown",
        name: "code",
        choicesByUrl: { url: "https://restcountries.com/v2/all", valueName: "alpha2Code" },
      },
      { type: "dropdown", name: "africa", choicesByUrl: { url: `${url}?region=Africa` } },
      { type: "text", name: "q", visibleIf: "{name} = 'Germany' and {code} = 'FR'" },
    );
    expect(optionsOf(result, "name")).toHaveLength(249);
    expect(optionsOf(result, "code")).toContainEqual({ value: "FR", label: "France" });
    expect(nodeOf(result, "q").data.show_if).toEqual({
      all: [
        { left: left("name"), op: "eq", right: "Germany" },
        { left: left("code"), op: "eq", right: "FR" },
      ],
    });
    const noted = ["changed countries elements[0]", "changed countries elements[1]"];
    expect(issuesOf(result)).toEqual([...noted, "lost options_url elements[2]", "changed options elements[2]"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("describes the ends of a scale whose type has no labels", () => {
    const ends = { minRateDescription: "Bad", maxRateDescription: "Good" };
    const result = survey(
      { type: "rating", name: "stars", rateType: "stars", description: "Be honest.", ...ends },
      { type: "rating", name: "short", rateMax: 3, ...ends },
      { type: "rating", name: "scale", ...ends },
    );
    expect(nodeOf(result, "stars").data.description).toBe("Be honest.\n\n1: Bad\n5: Good");
    expect(nodeOf(result, "short").data.description).toBe("1: Bad\n3: Good");
    expect(nodeOf(result, "scale").data.description).toBeUndefined();
    expect(issuesOf(result)).toEqual([]);
  });

  it("asks for what the name of a custom type says, or else for a text", () => {
    const types = ["phonenumber", "emailaddress", "birthdate", "numericinput", "petname", "geomap"];
    const result = survey(...types.map((type) => ({ type, name: type })));
    expect(nodesOf(result).slice(0, -1)).toEqual([
      "phonenumber phone",
      "emailaddress email",
      "birthdate date",
      "numericinput number",
      "petname short_text",
      "geomap short_text",
    ]);
    expect(issuesOf(result).at(-1)).toBe("changed custom_type elements[5]");
    expect(issuesOf(result).filter((issue) => issue.includes("usual_type"))).toHaveLength(5);
  });

  it("shows the answer of a read-only question, and reads it in conditions", () => {
    const choices = [{ value: "a", text: "Apple" }, "b"];
    const result = survey(
      { type: "text", inputType: "number", name: "n" },
      { type: "radiogroup", name: "fruit", choices, readOnly: true, defaultValue: "a" },
      { type: "text", name: "double", readOnly: true, setValueExpression: "{n} * 2" },
      { type: "text", name: "q", visibleIf: "{fruit} = 'a' and {double} > 4" },
      { type: "text", name: "none", readOnly: true },
      { type: "file", name: "file", readOnly: true },
    );
    expect(nodeOf(result, "fruit")).toMatchObject({ question_type: "welcome_screen", data: { description: "Apple" } });
    expect(nodeOf(result, "double_shown").data.description).toBe("{{calculation:double}}");
    expect(nodeOf(result, "q").data.show_if).toEqual({
      left: { type: "calculation", key: "double" },
      op: "gt",
      right: 4,
    });
    expect(issuesOf(result)).toEqual(["lost read_only elements[4]", "lost read_only elements[5]"]);
  });

  it("compares times that are written alike", () => {
    const when = { type: "text", inputType: "time", name: "when", min: "09:00", max: "17:00:00" };
    const at = (visibleIf: string) => ({ type: "text", name: visibleIf.slice(-5, -1).replace(":", "_"), visibleIf });
    const result = survey(when, at("{when} >= '12:30'"), at("{when} < '08:00:00'"), {
      type: "signaturepad",
      name: "s",
    });
    expect(nodeOf(result, "when").data.config).toEqual({ precision: "time", min: "09:00", max: "17:00" });
    const shown = result.graph.nodes.flatMap(({ data }) => data.show_if ?? []);
    expect(shown).toEqual([{ left: left("when"), op: "on_or_after", right: "12:30" }]);
    expect(issuesOf(result)).toEqual([expect.stringContaining("condition")]);
    expect(nodeOf(result, "s").data.config).toEqual({ input: "draw" });
    expect(errorsOf(result)).toEqual([]);
  });

  it("counts days from today", () => {
    const result = survey(
      { type: "text", inputType: "date", name: "d", maxValueExpression: "today(-1)" },
      { type: "text", name: "why", visibleIf: "{d} < today(-7)" },
    );
    expect(nodeOf(result, "d").data.config).toEqual({ max: { days_from_today: -1 } });
    const [calculation] = result.graph.calculations ?? [];
    expect(JSON.stringify(calculation?.value)).toContain("today");
    expect(nodeOf(result, "why").data.show_if).toMatchObject({ op: "lt", right: -7 });
  });

  it("checks limits that other answers set, and only if they are given", () => {
    const result = survey(
      { type: "text", inputType: "number", name: "least" },
      { type: "text", inputType: "number", name: "most", minValueExpression: "{least}" },
    );
    const [rule] = nodeOf(result, "most").data.valid_if ?? [];
    const given = { left: left("least"), op: "not_answered" };
    expect(rule?.condition).toMatchObject({
      any: expect.arrayContaining([given, expect.objectContaining({ op: "gte" })]),
    });
    expect(issuesOf(result)).toEqual([]);
  });

  it("requires an answer if all who see the question have to give it", () => {
    const result = survey(
      { type: "radiogroup", name: "q", choices: ["x", "y"] },
      { type: "text", name: "same", visibleIf: "{q} = 'x'", requiredIf: "{q} = 'x'" },
      { type: "text", name: "always", requiredIf: "1 = 1" },
      { type: "text", name: "never", requiredIf: "1 = 2" },
      { type: "text", name: "other", visibleIf: "{q} = 'x'", requiredIf: "{q} = 'y'" },
    );
    const required = ["same", "always", "never", "other"].map((id) => nodeOf(result, id).data.is_required);
    expect(required).toEqual([true, true, false, false]);
    expect(issuesOf(result)).toEqual(["lost required_if elements[4]"]);
  });

  it("asks for the other answer with its own label", () => {
    const result = survey(
      { type: "radiogroup", name: "q", choices: ["x"], showOtherItem: true, otherText: "Else" },
      { type: "checkbox", name: "m", choices: ["x"], hasOther: true },
      { type: "text", name: "more", title: "Why {m-Comment}?", visibleIf: "{m-Comment} notempty" },
    );
    expect(nodesOf(result).slice(0, 5)).toEqual([
      "q multiple_choice",
      "q-Comment short_text",
      "m checkbox",
      "m-Comment short_text",
      "more short_text",
    ]);
    expect(optionsOf(result, "q")[1]).toEqual({ value: "other", label: "Else" });
    expect(nodeOf(result, "q-Comment").data).toMatchObject({
      title: "Else",
      is_required: true,
      show_if: { left: left("q"), op: "eq", right: "other" },
    });
    expect(nodeOf(result, "more").data).toMatchObject({
      title: "Why {{answer:m-Comment}}?",
      show_if: { left: left("m-Comment"), op: "answered" },
    });
    expect(issuesOf(result)).toEqual([]);
  });

  it("compares the number of choices, and characters of a text", () => {
    const result = survey(
      { type: "checkbox", name: "m", choices: ["x", "y"] },
      { type: "text", name: "t" },
      { type: "text", name: "a", visibleIf: "{m.length} > 1" },
      { type: "text", name: "b", visibleIf: "{t.length} >= 3" },
    );
    expect(nodeOf(result, "a").data.show_if).toEqual({ left: left("m"), op: "count_gte", right: 2 });
    expect(nodeOf(result, "b").data.show_if).toEqual({ left: left("t"), op: "length_gte", right: 3 });
  });

  it("checks what validators and the survey limit", () => {
    const result = imported("surveyjs", convertSurveyJs, {
      maxTextLength: 40,
      elements: [
        { type: "text", name: "t" },
        { type: "comment", name: "own", maxLength: 7 },
        { type: "text", name: "name", validators: [{ type: "text", allowDigits: false, text: "No digits" }] },
        { type: "text", inputType: "time", name: "when", min: "09:00" },
        { type: "panel", name: "p", isRequired: true, elements: [{ type: "text", name: "inner" }] },
      ],
    });
    expect(nodeOf(result, "t").data.config).toEqual({ max_length: 40 });
    expect(nodeOf(result, "own").data.config).toEqual({ max_length: 7 });
    expect(nodeOf(result, "name").data.valid_if).toEqual([
      { condition: { not: { op: "matches", right: "[0-9]" } }, message: "No digits" },
    ]);
    expect(issuesOf(result)).toEqual(["lost setting elements[4]"]);
  });

  it("checks answers by their input mask", () => {
    const result = survey(
      { type: "text", name: "p", maskType: "pattern", maskSettings: { pattern: "+1(999)-a#" } },
      { type: "text", name: "n", maskType: "currency", maskSettings: { min: 0, max: 9, precision: 2 } },
      { type: "text", name: "d", maskType: "datetime", maskSettings: { pattern: "mm/dd/yyyy" } },
    );
    const pattern = "\\+1\\([0-9][0-9][0-9]\\)-[A-Za-z][A-Za-z0-9]";
    expect(nodeOf(result, "p").data.config).toMatchObject({ pattern });
    expect(nodeOf(result, "n")).toMatchObject({
      question_type: "number",
      data: { config: { min: 0, max: 9, decimals: 2 } },
    });
    expect(issuesOf(result)).toEqual(["changed mask elements[0]", "changed mask elements[1]", "lost mask elements[2]"]);
  });

  it("shows a text of a custom type as a text block", () => {
    const result = survey({ type: "infotext", name: "i", title: "Before", body: "<p>Read <b>this</b>.</p>" });
    expect(nodeOf(result, "i")).toMatchObject({
      question_type: "welcome_screen",
      data: { title: "Before", description: "Read **this**." },
    });
    expect(issuesOf(result)).toEqual(["changed usual_type elements[0]"]);
  });

  it.each([
    [{ type: "infobox", html: "<p>Do you agree?</p>" }, "{own} = true"],
    [{ type: "infobox", html: "<p>Do you agree?</p>" }, "{own} notempty"],
    [{ type: "agreement-toggle", choices: ["yes", "no"] }, "{own} = 'later'"],
    [{ type: "tiles", choices: ["a", "b"] }, "{own} = 'later'"],
    [{ type: "tiles", choices: ["a", "b"], valueName: "shared" }, "{shared} = 'later'"],
    [{ type: "tiles", choices: ["a", "b"] }, "{known} = 'x' or {own} = 'later'"],
    [{ type: "age", title: "Age" }, "{own} = 'unknown'"],
    [
      {
        type: "matrixdynamic",
        rowCount: 1,
        allowAddRows: false,
        allowRemoveRows: false,
        columns: [{ name: "c", cellType: "tiles", choices: ["a", "b"] }],
      },
      "{own[0].c} = 'later'",
    ],
  ])("asks what a condition on a type that isn't known is about: %j %s", (own, visibleIf) => {
    const result = survey(
      { type: "text", name: "known" },
      { ...own, name: "own" },
      {
        type: "panel",
        name: "p",
        visibleIf: `{known} = 'k' and (${visibleIf})`,
        elements: [{ type: "text", name: "q" }],
      },
    );
    expect(nodeOf(result, "q").data.show_if).toMatchObject({ left: left("known"), op: "eq", right: "k" });
    expect(issuesOf(result)).toContain("changed condition elements[2].elements[0]");
    expect(issuesOf(result).join()).not.toMatch("never_asked");
  });

  it("shows a question that is disabled only if it can be answered", () => {
    const result = survey({ type: "boolean", name: "b" }, { type: "text", name: "t", enableIf: "{b} = true" });
    expect(nodeOf(result, "t").data.show_if).toEqual({ left: left("b"), op: "eq", right: "yes" });
    expect(issuesOf(result)).toEqual(["changed enable_if elements[1]"]);
  });

  it("asks each entry of a dynamic panel or matrix whose number is fixed", () => {
    const result = survey(
      {
        type: "paneldynamic",
        name: "jobs",
        templateTitle: "Job {panelIndex}",
        minPanelCount: 2,
        maxPanelCount: 2,
        templateElements: [
          { type: "boolean", name: "now" },
          { type: "text", name: "end", visibleIf: "{panel.now} = false" },
        ],
      },
      {
        type: "matrixdynamic",
        name: "kids",
        allowAddRows: false,
        allowRemoveRows: false,
        columns: [{ name: "age", cellType: "text", inputType: "number" }],
      },
      { type: "text", name: "more", visibleIf: "sumInArray({kids}, 'age') > 9 or {jobs[1].end} notempty" },
      { type: "paneldynamic", name: "open", templateElements: [{ type: "text", name: "t" }] },
    );
    expect(nodesOf(result).slice(0, 9)).toEqual([
      "heading welcome_screen",
      "jobs_0_now yes_no",
      "jobs_0_end short_text",
      "heading_2 welcome_screen",
      "jobs_1_now yes_no",
      "jobs_1_end short_text",
      "heading_3 welcome_screen",
      "kids_0_age number",
      "kids_1_age number",
    ]);
    expect(nodeOf(result, "heading_2").data.title).toBe("Job 2");
    expect(nodeOf(result, "jobs_1_end").data.show_if).toMatchObject({ left: left("jobs_1_now") });
    expect(nodeOf(result, "more").data.show_if).toMatchObject({ any: [{ op: "gt" }, { left: left("jobs_1_end") }] });
    expect(issuesOf(result)).toEqual(["changed several_questions elements[1]", "changed row_limit elements[3]"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("reads other cells of the row, and the total of a column", () => {
    const column = { cellType: "text", inputType: "number" };
    const result = survey(
      {
        type: "matrixdropdown",
        name: "m",
        rows: ["a", "b"],
        columns: [
          { name: "n", ...column, totalType: "sum" },
          { name: "why", cellType: "text", visibleIf: "{row.n} > 3" },
        ],
      },
      { type: "text", name: "more", visibleIf: "{m-total.n} > 5" },
    );
    expect(nodeOf(result, "m_b_why").data.show_if).toEqual({ left: left("m_b_n"), op: "gt", right: 3 });
    expect(nodeOf(result, "more").data.show_if).toMatchObject({ op: "gt", right: 5 });
    expect(result.graph.calculations?.[0]?.value).toEqual({ sum: [{ answer: "m_a_n" }, { answer: "m_b_n" }] });
  });

  it("skips to the page of a question", () => {
    const pages = ["a", "b", "c"].map((name) => ({ name, elements: [{ type: "boolean", name }] }));
    const triggers = [
      { type: "skip", expression: "{a} = true", gotoName: "c" },
      { type: "skip", expression: "{b} = true", gotoName: "a" },
    ];
    const result = imported("surveyjs", convertSurveyJs, { pages, triggers });
    expect(result.graph.edges).toContainEqual({
      from: "a",
      to: "c",
      condition: { left: left("a"), op: "eq", right: "yes" },
    });
    expect(issuesOf(result)).toEqual(["lost trigger triggers[1]"]);
  });

  it("asks with smileys", () => {
    const result = survey(
      { type: "rating", name: "r", rateType: "smileys", rateMax: 3 },
      { type: "text", name: "why", visibleIf: "{r} < 3" },
    );
    expect(nodeOf(result, "r")).toMatchObject({
      question_type: "emoji_rating",
      data: { config: { options: [{ value: "1", emoji: "😠" }, { emoji: "🙁" }, { value: "3", emoji: "😐" }] } },
    });
    expect(nodeOf(result, "why").data.show_if).toEqual({ left: left("r"), op: "in", right: ["1", "2"] });
    expect(issuesOf(result)).toEqual([]);
  });
});

describe("values that a SurveyJS survey shows", () => {
  it("shows a calculation where the survey shows it", () => {
    const result = survey(
      { type: "text", inputType: "number", name: "n" },
      { type: "expression", name: "twice", title: "Twice", expression: "{n} * 2", visibleIf: "{n} > 1" },
      { type: "expression", name: "bad", expression: "unknown({n})" },
    );
    expect(nodeOf(result, "twice_shown")).toMatchObject({
      question_type: "welcome_screen",
      data: { title: "Twice", description: "{{calculation:twice}}", show_if: { left: left("n"), op: "gt", right: 1 } },
    });
    expect(nodesOf(result)).toEqual(["n number", "twice_shown welcome_screen", "end end_screen"]);
    expect(issuesOf(result)).toEqual(["lost calculation elements[2]"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks the rows of a matrix one by one if some have conditions", () => {
    const result = survey(
      { type: "boolean", name: "b" },
      {
        type: "matrix",
        name: "m",
        columns: ["x", "y"],
        rows: ["a", { value: "c", text: "C", visibleIf: "{b} = true" }],
        rowsVisibleIf: "{item} != 'a' or {b} = false",
        isAllRowRequired: true,
      },
      { type: "text", name: "why", visibleIf: "{m.c} = 'y'" },
    );
    const isYes = { left: left("b"), op: "eq", right: "yes" };
    expect(nodeOf(result, "m_a").data).toMatchObject({ is_required: true, show_if: { ...isYes, right: "no" } });
    expect(nodeOf(result, "m_c").data).toMatchObject({ title: "C", show_if: isYes });
    expect(nodeOf(result, "why").data.show_if).toEqual({ left: left("m_c"), op: "eq", right: "y" });
    expect(issuesOf(result)).toEqual(["changed several_questions elements[1]"]);
  });

  it("asks rows with several choices one by one, and takes other texts of a list", () => {
    const result = survey(
      { type: "matrix", name: "m", cellType: "checkbox", rows: ["a"], columns: ["x", "y"] },
      { type: "dropdown", name: "d", choices: ["x", "y"], allowCustomChoices: true },
      { type: "radiogroup", name: "r", choices: [{ value: "x", enableIf: "{d} = 'x'" }, "y"] },
    );
    expect(nodeOf(result, "m_a").question_type).toBe("checkbox");
    expect(nodeOf(result, "d").data.config).toMatchObject({ allow_other: true });
    expect(optionsOf(result, "r")[0]).toMatchObject({ value: "x", show_if: { left: left("d"), right: "x" } });
    expect(issuesOf(result)).toEqual(["changed enable_if elements[2]"]);
  });
});

describe("entries of dynamic panels", () => {
  const panel = (templateElements: object[], name = "p") => ({
    type: "paneldynamic",
    name,
    minPanelCount: 20,
    maxPanelCount: 20,
    templateElements,
  });

  it("doesn't multiply entries of panels within panels", () => {
    const nested = panel([panel([panel([panel([{ type: "text", name: "t" }])])])]);
    const result = survey(nested);
    expect(result.graph.nodes).toHaveLength(21);
    expect(new Set(issuesOf(result).map((issue) => issue.split(" ")[1]))).toEqual(new Set(["repeat"]));
  });

  it("notes rules between entries", () => {
    const result = survey({
      ...panel([{ type: "text", name: "t" }]),
      keyName: "t",
      templateVisibleIf: "{panel.t} = 1",
    });
    expect(result.issues).toMatchObject([
      { severity: "lost", code: "setting", message: "Not imported: `keyName`, `templateVisibleIf`." },
    ]);
  });

  it("rejects more than 20,000 headings", () => {
    const empty = Array.from({ length: 1_100 }, (_, at) => panel([], `p${at}`));
    expect(() => survey(...empty)).toThrow("at most 20,000 items");
  });
});
