import fc from "fast-check";
import { convertFormbricks } from "../../../services/forms/importing/formbricks/convert.ts";
import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { errorsOf, example, imported, issuesOf, nodeOf, nodesOf, type Result } from "./converted.ts";
import { formbricksOracle } from "./oracles/formbricks.ts";
import { differences, randomOf } from "./oracles/walks.ts";

type Given = Record<string, unknown>;

const converted = (document: unknown): Result => imported("formbricks", convertFormbricks, document);
const i18n = (text: string) => ({ default: text });

const question = (id: string, type: string, more: Given = {}): Given => ({
  id,
  type,
  headline: i18n(id),
  required: false,
  ...more,
});
const choices = ["a", "b", "c"].map((id) => ({ id, label: i18n(`Choice ${id}`) }));
const single = (id: string, more: Given = {}) => question(id, "multipleChoiceSingle", { choices, ...more });
const multi = (id: string, more: Given = {}) => question(id, "multipleChoiceMulti", { choices, ...more });
const entry = (id: string, more: Given = {}) => question(id, "openText", { inputType: "text", ...more });

const left = (value: string, type = "question", more: Given = {}) => ({ leftOperand: { type, value, ...more } });
const right = (value: unknown, type = "static") => ({ rightOperand: { type, value } });
const rule = (conditions: object[], actions: object[], connector = "and") => ({
  conditions: { connector, conditions },
  actions,
});
const jumpTo = (target: string) => ({ objective: "jumpToBlock", target });
const calculate = (variableId: string, operator: string, value: unknown, type = "static") => ({
  objective: "calculate",
  variableId,
  operator,
  value: { type, value },
});

/** Returns a survey with a block for each question. Blocks are named like them. */
const survey = (questions: [Given, logic?: object[], fallback?: string][], more: Given = {}): Given => ({
  name: "S",
  blocks: questions.map(([one, logic = [], logicFallback]) => ({
    id: `b_${one.id}`,
    elements: [one],
    logic,
    logicFallback,
  })),
  endings: [{ id: "e1", type: "endScreen", headline: i18n("Bye") }],
  ...more,
});

/** Returns the condition of the only jump that a condition of the first questions makes. */
const conditionOf = (condition: object, questions: Given[], more: Given = {}) => {
  const blocks = questions.map((one): [Given] => [one]);
  const last: [Given, object[]] = [entry("q"), [rule([condition], [jumpTo("e1")])]];
  const result = converted(survey([...blocks, last, [entry("skipped")]], more));
  const jump = result.graph.edges.find(({ from, to }) => from === "q" && to === "e1");
  return { condition: jump?.condition, issues: result.issues };
};

