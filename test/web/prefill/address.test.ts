import { JSDOM } from "jsdom";
import { givenIn, takeGiven } from "../../../services/web/respondent/prefill/address.ts";
import { givenAnswer } from "../../../services/web/respondent/prefill/answers.ts";
import { hasGiven } from "../../../services/web/respondent/walk/address.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { QuestionType } from "../../../shared/domain/questions/question.ts";
import { type Config, compile, context, labelled, minimal } from "../../domain/questions/support.ts";

const answer = (type: QuestionType, config: Config, search: string, hash = "") =>
  givenAnswer("q1", compile(type, config), givenIn(search, hash), context);

describe("answers in an address", () => {
  const options = [
    { value: "red", label: "Dark red" },
    { value: "blue", label: "Blue" },
  ];
  test.each<[QuestionType, Config, string, Json]>([
    ["short_text", {}, "?answer.q1=Ada+L&answer.q1=Bo", "Ada L"],
    ["short_text", { max_length: 2 }, "?answer.q1=Ada", null],
    ["number", {}, "?answer.q1=-1.5", -1.5],
    ["number", {}, "?answer.q1=1,5", null],
    ["number", {}, "?answer.q1=0x10", null],
    ["opinion_scale", {}, "?answer.q1=9", 9],
    ["opinion_scale", {}, "?answer.q1=11", null],
    ["date", {}, "?answer.q1=2026-01-31", "2026-01-31"],
    ["date", {}, "?answer.q1=2026-02-31", null],
    ["email", {}, "?answer.q1=ada%40example.com", "ada@example.com"],
    ["phone", { default_country: "DE" }, "?answer.q1=030123456", "030123456"],
    ["yes_no", {}, "?answer.q1=yes", "yes"],
    ["yes_no", { yes_label: "Sure" }, "?answer.q1=sure", "yes"],
    ["multiple_choice", { options }, "?answer.q1=blue", "blue"],
    ["multiple_choice", { options }, "?answer.q1=DARK%20RED", "red"],
    ["multiple_choice", { options }, "?answer.q1=green", null],
    ["multiple_choice", { options, allow_other: true }, "?answer.q1=green", "green"],
    ["checkbox", { options }, "?answer.q1=blue&answer.q1=green&answer.q1=red&answer.q1=red", ["blue", "red"]],
    ["checkbox", { options, max_selections: 1 }, "?answer.q1=blue&answer.q1=red", null],
    ["ranking", { options }, "?answer.q1=blue&answer.q1=red", ["blue", "red"]],
    ["ranking", { options }, "?answer.q1=blue", null],
    [
      "matrix",
      minimal.matrix,
      "?answer.q1.food=good&answer.q1.staff=Bad&answer.q1.pool=bad",
      { food: "good", staff: "bad" },
    ],
    ["matrix", minimal.matrix, "?answer.q1=good", null],
    ["file_upload", {}, "?answer.q1=https://x.example/a.png", null],
    ["short_text", {}, "?q1=Ada", null],
  ])("%s %j with %s is %j", (type, config, search, expected) => {
    expect(answer(type, config, search)).toEqual(expected);
  });

  test("stand behind # too, and win there", () => {
    expect(answer("short_text", {}, "", "#answer.q1=Ada")).toBe("Ada");
    expect(answer("checkbox", { options: labelled("a", "b") }, "?answer.q1=a", "#answer.q1=b")).toEqual(["b"]);
  });

  test("are in lower case if an embedding page names them", () => {
    const given = givenIn("?embed=inline", "#answer.q1=Ada");
    expect(givenAnswer("Q1", compile("short_text"), given, context)).toBe("Ada");
    expect(givenAnswer("Q1", compile("short_text"), givenIn("", "#answer.q1=Ada"), context)).toBeNull();
  });
});

describe("takeGiven", () => {
  const pageAt = (path: string) => new JSDOM("", { url: `https://forms.example${path}` }).window as unknown as Window;

  test("takes answers out of the address, and keeps them for a reload", () => {
    const page = pageAt("/f/lunch?plan=pro&answer.q1=Ada&prefill=skip#answer.q2=2");
    page.history.replaceState({ below: 3 }, "");
    expect(hasGiven(page)).toBe(true);
    const given = takeGiven(page);
    expect(page.location.href).toBe("https://forms.example/f/lunch?plan=pro");
    expect(page.history.state).toMatchObject({ below: 3 });
    expect(hasGiven(page)).toBe(true);
    expect(takeGiven(page)).toEqual(given);
    expect([[...given.texts.keys()], given.isSkipping]).toEqual([["q1", "q2"], true]);
  });

  test("leaves other addresses alone", () => {
    const page = pageAt("/f/lunch?plan=pro#part");
    expect(hasGiven(page)).toBe(false);
    expect(takeGiven(page).texts.size).toBe(0);
    expect(page.location.href).toBe("https://forms.example/f/lunch?plan=pro#part");
  });
});
