import fc from "fast-check";
import { readForm } from "../../../services/forms/importing/read.ts";
import { Refusal } from "../../../services/forms/importing/refusal.ts";
import { convertTally } from "../../../services/forms/importing/tally/convert.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { errorsOf, example, imported, issuesOf, nodeOf, nodesOf, type Result } from "./converted.ts";
import { tallyOracle } from "./oracles/tally.ts";
import { differences, randomOf } from "./oracles/walks.ts";

type Given = Record<string, unknown>;

const converted = (document: unknown): Result => imported("tally", convertTally, document);

let count = 0;
const block = (type: string, payload: Given = {}, more: Given = {}): Given => {
  const uuid = `u${count++}`;
  return { uuid, type, groupUuid: `g ${uuid}`, groupType: type, payload, ...more };
};
const title = (text: string, payload: Given = {}) =>
  block("TITLE", { html: text, ...payload }, { uuid: `${text} title` });
/** Returns a question of one block, which is named like its title. */
const question = (id: string, type: string, payload: Given = {}, label: Given = {}): Given[] => [
  title(id, label),
  block(type, payload, { uuid: id, groupUuid: `${id} group` }),
];
/** Returns a question of several blocks. Its options are `q 0` and so on. */
const grouped = (id: string, type: string, payloads: Given[], all: Given = {}): Given[] => [
  title(id, all.isHidden === true ? { isHidden: true } : {}),
  ...payloads.map((payload, at) =>
    block(type, { ...payload, ...all }, { uuid: `${id} ${at}`, groupUuid: `${id} group` }),
  ),
];
const texts = ["a", "b", "c"].map((text) => ({ text }));
const single = (id: string, all: Given = {}) => grouped(id, "MULTIPLE_CHOICE_OPTION", texts, all);
const multi = (id: string, all: Given = {}) => grouped(id, "CHECKBOX", texts, all);
const entry = (id: string, payload: Given = {}, label: Given = {}) => question(id, "INPUT_TEXT", payload, label);

/** Returns a matrix with a row `x 0` and the columns `x y` and `x n`. */
const grid = (id: string): Given[] => {
  const part = (type: string, uuid: string, html: string) => block(type, { html }, { uuid, groupUuid: `${id} group` });
  const columns = [part("MATRIX_COLUMN", `${id} y`, "Yes"), part("MATRIX_COLUMN", `${id} n`, "No")];
  return [title(id), part("MATRIX", id, ""), ...columns, part("MATRIX_ROW", `${id} 0`, "Row")];
};

const field = (id: string, type = "INPUT_FIELD") => ({
  uuid: `${id} group`,
  type,
  blockGroupUuid: `${id} group`,
  title: id,
});
const calculated = (uuid: string) => ({ uuid, type: "CALCULATED_FIELD", blockGroupUuid: "g", title: uuid });
const when = (from: object, comparison: string, value: unknown = null) => ({
  type: "SINGLE",
  payload: { field: from, comparison, value },
});
const logic = (conditionals: object[], actions: object[], logicalOperator = "AND"): Given =>
  block("CONDITIONAL_LOGIC", { logicalOperator, conditionals, actions });
const show = (...showBlocks: string[]) => ({ type: "SHOW_BLOCKS", payload: { showBlocks } });
const hide = (...hideBlocks: string[]) => ({ type: "HIDE_BLOCKS", payload: { hideBlocks } });
const jump = (jumpToPage: unknown) => ({ type: "JUMP_TO_PAGE", payload: { jumpToPage } });
const require = (requireAnswer: string) => ({ type: "REQUIRE_ANSWER", payload: { requireAnswer } });
const calculate = (uuid: string, operator: string, value: unknown) => ({
  type: "CALCULATE",
  payload: { calculate: { field: calculated(uuid), operator, value } },
});
const page = (uuid: string, isThankYouPage = false) => block("PAGE_BREAK", { isThankYouPage }, { uuid });
const fields = (...calculatedFields: Given[]) => block("CALCULATED_FIELDS", { calculatedFields });

const form = (...blocks: (Given | Given[])[]): Given => ({ name: "F", blocks: blocks.flat() });

/** Returns the condition of a text question that one rule shows. */
const conditionOf = (condition: object, asked: Given[]) => {
  const result = converted(
    form(asked, entry("q", { isHidden: true }, { isHidden: true }), logic([condition], [show("q", "q title")])),
  );
  return { condition: result.graph.nodes.find(({ id }) => id === "q")?.data.show_if, issues: result.issues };
};