describe("a survey of Formbricks", () => {
  it("arrives with its blocks, logic, variables, recalls, endings and languages", async () => {
    const result = JSON.parse(await readForm(Buffer.from(JSON.stringify(example("formbricks", "feedback")))));
    expect(result).toMatchObject({
      format: "formbricks",
      title: "Product feedback",
      language: "en",
      counts: { found: 14, converted: 13, lost: 0 },
    });
    expect(issuesOf(result)).toEqual(["changed contact_info blocks[6].elements[0]", "lost translation de"]);
    expect(result.graph.hidden_fields).toEqual(["plan"]);
    expect(result.graph.translations?.de).toMatchObject({
      "role.title": "Was ist Ihre Rolle?",
      "why.title": "Warum, {{answer:role}}?",
      "why.placeholder": "Erzählen Sie",
    });
    expect(result.graph.pages.map(({ node_ids }: { node_ids: string[] }) => node_ids)).toEqual([
      ["nps", "why"],
      ["mood", "support"],
      ["contact_firstName", "contact_email"],
    ]);
    expect(nodeOf(result, "why").data.title).toBe("Why, {{answer:role}}?");
    expect(errorsOf(result)).toEqual([]);
  });

  it("arrives with the questions of an older version", () => {
    const result = converted(example("formbricks", "onboarding"));
    expect(nodesOf(result)).toEqual([
      "start yes_no",
      "team number",
      "grid matrix",
      "when date",
      "order ranking",
      "stars star_rating",
      "end1 end_screen",
    ]);
    expect(issuesOf(result)).toEqual([
      "changed buttons questions[0]",
      "lost required questions[3]",
      "lost cal questions[5]",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it.each(["feedback", "onboarding"])("asks the same people as its logic, on 300 walks of %s", (name) => {
    const document = example("formbricks", name);
    const result = converted(document) as unknown as ImportResult;
    for (let seed = 0; seed < 300; seed++) expect(differences(result, formbricksOracle(document), seed)).toEqual([]);
  });

  it("asks the same people in random surveys", () => {
    let judged = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const document = randomSurvey(randomOf(seed));
      const result = converted(document) as unknown as ImportResult;
      // questions that rules always jump over are left out, and with them what reads these
      if (result.issues.some(({ code }) => /^(never_asked|node_unreachable|condition_meaning)$/.test(code))) continue;
      expect(result.issues.filter(({ severity }) => severity === "lost")).toEqual([]);
      judged++;
      for (let walk = 0; walk < 10; walk++)
        expect([seed, ...differences(result, formbricksOracle(document), walk)]).toEqual([seed]);
    }
    expect(judged).toBeGreaterThan(10);
  });

  const answer = (nodeId: string, more: object) => ({ left: { type: "answer", node_id: nodeId }, ...more });
  it.each<[object, object]>([
    [{ ...left("s"), operator: "equals", ...right("a") }, answer("s", { op: "eq", right: "Choice_a" })],
    [{ ...left("s"), operator: "doesNotEqual", ...right("a") }, { not: answer("s", { op: "eq", right: "Choice_a" }) }],
    [
      { ...left("s"), operator: "equalsOneOf", ...right(["a", "c"]) },
      {
        any: [answer("s", { op: "eq", right: "Choice_a" }), answer("s", { op: "eq", right: "Choice_c" })],
      },
    ],
    [{ ...left("m"), operator: "equals", ...right("b") }, answer("m", { op: "equals_set", right: ["Choice_b"] })],
    [{ ...left("t"), operator: "isSubmitted" }, answer("t", { op: "answered" })],
    [
      { ...left("t"), operator: "doesNotStartWith", ...right("X") },
      { not: answer("t", { op: "starts_with", right: "X" }) },
    ],
    [{ ...left("d"), operator: "isAfter", ...right("2024-05-01") }, answer("d", { op: "after", right: "2024-05-01" })],
    [
      { ...left("plan", "hiddenField"), operator: "isNotSet" },
      { left: { type: "hidden", key: "plan" }, op: "not_answered" },
    ],
  ])("jumps if %j", (condition, expected) => {
    const asked = [single("s"), multi("m"), entry("t"), question("d", "date")];
    const found = conditionOf(condition, asked, { hiddenFields: { enabled: true, fieldIds: ["plan"] } });
    expect(found).toEqual({ condition: expected, issues: [] });
  });

  it.each<[object, string]>([
    [{ ...left("m"), operator: "doesNotEqual", ...right("a") }, "In Formbricks, that holds with any choice."],
    [{ ...left("t"), operator: "contains", ...right("fine") }, "has the text “undefined”"],
    [{ ...left("t"), operator: "isEmpty" }, "It holds here without an answer, too."],
  ])("says where %j means something else", (condition, message) => {
    const { issues } = conditionOf(condition, [multi("m"), entry("t")]);
    expect(issues).toMatchObject([{ code: "condition_meaning" }]);
    expect(issues[0]?.message).toContain(message);
  });

  it.each<[object, string]>([
    [{ ...left("s"), operator: "isLike", ...right("a") }, "`isLike` isn't supported"],
    [{ ...left("gone"), operator: "isSkipped" }, "`gone` isn't an imported question"],
    [{ ...left("skipped"), operator: "isSkipped" }, "`skipped` comes later"],
    [{ ...left("s"), operator: "equals", ...right("t", "question") }, "it compares a choice with another answer"],
    [{ ...left("v", "variable"), operator: "equals", ...right("t") }, "the variable “v” isn't in the survey"],
    [{ ...left("call"), operator: "isBooked" }, "“call” isn't imported"],
  ])("names the logic %j that it can't convert", (condition, why) => {
    const { issues } = conditionOf(condition, [single("s"), entry("t"), question("call", "cal")]);
    expect(issues.at(-1)).toMatchObject({ severity: "lost", code: "jump", node_id: "q" });
    expect(issues.at(-1)?.message).toContain(why);
  });

  it("reads a variable as it is at each place", () => {
    const result = converted(
      survey(
        [
          [entry("a"), [rule([{ ...left("a"), operator: "isSubmitted" }], [calculate("v", "add", 1)])]],
          [
            entry("b", { headline: i18n("You have #recall:v/fallback:no# points") }),
            [rule([{ ...left("b"), operator: "isSubmitted" }], [calculate("v", "multiply", 3)])],
          ],
          [entry("c", { headline: i18n("Now #recall:v/fallback:no#") })],
        ],
        { variables: [{ id: "v", name: "points", type: "number", value: 2 }] },
      ),
    );
    const calculations = new Map(result.graph.calculations?.map(({ key, value }) => [key, JSON.stringify(value)]));
    const read = (id: string) =>
      calculations.get(/\{\{calculation:(\w+)\}\}/.exec(nodeOf(result, id).data.title ?? "")?.[1] ?? "");
    expect(read("b")).not.toContain("multiply");
    expect(read("c")).toContain("multiply");
    expect(result.issues).toEqual([]);
  });

  it("shows other words without an answer", () => {
    const result = converted(survey([[entry("a")], [entry("b", { headline: i18n("Hi #recall:a/fallback:you#!") })]]));
    expect(nodeOf(result, "b").data.title).toBe("Hi {{answer:a}}{{band:value_1}}!");
    expect(result.graph.calculations).toMatchObject([{ bands: [{ label: "you" }] }]);
  });

  it("converts each type", () => {
    const rows = [{ id: "r1", label: i18n("Row") }];
    const columns = ["x", "y"].map((id) => ({ id, label: i18n(id) }));
    const image = (id: string) => ({ id, imageUrl: `https://example.com/${id}.png` });
    const result = converted(
      survey([
        [entry("text", { charLimit: { enabled: true, min: 2, max: 9 } })],
        [entry("long", { longAnswer: true, charLimit: { enabled: false, min: 2 } })],
        [entry("email", { inputType: "email" })],
        [entry("phone", { inputType: "phone" })],
        [entry("site", { inputType: "url" })],
        [entry("number", { inputType: "number", validation: { rules: [{ type: "minValue", params: { min: 3 } }] } })],
        [single("list", { displayType: "dropdown" })],
        [question("few", "rating", { scale: "number", range: 3, lowerLabel: i18n("Low") })],
        [question("many", "rating", { scale: "number", range: 7 })],
        [question("pictures", "pictureSelection", { allowMulti: true, choices: [image("p"), image("q")] })],
        [question("local", "pictureSelection", { choices: [{ id: "p", imageUrl: "/p.png" }, image("q")] })],
        [question("files", "fileUpload", { allowMultipleFiles: true, maxSizeInMB: 5, allowedFileExtensions: ["pdf"] })],
        [question("matrix", "matrix", { rows, columns, required: true })],
        [question("ranking", "ranking", { choices })],
        [question("address", "address", { city: { show: true, required: true }, zip: { show: false } })],
        [
          question("link", "cta", {
            buttonExternal: true,
            buttonUrl: "https://example.com",
            ctaButtonLabel: i18n("Look"),
          }),
        ],
        [question("payment", "payment")],
        [question("new", "hologram")],
      ]),
    );
    expect(nodesOf(result)).toEqual([
      "text short_text",
      "long long_text",
      "email email",
      "phone phone",
      "site short_text",
      "number number",
      "list dropdown",
      "few number_scale",
      "many opinion_scale",
      "pictures picture_choice",
      "local multiple_choice",
      "files file_upload",
      "matrix matrix",
      "ranking ranking",
      "address_city short_text",
      "link welcome_screen",
      "e1 end_screen",
    ]);
    expect(nodeOf(result, "text").data.config).toMatchObject({ min_length: 2, max_length: 9 });
    expect(nodeOf(result, "long").data.config).not.toHaveProperty("min_length");
    expect(nodeOf(result, "number").data.config).toMatchObject({ min: 3 });
    expect(nodeOf(result, "files").data.config).toMatchObject({
      max_files: 10,
      max_size_mb: 5,
      accept: ["application/pdf"],
    });
    expect(nodeOf(result, "matrix").data.config).toMatchObject({ require_all_rows: false });
    expect(nodeOf(result, "few").data.description).toBe("1: Low");
    expect(nodeOf(result, "link").data.description).toBe("[Look](https://example.com)");
    expect(issuesOf(result)).toEqual([
      "changed picture_label blocks[9].elements[0]",
      "lost media blocks[10].elements[0]",
      "changed address blocks[14].elements[0]",
      "lost payment blocks[16].elements[0]",
      "lost unknown_type blocks[17].elements[0]",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("names each part that it changes or loses", () => {
    const always = { ...left("a"), operator: "isSubmitted" };
    const result = converted(
      survey(
        [
          [
            entry("a", { videoUrl: "https://example.com/v" }),
            [rule([always], [jumpTo("b_a")]), { condition: "skipped" }],
          ],
          [multi("b", { shuffleOption: "all", choices: [...choices, { id: "other", label: i18n("Something else") }] })],
          [entry("c", { validation: { rules: [{ type: "pattern", params: { pattern: "x", flags: "i" } }] } })],
          [entry("a")],
        ],
        { endings: [{ id: "e1", type: "redirectToUrl", url: "http://example.com" }], followUps: [{ id: "f" }] },
      ),
    );
    expect(issuesOf(result)).toEqual([
      "lost media blocks[0].elements[0]",
      "lost backward_jump blocks[0].elements[0]",
      "lost jump blocks[0].elements[0]",
      "changed other_label blocks[1].elements[0]",
      "lost shuffle blocks[1].elements[0]",
      "lost validation blocks[2].elements[0]",
      "lost duplicate_id blocks[3].elements[0]",
      "lost redirect endings[0]",
      "lost follow_ups followUps",
    ]);
  });

  it("refuses a survey of which nothing arrives", async () => {
    const document = JSON.stringify({ name: "S", questions: [question("call", "cal")] });
    await expect(readForm(Buffer.from(document))).rejects.toThrow(
      "file: has no question that can be imported; questions[0] “call”: Bookings aren't supported.",
    );
  });

  it("makes a form that can be published of any survey", () => {
    const type = fc.constantFrom(
      ..."openText multipleChoiceSingle multipleChoiceMulti nps cta rating consent pictureSelection cal date".split(
        " ",
      ),
      ..."fileUpload matrix address ranking contactInfo payment other".split(" "),
    );
    const operand = fc.record({
      type: fc.constantFrom("question", "variable", "hiddenField", "static"),
      value: fc.constantFrom<unknown>("q0", "q1", "q2", "v", "h", "a", 3, ["a"]),
      meta: fc.constantFrom(undefined, { row: "0" }),
    });
    const operator = fc.constantFrom(
      "equals",
      "doesNotEqual",
      "contains",
      "isGreaterThan",
      "includesOneOf",
      "isSkipped",
    );
    const action = fc.record({
      objective: fc.constantFrom("calculate", "jumpToQuestion", "requireAnswer"),
      target: fc.constantFrom("q0", "q2", "q5", "e"),
      variableId: fc.constantFrom("v", "w"),
      operator: fc.constantFrom("add", "divide", "assign", "concat"),
      value: operand,
    });
    const logic = fc.record({
      conditions: fc.record({
        connector: fc.constantFrom("and", "or"),
        conditions: fc.array(fc.record({ leftOperand: operand, operator, rightOperand: operand }), { maxLength: 3 }),
      }),
      actions: fc.array(action, { maxLength: 3 }),
    });
    const text = fc.record({
      default: fc.constantFrom("", "Text", "#recall:q0/fallback:you#", "#recall:v/fallback:#"),
    });
    const one = fc.record({
      type,
      headline: text,
      required: fc.boolean(),
      inputType: fc.constantFrom("text", "number", "url"),
      scale: fc.constantFrom("number", "smiley", "star"),
      range: fc.constantFrom(3, 5, 10),
      choices: fc.array(fc.record({ id: fc.constantFrom("a", "b", "other"), label: text }), { maxLength: 3 }),
      rows: fc.array(text, { maxLength: 3 }),
      columns: fc.array(text, { maxLength: 3 }),
      logic: fc.array(logic, { maxLength: 2 }),
      logicFallback: fc.constantFrom(undefined, "q3", "e"),
    });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 8 }), (questions) => {
        const result = converted({
          questions: questions.map((it, at) => ({ ...it, id: `q${at}` })),
          hiddenFields: { fieldIds: ["h"] },
          variables: [
            { id: "v", name: "v", type: "number", value: 1 },
            { id: "w", name: "w", type: "text", value: "x" },
          ],
        });
        expect(errorsOf(result)).toEqual([]);
        expect(result.counts.found).toBe(questions.length + 2);
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns a survey of ten questions with random rules, which lead forward. */
function randomSurvey(random: () => number): Given {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const required = () => ({ required: random() < 0.5 });
  const grid = { rows: [i18n("Row 1"), i18n("Row 2")], columns: [i18n("No"), i18n("Yes")] };
  const makers: ((id: string) => Given)[] = [
    (id) => single(id, required()),
    (id) => single(id, { ...required(), choices: [...choices, { id: "other", label: i18n("Other") }] }),
    (id) => multi(id, required()),
    (id) => entry(id, { ...required(), inputType: "number" }),
    (id) => entry(id, required()),
    (id) => question(id, "nps", required()),
    (id) =>
      question(id, "rating", { ...required(), scale: pick(["star", "smiley", "number"]), range: pick([3, 5, 10]) }),
    (id) => question(id, "consent", { label: i18n("I agree") }),
    (id) => question(id, "date", required()),
    (id) => question(id, "matrix", grid),
  ];
  const questions = Array.from({ length: 10 }, (_, at) => pick(makers)(`q${at}`));
  const conditionAt = (at: number): Given => {
    if (random() < 0.2)
      return {
        ...left("v", "variable"),
        operator: pick(["isGreaterThan", "isLessThanOrEqual", "equals"]),
        ...right(pick([0, 2, 6])),
      };
    if (random() < 0.1)
      return { ...left("w", "variable"), operator: pick(["equals", "doesNotEqual"]), ...right(pick(["new", "old"])) };
    return testOf(questions[random() < 0.6 ? at : Math.floor(random() * (at + 1))] as Given, pick);
  };
  const ruleAt = (at: number): object => {
    const actions: Given[] = [];
    if (random() < 0.4) actions.push(calculate("v", pick(["add", "subtract", "multiply", "assign"]), pick([1, 2, 3])));
    if (random() < 0.2) actions.push(calculate("w", "assign", pick(["new", "old", "gold"])));
    if (random() < 0.5)
      actions.push(jumpTo(at + 2 < 10 && random() < 0.8 ? `b_q${at + 1 + Math.floor(random() * (9 - at))}` : "e1"));
    return rule(
      Array.from({ length: pick([1, 1, 2]) }, () => conditionAt(at)),
      actions,
      pick(["and", "or"]),
    );
  };
  const blocks = questions.map((one, at): [Given, object[], string?] => [
    one,
    Array.from({ length: pick([0, 0, 1, 2]) }, () => ruleAt(at)),
    random() < 0.1 && at < 9 ? "b_q9" : undefined,
  ]);
  const variables = [
    { id: "v", name: "points", type: "number", value: pick([0, 2]) },
    { id: "w", name: "kind", type: "text", value: "old" },
  ];
  return survey(blocks as [Given, object[], string][], { variables });
}

/** Returns a condition that fits a question. */
function testOf(asked: Given, pick: <T>(list: readonly T[]) => T): Given {
  const id = String(asked.id);
  const isThere = { ...left(id), operator: pick(["isSubmitted", "isSkipped"]) };
  const numbers = [
    "equals",
    "doesNotEqual",
    "isGreaterThan",
    "isLessThan",
    "isGreaterThanOrEqual",
    "isLessThanOrEqual",
  ];
  const withValue = (operators: readonly string[], values: readonly unknown[]) =>
    pick([{ ...left(id), operator: pick(operators), ...right(pick(values)) }, isThere]);
  switch (asked.type) {
    case "multipleChoiceSingle":
      return pick([
        withValue(["equals", "doesNotEqual"], ["a", "b", "c"]),
        withValue(["equalsOneOf"], [["a"], ["a", "b"]]),
      ]);
    case "multipleChoiceMulti":
      return pick([
        withValue(["equals"], ["a", "b"]),
        withValue(["includesAllOf", "includesOneOf", "doesNotIncludeOneOf"], [["a"], ["a", "b"]]),
      ]);
    case "consent":
      return pick([{ ...left(id), operator: "isAccepted" }, isThere]);
    case "date":
      return withValue(["isBefore", "isAfter", "equals"], ["2001-02-28", "2015-06-15"]);
    case "matrix":
      return pick([
        { ...left(id), operator: "isCompletelySubmitted" },
        {
          ...left(id, "question", { meta: undefined }),
          leftOperand: { type: "question", value: id, meta: { row: "1" } },
          operator: "equals",
          ...right("1"),
        },
      ]);
    case "openText":
      return asked.inputType === "number"
        ? withValue(numbers, [3, 5, 20])
        : withValue(["equals", "contains", "doesNotEqual"], ["none", "John", "a"]);
    default:
      return withValue(numbers, [2, 3, 5]);
  }
}
