import { fileFault } from "../../../services/web/respondent/questions/files.ts";
import { numberText, stepsOf } from "../../../services/web/respondent/questions/numbers.ts";
import { matching, named } from "../../../services/web/respondent/questions/options.ts";
import { numberAnswer, parseNumber } from "../../../services/web/respondent/questions/parseNumber.ts";
import { completed, moved, rankedAt, shownOrder, unranked } from "../../../services/web/respondent/questions/ranks.ts";
import {
  canToggle,
  otherTextOf,
  toggled,
  withOtherText,
} from "../../../services/web/respondent/questions/selections.ts";
import { shuffled } from "../../../services/web/respondent/questions/shuffled.ts";

describe("selections", () => {
  const choices = { values: ["a", "b", "c", "none"], exclusive: new Set(["none"]), max: 2 };

  test("follow the order of the options, not of the clicks", () => {
    expect(toggled(["c"], "a", choices)).toEqual(["a", "c"]);
    expect(toggled(["a", "c"], "a", choices)).toEqual(["c"]);
  });

  test("stop at the limit, where chosen ones can still be cleared", () => {
    expect(canToggle(["a", "b"], "c", choices)).toBe(false);
    expect(toggled(["a", "b"], "c", choices)).toEqual(["a", "b"]);
    expect(canToggle(["a", "b"], "b", choices)).toBe(true);
  });

  test("replace all others with an exclusive one, even at the limit", () => {
    expect(toggled(["a", "b"], "none", choices)).toEqual(["none"]);
    expect(toggled(["none"], "a", choices)).toEqual(["a"]);
    expect(withOtherText(["none"], "x", choices)).toEqual(["x"]);
  });

  test("keep the text of “Other” last, even while it is empty, and count it", () => {
    expect(withOtherText(["a"], "", choices)).toEqual(["a", ""]);
    expect(otherTextOf(["a", ""], choices.values)).toBe("");
    expect(withOtherText(["a", "x"], "xy", choices)).toEqual(["a", "xy"]);
    expect(withOtherText(["a", "xy"], null, choices)).toEqual(["a"]);
    expect(toggled(["a", "xy"], "b", choices)).toEqual(["a", "xy"]);
    expect(toggled(["b", "xy"], "b", choices)).toEqual(["xy"]);
  });
});