describe("a form of Tally", () => {
  it("arrives with its pages, logic, calculated fields, mentions and thank-you pages", async () => {
    const result = JSON.parse(await readForm(Buffer.from(JSON.stringify(example("tally", "application")))));
    expect(result).toMatchObject({
      format: "tally",
      title: "Job application",
      language: "en",
      counts: { found: 21, converted: 20, lost: 1 },
    });
    expect(issuesOf(result)).toEqual([
      "lost captcha blocks[52]",
      "lost emails settings.hasSelfEmailNotifications",
      "lost media form title",
      "lost button buttons",
    ]);
    expect(result.graph.hidden_fields).toEqual(["source"]);
    expect(nodeOf(result, "text_2").data.title).toBe("Hello {{answer:Your_name}}!");
    expect(nodeOf(result, "text").data.title).toContain("**interest**");
    expect(nodeOf(result, "Your_portfolio").data.is_required).toBe(true);
    expect(errorsOf(result)).toEqual([]);
  });

  it.each(["application", "quiz"])("asks the same people as its logic, on 300 walks of %s", (name) => {
    const document = example("tally", name);
    const result = converted(document) as unknown as ImportResult;
    for (let seed = 0; seed < 300; seed++) expect(differences(result, tallyOracle(document), seed)).toEqual([]);
  });

  it("asks the same people in random forms", () => {
    let judged = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const document = randomForm(randomOf(seed));
      const result = converted(document) as unknown as ImportResult;
      // pages that rules always jump over are left out, and with them what reads their questions
      if (result.issues.some(({ message }) => /^No path leads to it|nothing of its page/.test(message))) continue;
      const lost = result.issues.filter(({ severity, code }) => severity === "lost" && code !== "never_asked");
      expect([seed, ...lost]).toEqual([seed]);
      if (result.issues.every(({ code }) => code !== "condition_meaning")) judged++;
      for (let walk = 0; walk < 10; walk++)
        expect([seed, ...differences(result, tallyOracle(document), walk)]).toEqual([seed]);
    }
    expect(judged).toBeGreaterThan(10);
  });

  const answer = (nodeId: string, more: object) => ({ left: { type: "answer", node_id: nodeId }, ...more });
  it.each<[object, object]>([
    [when(field("s"), "IS", "s 0"), answer("s", { op: "eq", right: "a" })],
    [when(field("s"), "IS_NOT", "s 0"), { not: answer("s", { op: "eq", right: "a" }) }],
    [
      when(field("s"), "IS_ANY_OF", ["s 0", "s 2"]),
      { any: [answer("s", { op: "eq", right: "a" }), answer("s", { op: "eq", right: "c" })] },
    ],
    [when(field("m"), "CONTAINS", "m 1"), answer("m", { op: "includes_any", right: ["b"] })],
    [when(field("t"), "IS_NOT_EMPTY"), answer("t", { op: "answered" })],
    [when(field("t"), "DOES_NOT_START_WITH", "X"), { not: answer("t", { op: "starts_with", right: "X" }) }],
    [when(field("d"), "IS_AFTER", "2024-05-01"), answer("d", { op: "after", right: "2024-05-01" })],
    [when(field("n"), "GREATER_OR_EQUAL_THAN", "5"), answer("n", { op: "gte", right: 5 })],
    [when({ uuid: "x 0" }, "IS", "x y"), answer("x", { op: "eq", right: "Yes", path: undefined })],
    [
      when({ uuid: "plan", type: "HIDDEN_FIELD" }, "IS", "pro"),
      { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" },
    ],
    [
      when(field("o"), "IS", "o 3"),
      {
        all: [
          answer("o", { op: "answered" }),
          { not: { any: ["a", "b", "c"].map((right) => answer("o", { op: "eq", right })) } },
        ],
      },
    ],
  ])("shows a question if %j", (condition, expected) => {
    const found = conditionOf(condition, [
      ...single("s"),
      ...multi("m"),
      ...entry("t"),
      ...question("d", "INPUT_DATE"),
      ...question("n", "INPUT_NUMBER"),
      ...grouped("o", "DROPDOWN_OPTION", [...texts, { text: "Other", isOtherOption: true }]),
      ...grid("x"),
      block("HIDDEN_FIELDS", { hiddenFields: [{ uuid: "plan", name: "plan" }] }),
    ]);
    const isCell = JSON.stringify(condition).includes("x 0");
    expect(found).toEqual({
      condition: isCell ? { left: { type: "answer", node_id: "x", path: "Row" }, op: "eq", right: "Yes" } : expected,
      issues: [],
    });
  });

  it.each<[object, string]>([
    [when(field("s"), "IS_LIKE", "s 0"), "`IS_LIKE` isn't supported for choices"],
    [when(field("t"), "IS_LIKE", "a"), "`IS_LIKE` isn't supported"],
    [when(field("s"), "IS", "gone"), "it names an option that isn't in the form"],
    [when(field("s"), "IS", ""), "it has no option to compare with"],
    [when(field("t"), "IS", null), "it has no value to compare with"],
    [when(field("t"), "IS", field("s")), "it compares a choice with another answer"],
    [when(field("gone"), "IS_EMPTY"), "“gone” isn't an imported question"],
    [when(field("late"), "IS_EMPTY"), "“late” comes later"],
    [when(field("pay"), "IS_EMPTY"), "“pay” isn't imported"],
    [when(calculated("c"), "IS", "x"), "the calculated field “c” isn't in the form"],
    [{ type: "GROUP", payload: { logicalOperator: "AND", conditionals: [] } }, "it has no conditions"],
  ])("names the logic %j that it can't convert", (condition, why) => {
    const asked = [...single("s"), ...entry("t"), ...question("pay", "PAYMENT")];
    const blocks = [asked, entry("q", { isHidden: true }), logic([condition], [show("q")])];
    const { issues, graph } = converted(form(...blocks, page("p"), entry("late")));
    expect(graph.nodes.find(({ id }) => id === "q")?.data.show_if).toBeUndefined();
    expect(issues.at(-1)).toMatchObject({ code: "condition", node_id: "q" });
    expect(issues.at(-1)?.message).toContain(why);
  });

  it("says where rules that show and hide disagree, and which jump is taken", () => {
    const isThere = when(field("t"), "IS_NOT_EMPTY");
    const result = converted(
      form(
        entry("t"),
        entry("q", { isHidden: true }),
        logic([isThere], [show("q"), jump("p")]),
        logic([when(field("t"), "IS", "no")], [hide("q"), jump("z")]),
        page("o"),
        entry("skipped"),
        page("p"),
        entry("last"),
        page("z", true),
      ),
    );
    expect(issuesOf(result)).toEqual(["changed condition_meaning blocks[3]", "changed condition_meaning blocks[3]"]);
    const is = (more: object) => answer("t", more);
    expect(nodeOf(result, "q").data.show_if).toEqual({
      all: [is({ op: "answered" }), { not: is({ op: "eq", right: "no" }) }],
    });
    expect(result.graph.edges.filter(({ condition }) => condition)).toMatchObject([
      { from: "q", to: "last" },
      { from: "q", to: "end" },
    ]);
  });

  it("moves a question behind a later one that its rule reads", () => {
    const result = converted(
      form(
        entry("q", { isHidden: true }, { isHidden: true }),
        entry("t"),
        logic([when(field("t"), "IS_NOT_EMPTY")], [show("q title"), show("q")]),
      ),
    );
    expect(issuesOf(result)).toEqual(["changed moved blocks[1]"]);
    expect(nodesOf(result).slice(0, 2)).toEqual(["t short_text", "q short_text"]);
  });

  it("shows a whole question if logic names its title, and a text of its own beside it", () => {
    const isThere = when(field("t"), "IS_NOT_EMPTY");
    const result = converted(
      form(
        entry("t"),
        title("q", { isHidden: true }),
        block("TEXT", { html: "Always" }),
        block("TEXT", { html: "Sometimes", isHidden: true }, { uuid: "text" }),
        block("INPUT_TEXT", {}, { uuid: "q", groupUuid: "q group" }),
        logic([isThere], [show("q title")]),
        logic([when(field("t"), "IS", "a")], [show("text")]),
      ),
    );
    expect(nodeOf(result, "q").data).toMatchObject({ description: "Always", show_if: answer("t", { op: "answered" }) });
    expect(nodeOf(result, "text").data).toMatchObject({
      title: "Sometimes",
      show_if: answer("t", { op: "eq", right: "a" }),
    });
    expect(result.issues).toEqual([]);
  });

  it("names questions without a title, and titles with conditions of their own", () => {
    const result = converted(
      form(
        entry("t"),
        block("DIVIDER"),
        block("RANKING_OPTION", { html: "first" }, { groupUuid: "r" }),
        block("RANKING_OPTION", { html: "second" }, { groupUuid: "r" }),
        block("MULTIPLE_CHOICE", { html: "Which?" }, { groupUuid: "m" }),
        ...texts.map((payload) => block("MULTIPLE_CHOICE_OPTION", payload, { groupUuid: "m" })),
        block("INPUT_EMAIL", { placeholder: "Your email" }),
        entry("q", { isHidden: true }, { isHidden: true }),
        logic([when(field("t"), "IS_NOT_EMPTY")], [show("q")]),
      ),
    );
    expect(result.graph.nodes.map(({ data }) => data.title)).toEqual([
      "t",
      "ranking",
      "Which?",
      "Your email",
      "q",
      undefined,
    ]);
    expect(issuesOf(result)).toEqual(["changed title_condition blocks[11]"]);
  });

  it("reads a calculated field as it is at each place", () => {
    const mention = (uuid: string, from: object, defaultValue: unknown = null) => ({ uuid, field: from, defaultValue });
    const shown = (text: string, uuid: string) =>
      block("TEXT", {
        safeHTMLSchema: [
          [text],
          [
            "@v",
            [
              ["tag", "span"],
              ["mention", uuid],
            ],
          ],
        ],
      });
    const result = converted(
      form(
        block("FORM_TITLE", { html: "T", mentions: [mention("v", calculated("v")), mention("n", field("t"), "you")] }),
        fields({ uuid: "v", name: "points", type: "NUMBER", value: 2 }),
        entry("t"),
        logic([when(field("t"), "IS_NOT_EMPTY")], [calculate("v", "ADDITION", 1)]),
        shown("You have ", "v"),
        page("p"),
        entry("u"),
        logic([when(field("u"), "IS_NOT_EMPTY")], [calculate("v", "MULTIPLICATION", 3)]),
        shown("Now ", "v"),
        shown("Hi ", "n"),
      ),
    );
    const calculations = new Map(result.graph.calculations?.map(({ key, value }) => [key, JSON.stringify(value)]));
    const read = (id: string) =>
      calculations.get(/\{\{calculation:(\w+)\}\}/.exec(nodeOf(result, id).data.title ?? "")?.[1] ?? "");
    expect(read("text")).not.toContain("multiply");
    expect(read("text_2")).toContain("multiply");
    expect(nodeOf(result, "text_2").data.description).toBe("Hi {{answer:t}}{{band:value_1}}");
    expect(result.issues).toEqual([]);
  });

  it("requires an answer if logic requires it of all who see the question", () => {
    const isThere = when(field("t"), "IS_NOT_EMPTY");
    const result = converted(
      form(
        entry("t"),
        entry("q", { isHidden: true }),
        entry("r"),
        logic([isThere], [show("q"), require("q")]),
        logic([isThere], [require("r group")]),
      ),
    );
    expect(nodeOf(result, "q").data.is_required).toBe(true);
    expect(nodeOf(result, "r").data.is_required).toBeUndefined();
    expect(issuesOf(result)).toEqual(["lost required blocks[5]"]);
  });

  it("converts each type", () => {
    const image = (text: string) => ({ text, image: `https://example.com/${text}.png` });
    const html = ["x", "y"].map((text) => ({ html: text }));
    const result = converted(
      form(
        question("text", "INPUT_TEXT", {
          hasMinCharacters: true,
          minCharacters: 2,
          maxCharacters: 9,
          placeholder: "P",
        }),
        question("long", "TEXTAREA", { hasMaxCharacters: true, maxCharacters: 9 }),
        question("email", "INPUT_EMAIL"),
        question("phone", "INPUT_PHONE_NUMBER"),
        question("site", "INPUT_LINK"),
        question("number", "INPUT_NUMBER", {
          hasMinNumber: true,
          minNumber: 3,
          prefix: "€",
          hasDefaultAnswer: true,
          defaultAnswer: "5",
        }),
        question("day", "INPUT_DATE", { beforeDate: "2024-01-01", disableDays: ["IN_THE_FUTURE"] }),
        question("time", "INPUT_TIME"),
        question("few", "LINEAR_SCALE", { start: 0, end: 3, hasLeftLabel: true, leftLabel: "Low" }),
        question("many", "LINEAR_SCALE", { hasCenterLabel: true, centerLabel: "Mid" }),
        question("stars", "RATING", { stars: 7 }),
        grouped("one", "MULTIPLE_CHOICE_OPTION", texts, {
          randomize: true,
          hasDefaultAnswer: true,
          defaultAnswer: "one 1",
        }),
        grouped("both", "MULTIPLE_CHOICE_OPTION", texts, { allowMultiple: true, hasMinChoices: true, minChoices: 2 }),
        grouped("boxes", "CHECKBOX", [...texts, { text: "Other", isOtherOption: true }]),
        grouped("list", "DROPDOWN_OPTION", texts),
        grouped("pick", "MULTI_SELECT_OPTION", texts, { hasMaxChoices: true, maxChoices: 2 }),
        grouped("pictures", "MULTIPLE_CHOICE_OPTION", ["p", "q"].map(image)),
        grouped("ranking", "RANKING_OPTION", html),
        grid("matrix"),
        question("files", "FILE_UPLOAD", {
          hasMultipleFiles: true,
          hasMaxFileSize: true,
          maxFileSize: 512,
          maxFileSizeUnit: "KB",
          allowedFiles: { "application/*": [".pdf"], "video/*": ["*"] },
        }),
        question("sign", "SIGNATURE"),
        block("HEADING_1", { html: "Read this" }),
        block("TEXT", { html: "<b>Now</b>" }),
        block("DIVIDER"),
        block("IMAGE", { images: [{ url: "https://example.com/i.png" }], caption: "An image" }),
      ),
    );
    expect(nodesOf(result)).toEqual([
      "text short_text",
      "long long_text",
      "email email",
      "phone phone",
      "site short_text",
      "number number",
      "day date",
      "time date",
      "few number_scale",
      "many opinion_scale",
      "stars star_rating",
      "one multiple_choice",
      "both checkbox",
      "boxes checkbox",
      "list dropdown",
      "pick checkbox",
      "pictures picture_choice",
      "ranking ranking",
      "matrix matrix",
      "files file_upload",
      "sign file_upload",
      "text_2 welcome_screen",
      "text_3 welcome_screen",
      "end end_screen",
    ]);
    const configOf = (id: string) => nodeOf(result, id).data.config;
    expect(configOf("text")).toMatchObject({ min_length: 2, placeholder: "P" });
    expect(configOf("text")).not.toMatchObject({ max_length: 9 });
    expect(configOf("long")).toMatchObject({ max_length: 9 });
    expect(configOf("number")).toEqual({ min: 3, unit: "€", default: 5 });
    expect(configOf("day")).toEqual({ min: "2024-01-01", max: { days_from_today: 0 } });
    expect(configOf("many")).toEqual({ min: 0, max: 10, labels: { center: "Mid" } });
    expect(nodeOf(result, "few").data.description).toBe("0: Low");
    expect(configOf("one")).toMatchObject({ shuffle: "all", default: "b" });
    expect(configOf("both")).toMatchObject({ min_selections: 2 });
    expect(configOf("boxes")).toMatchObject({ allow_other: true });
    expect(configOf("pick")).toMatchObject({ max_selections: 2 });
    expect(configOf("files")).toMatchObject({
      max_files: 10,
      max_size_mb: 0.5,
      accept: ["application/pdf", "video/*"],
    });
    expect(nodeOf(result, "text_2").data).toMatchObject({ title: "Read this", description: "**Now**" });
    expect(nodeOf(result, "text_3").data).toMatchObject({
      title: "An image",
      image: { url: "https://example.com/i.png" },
    });
    expect(result.issues).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("names each part that it changes or loses", () => {
    const isThere = when(field("a"), "IS_NOT_EMPTY");
    const result = converted({
      ...form(
        entry("a", { hasDefaultAnswer: true, defaultAnswer: { uuid: "plan", type: "HIDDEN_FIELD" } }),
        entry("unseen", { isHidden: true }),
        grouped("b", "CHECKBOX", [{ text: "b" }, { text: "Something else", isOtherOption: true }], { randomize: true }),
        grouped("c", "MULTIPLE_CHOICE_OPTION", [{ text: "c", image: "/c.png" }, { text: "d" }]),
        question("d", "INPUT_DATE", { disableDays: ["MONDAYS"] }),
        grouped("e", "RANKING_OPTION", [{ html: "only" }]),
        question("payment", "PAYMENT"),
        question("wallet", "WALLET_CONNECT"),
        question("country", "RESPONDENT_COUNTRY"),
        block("CAPTCHA"),
        block("EMBED", { inputUrl: "https://example.com" }),
        block("HOLOGRAM"),
        logic([isThere], [{ type: "HIDE_BUTTON_TO_DISABLE_COMPLETION" }, { type: "SING" }, show("gone"), hide("c 1")]),
        logic([isThere], [jump("gone"), require("gone")]),
        page("p"),
        entry("f"),
        logic([isThere], [jump("p")]),
        page("z", true),
        block("TEXT", { html: "Only some", isHidden: true }, { uuid: "some" }),
        entry("late"),
        logic([isThere], [show("some"), jump("p")]),
      ),
      settings: {
        password: "x",
        uniqueSubmissionKey: { html: "" },
        submissionsLimit: null,
        redirectOnCompletion: "http://example.com",
      },
    });
    expect(issuesOf(result)).toEqual([
      "lost default blocks[1]",
      "changed never_asked blocks[3]",
      "changed other_label blocks[5]",
      "lost shuffle blocks[5]",
      "lost option_condition blocks[8]",
      "lost media blocks[8]",
      "lost date_limit blocks[11]",
      "lost jump blocks[11]",
      "lost ranking blocks[13]",
      "lost payment blocks[15]",
      "lost wallet blocks[17]",
      "lost country blocks[19]",
      "lost captcha blocks[20]",
      "lost media blocks[21]",
      "lost unknown_type blocks[22]",
      "lost backward_jump blocks[27]",
      "lost condition blocks[30]",
      "lost end_question blocks[32]",
      "lost redirect settings.redirectOnCompletion",
      "lost password settings.password",
      "lost jump blocks[33]",
      "lost logic blocks[23]",
      "lost logic blocks[23]",
      "lost logic blocks[23]",
      "lost required blocks[24]",
    ]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("redirects after each thank-you page, and ends at the one that a page leads to", () => {
    const result = converted({
      ...form(
        entry("a"),
        logic([when(field("a"), "IS", "x")], [jump("later")]),
        page("one", true),
        block("TITLE", { html: "One" }),
        page("later"),
        entry("b"),
        page("two", true),
        block("TITLE", { html: "Two" }),
        page("never"),
        entry("c"),
      ),
      settings: { redirectOnCompletion: { html: "https://example.com/done" } },
    });
    expect(nodesOf(result)).toEqual(["a short_text", "b short_text", "end end_screen", "end_2 end_screen"]);
    expect(result.graph.edges).toMatchObject([
      { from: "a", to: "b" },
      { from: "a", to: "end", condition: null },
      { from: "b", to: "end_2", condition: null },
    ]);
    for (const id of ["end", "end_2"])
      expect(nodeOf(result, id).data.config).toEqual({ redirect_url: "https://example.com/done", redirect_delay_s: 0 });
    expect(issuesOf(result)).toEqual(["changed never_asked blocks[12]"]);
  });

  it("refuses a form of which nothing arrives", async () => {
    const document = JSON.stringify({ name: "F", blocks: question("Pay", "PAYMENT") });
    await expect(readForm(Buffer.from(document))).rejects.toThrow(
      "file: has no question that can be imported; blocks[1] “Pay”: Payments aren't supported.",
    );
  });

  it.each<[string, () => Given]>([
    [
      "20,000 blocks of one group",
      () => form(Array.from({ length: 20_000 }, () => block("CHECKBOX", { text: "x" }, { uuid: "u", groupUuid: "g" }))),
    ],
    [
      "900 questions that 100 rules of 200 comparisons show",
      () => {
        const ids = Array.from({ length: 900 }, (_, at) => `q${at}`);
        const comparisons = Array.from({ length: 200 }, () => when(field("t"), "IS", "x"));
        const rules = Array.from({ length: 100 }, () => logic(comparisons, [show(...ids)]));
        return form(entry("t"), ...ids.map((id) => entry(id, { isHidden: true })), rules);
      },
    ],
    [
      "5,000 pages with jumps to the last one",
      () =>
        form(
          entry("t"),
          ...Array.from({ length: 5_000 }, (_, at) => [
            page(`p${at}`),
            logic([when(field("t"), "IS", "x")], [jump("p4999")]),
          ]),
          entry("q"),
        ),
    ],
    [
      "5,000 changes of a calculated field that 500 texts show",
      () =>
        form(
          block("FORM_TITLE", { mentions: [{ uuid: "m", field: calculated("v") }] }),
          fields({ uuid: "v", name: "v", type: "NUMBER", value: 0 }),
          entry("t"),
          ...Array.from({ length: 500 }, (_, at) => [
            logic(
              [when(field("t"), "IS", "x")],
              Array.from({ length: 10 }, () => calculate("v", "ADDITION", 1)),
            ),
            block("TEXT", { safeHTMLSchema: [["@v", [["mention", "m"]]]] }),
            page(`p${at}`),
          ]),
        ),
    ],
  ])("converts or refuses %s in bounded time", (_, make) => {
    const document = make();
    const before = process.cpuUsage();
    try {
      converted(document);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(15);
  });

  it("names a calculated field with more changes than a calculation can nest", () => {
    const changes = Array.from({ length: 101 }, () => calculate("v", "ADDITION", 1));
    const { issues } = converted(
      form(entry("t"), fields({ uuid: "v", name: "v", type: "NUMBER" }), logic([when(field("t"), "IS", "x")], changes)),
    );
    expect(issues).toMatchObject([{ severity: "lost", code: "calculation" }]);
    expect(issues[0]?.message).toContain("logic changes it more than 100 times");
  });

  it("names a question with more rules than a condition can have", () => {
    const rules = Array.from({ length: 101 }, (_, at) => logic([when(field("t"), "IS", `x${at}`)], [show("q")]));
    const { issues } = converted(form(entry("t"), entry("q", { isHidden: true }), ...rules));
    expect(issues).toMatchObject([{ code: "condition", node_id: "q" }]);
    expect(issues[0]?.message).toContain("more than 100 rules show or hide it");
  });

  it("refuses more than 20,000 blocks", () => {
    const document = form(new Array<Given>(20_001).fill(block("TEXT", { html: "x" })));
    expect(() => convertTally(document)).toThrow("file: must have at most 20,000 items");
  });

  it("makes a form that can be published of any form", () => {
    const uuid = fc.constantFrom("a", "b", "c", "d", "a 0", "p", "z", "v", "gone");
    const from = fc.record({ uuid, type: fc.constantFrom("INPUT_FIELD", "CALCULATED_FIELD", "HIDDEN_FIELD") });
    const comparison = fc.constantFrom("IS", "IS_NOT", "CONTAINS", "IS_ANY_OF", "GREATER_THAN", "IS_EMPTY");
    const value = fc.constantFrom<unknown>("a 0", "x", 3, ["a 0"], null, { uuid: "b" });
    const one = fc.record({ field: from, comparison, value }).map((payload) => ({ type: "SINGLE", payload }));
    const change = fc.record({
      field: fc.constant({ uuid: "v" }),
      operator: fc.constantFrom("ADDITION", "DIVISION", "ASSIGNMENT"),
      value,
    });
    const action = fc.record({
      type: fc.constantFrom("SHOW_BLOCKS", "HIDE_BLOCKS", "JUMP_TO_PAGE", "REQUIRE_ANSWER", "CALCULATE"),
      payload: fc.record({
        showBlocks: fc.array(uuid, { maxLength: 3 }),
        hideBlocks: fc.array(uuid, { maxLength: 3 }),
        jumpToPage: fc.constantFrom("p", "z", "0"),
        requireAnswer: uuid,
        calculate: change,
      }),
    });
    const type = fc.constantFrom(
      ..."TITLE LABEL TEXT HEADING_1 IMAGE DIVIDER INPUT_TEXT INPUT_NUMBER INPUT_DATE LINEAR_SCALE RATING MATRIX_ROW".split(
        " ",
      ),
      ..."MATRIX_COLUMN MULTIPLE_CHOICE_OPTION CHECKBOX DROPDOWN_OPTION RANKING_OPTION FILE_UPLOAD PAYMENT".split(" "),
      ..."CONDITIONAL_LOGIC CONDITIONAL_LOGIC PAGE_BREAK CALCULATED_FIELDS HIDDEN_FIELDS EMBED OTHER".split(" "),
    );
    const any = fc.record({
      uuid,
      type,
      groupUuid: fc.constantFrom("a", "b", "c"),
      payload: fc.record({
        html: fc.constantFrom("", "Text", '<span data-uuid="m">@x</span>'),
        text: fc.constantFrom("x", "y", ""),
        isHidden: fc.boolean(),
        isRequired: fc.boolean(),
        isOtherOption: fc.boolean(),
        allowMultiple: fc.boolean(),
        isThankYouPage: fc.boolean(),
        logicalOperator: fc.constantFrom("AND", "OR"),
        conditionals: fc.array(one, { maxLength: 3 }),
        actions: fc.array(action, { maxLength: 3 }),
        calculatedFields: fc.constant([{ uuid: "v", name: "v", type: "NUMBER", value: 1 }]),
        hiddenFields: fc.constant([{ uuid: "d", name: "h" }]),
        mentions: fc.constant([{ uuid: "m", field: { uuid: "a" }, defaultValue: "you" }]),
      }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 14 }), (blocks) => {
        expect(errorsOf(converted({ blocks }))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

/** Returns a form of four pages with random rules, which lead forward. */
function randomForm(random: () => number): Given {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const isRequired = () => random() < 0.5;
  const makers: ((id: string, more: Given) => Given[])[] = [
    single,
    multi,
    (id, more) => grouped(id, "DROPDOWN_OPTION", texts, more),
    (id, more) => grouped(id, "MULTIPLE_CHOICE_OPTION", [...texts, { text: "Other", isOtherOption: true }], more),
    (id, more) => question(id, "INPUT_NUMBER", more, more),
    (id, more) => question(id, "LINEAR_SCALE", { start: 1, end: 7, ...more }, more),
    (id, more) => question(id, "RATING", more, more),
    (id, more) => question(id, "INPUT_DATE", more, more),
    entry,
  ];
  const made = Array.from({ length: 12 }, (_, at) => {
    const isHidden = random() < 0.4;
    return pick(makers)(`q${at}`, { isRequired: isRequired(), ...(isHidden && { isHidden }) });
  });
  const blocks: Given[] = [fields({ uuid: "v", name: "points", type: "NUMBER", value: pick([0, 2]) })];
  blocks.push(fields({ uuid: "w", name: "kind", type: "TEXT", value: "old" }));
  const conditionAt = (at: number) => {
    if (random() < 0.1)
      return when(calculated("v"), pick(["GREATER_THAN", "LESS_OR_EQUAL_THAN", "EQUAL"]), pick([0, 2, 6]));
    if (random() < 0.1) return when(calculated("w"), pick(["IS", "IS_NOT"]), pick(["new", "old"]));
    return testOf(made[Math.floor(random() * (at + 1))] as Given[], pick);
  };
  for (const [at, own] of made.entries()) {
    if (at % 3 === 0 && at > 0) blocks.push(page(`p${at / 3}`));
    blocks.push(...own);
    const targets = [at + 1, at + 2, at + 4]
      .filter((it) => it < 12)
      .map((it) => (made[it] ?? []).map(({ uuid }) => String(uuid)));
    const conditions = Array.from({ length: pick([1, 1, 2]) }, () => conditionAt(at));
    const group = { type: "GROUP", payload: { logicalOperator: pick(["AND", "OR"]), conditionals: conditions } };
    const actions: object[] = [];
    if (targets.length > 0 && random() < 0.7) actions.push(pick([show, show, hide])(...pick(targets)));
    if (random() < 0.3)
      actions.push(calculate("v", pick(["ADDITION", "SUBTRACTION", "MULTIPLICATION", "ASSIGNMENT"]), pick([1, 2])));
    if (random() < 0.2) actions.push(calculate("w", "ASSIGNMENT", pick(["new", "gold"])));
    if (at % 3 === 2 && at < 11 && random() < 0.4)
      actions.push(jump(pick([`p${(at + 4) / 3}`, "thanks"].filter((it) => it !== "p4"))));
    if (actions.length > 0) blocks.push(logic([pick([group, conditionAt(at)])], actions));
  }
  return form(blocks, page("thanks", true), block("HEADING_1", { html: "Bye" }));
}

/** Returns a condition that fits a question. */
function testOf(asked: Given[], pick: <T>(list: readonly T[]) => T): object {
  const [label, first] = asked as [Given, Given];
  const id = String(label.uuid).replace(" title", "");
  const isThere = when(field(id), pick(["IS_EMPTY", "IS_NOT_EMPTY"]));
  const withValue = (operators: readonly string[], values: readonly unknown[]) =>
    pick([when(field(id), pick(operators), pick(values)), isThere]);
  const numbers = ["EQUAL", "NOT_EQUAL", "GREATER_THAN", "LESS_THAN", "GREATER_OR_EQUAL_THAN", "LESS_OR_EQUAL_THAN"];
  switch (first.type) {
    case "MULTIPLE_CHOICE_OPTION":
    case "DROPDOWN_OPTION":
      return pick([
        withValue(["IS", "IS_NOT"], [`${id} 0`, `${id} 1`]),
        withValue(["IS_ANY_OF", "IS_NOT_ANY_OF"], [[`${id} 0`], [`${id} 0`, `${id} 2`]]),
      ]);
    case "CHECKBOX":
      return pick([
        withValue(["IS_ANY_OF", "IS_NOT_ANY_OF", "IS_EVERY_OF"], [[`${id} 0`], [`${id} 0`, `${id} 2`]]),
        withValue(["CONTAINS", "DOES_NOT_CONTAIN"], [`${id} 1`]),
      ]);
    case "INPUT_DATE":
      return withValue(["IS_BEFORE", "IS_AFTER", "IS"], ["2001-02-28", "2015-06-15"]);
    case "INPUT_TEXT":
      return withValue(["IS", "CONTAINS", "IS_NOT", "STARTS_WITH"], ["none", "John", "a"]);
    default:
      return withValue(numbers, [2, 3, 5]);
  }
}