describe("ranks", () => {
  test("are set, moved and removed", () => {
    expect(rankedAt([], "c", 0)).toEqual(["c"]);
    expect(rankedAt(["a", "b"], "c", 1)).toEqual(["a", "c", "b"]);
    expect(rankedAt(["a", "b", "c"], "a", 9)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b"], "a", -1)).toEqual(["a", "b"]);
    expect(moved(["a", "b"], "a", 1)).toEqual(["b", "a"]);
    expect(moved(["a"], "c", -1)).toEqual(["a", "c"]);
    expect(unranked(["a", "b"], "a")).toEqual(["b"]);
  });

  test("show unranked options below, and rank the last one left if all must be ranked", () => {
    const values = ["a", "b", "c"];
    expect(shownOrder(["c"], values)).toEqual(["c", "a", "b"]);
    expect(completed(["c", "a"], values, 3)).toEqual(["c", "a", "b"]);
    expect(completed(["c", "a"], values, 2)).toEqual(["c", "a"]);
    expect(completed(["c"], values, 3)).toEqual(["c"]);
  });
});

describe("numbers", () => {
  test.each([
    ["1.5", "en", 1.5],
    ["1,5", "en", 1.5],
    ["1,5", "de", 1.5],
    ["1.5", "de", 1.5],
    [" 1 250 ", "fr", 1250],
    ["-3", "en", -3],
    ["−3", "en", -3],
    [".5", "en", 0.5],
    ["1,", "de", 1],
    ["٣٫٥", "ar-EG", 3.5],
    ["१२", "hi-u-nu-deva", 12],
    ["१२", "hi", 12],
    ["٣٫٥", "ar", 3.5],
    ["۱۲", "en", 12],
    ["１２", "ja", 12],
    ["١٬٢٣٤٫٥", "ar-EG", 1234.5],
    ["1.234,5", "de", 1234.5],
    ["1,234.5", "en", 1234.5],
    ["-1.234.567,25", "en", -1234567.25],
  ])("parse %j in %s as %d", (text, language, number) => expect(parseNumber(text, language)).toBe(number));

  // 1,000 can mean a thousand or one, so it is refused
  test.each([
    ["1,000", "en"],
    ["1.000", "de"],
    ["1.2.3", "en"],
    ["1.23,4", "de"],
    ["1,234.5,6", "en"],
    ["1.234,567.8", "de"],
    ["-", "en"],
    ["1e5", "en"],
    ["0x10", "en"],
    ["abc", "en"],
    ["", "en"],
  ])("refuse %j in %s", (text, language) => expect(parseNumber(text, language)).toBeNull());

  test("keep half-typed text for the check to refuse", () => {
    expect([numberAnswer("-", "en"), numberAnswer(" ", "en"), numberAnswer("2", "en")]).toEqual(["-", null, 2]);
  });

  test("are formatted so that they parse to the same number", () => {
    for (const language of ["en", "de", "fr", "ar-EG", "hi-u-nu-deva"]) {
      for (const number of [0, -1.25, 1234567.875, 1e-7, 0.1]) {
        expect([language, parseNumber(numberText(number, language), language)]).toEqual([language, number]);
      }
    }
  });

  test("round the steps of a scale", () => {
    expect(stepsOf({ min: 0, max: 0.5, step: 0.1 }, 20)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5]);
    expect(stepsOf({ min: 1, max: 6, step: 2 }, 20)).toEqual([1, 3, 5]);
    expect(stepsOf({ min: 0, max: 100, step: 1 }, 20)).toHaveLength(21);
  });
});

test("finds options by words without case or accents, prefix matches first", () => {
  const options = ["Île de France", "New York", "York", "Orléans"].map((label) => ({ label }));
  expect(matching(options, "york").map(({ label }) => label)).toEqual(["York", "New York"]);
  expect(matching(options, "ile FRA")).toEqual([options[0]]);
  expect(matching(options, " ")).toHaveLength(4);
  expect(named(options, "orleans ")).toBe(options[3]);
  expect(named(options, "orl")).toBeUndefined();
});

describe("shuffled options", () => {
  const items = ["a", "b", "c", "d", "e", "f"];

  test("keep their order for the same respondent, and the last option if it is fixed", () => {
    expect(shuffled(items, "all", "one")).toEqual(shuffled(items, "all", "one"));
    expect(shuffled(items, "none", "one")).toEqual(items);
    const orders = Array.from({ length: 200 }, (_, seed) => shuffled(items, "except_last", String(seed)));
    for (const order of orders) expect([order.at(-1), [...order].sort()]).toEqual(["f", items]);
  });

  test("put each option at each index about equally often", () => {
    const firsts = Array.from({ length: 6_000 }, (_, seed) => shuffled(items, "all", `session ${seed}`)[0]);
    for (const item of items) expect(Math.abs(firsts.filter((it) => it === item).length - 1_000)).toBeLessThan(150);
  });
});

test("checks files before their upload", () => {
  const limits = { max_size_mb: 1, accept: ["image/*", "application/pdf"] };
  expect(fileFault({ size: 2 ** 20, type: "image/png" }, limits)).toBeNull();
  expect(fileFault({ size: 2 ** 20 + 1, type: "image/png" }, limits)).toBe("size");
  expect(fileFault({ size: 0, type: "image/png" }, limits)).toBe("empty");
  expect(fileFault({ size: 1, type: "video/mp4" }, limits)).toBe("type");
  // the service decides by its content, because browsers name types by the programs that are installed
  const files = { ...limits, accept: ["text/csv", "application/zip"] };
  for (const type of ["", "application/pdf", "application/vnd.ms-excel", "application/x-zip-compressed"])
    expect(fileFault({ size: 1, type }, files)).toBeNull();
});
