import { expect, test } from "@jest/globals";
import * as library from "libphonenumber-js/max";
import { numberAnswer, parseNumber } from "../../../services/web/respondent/questions/parseNumber.ts";
import { phoneAnswer, phoneFields } from "../../../services/web/respondent/questions/phoneNumbers.ts";
import { contactText } from "../../../shared/domain/contactText.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";

/** As copied from contacts of phones, chats and web pages: bidi marks, joiners, soft hyphens and blanks of all kinds. */
const marks = ["\u00ad", "\u061c", "\u180e", "\u200b", "\u200e", "\u2060", "\u202a", "\u2066", "\ufeff", "\u{e0020}"];
const blanks = [" ", "\u00a0", "\u1680", "\u2003", "\u2028", "\u202f", "\u205f", "\u3000", "\t", "\r\n", "\u0085"];

test.each([...marks, ...blanks])("reads contacts within %j", (one) => {
  const copied = (text: string) => `${one}${text}${one}`;
  expect(contactText(copied("ada@example.com"))).toBe("ada@example.com");
  expect(parseNumber(copied("1250.5"), "en")).toBe(1250.5);
  expect(phoneAnswer({ country: "GB", text: copied("020 7946 0958") }, library)).toBe("+442079460958");
  expect(phoneFields(copied("+442079460958"), null, library).country).toBe("GB");
});

test("reads contacts with marks inside, and none from marks alone", () => {
  expect(contactText("ada@exam\u00adple\u200b.com")).toBe("ada@example.com");
  expect(phoneAnswer({ country: null, text: "\u202a+44\u00a020\u20607946 0958\u202c" }, library)).toBe("+442079460958");
  expect(contactText("\u200b \ufeff")).toBe("");
  expect(phoneAnswer({ country: "GB", text: "\u200b" }, library)).toBeNull();
  expect(numberAnswer("\u200e\u3000", "en")).toBeNull();
});

test("reads what Japanese keyboards write", () => {
  expect(contactText("ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ")).toBe("ada@example.com");
  expect(contactText("ada＠example。com")).toBe("ada@example.com");
  expect(parseNumber("－１２．５", "ja")).toBe(-12.5);
  expect(phoneAnswer({ country: "JP", text: "０３－１２３４－５６７８" }, library)).toBe("+81312345678");
  expect(phoneAnswer({ country: null, text: "＋８１ ３ １２３４ ５６７８" }, library)).toBe("+81312345678");
});

const check = (type: "email" | "number", value: string | number, config = {}) =>
  compileQuestion({ question_type: type, data: { config } }).check(value, {
    today: "2026-06-15",
    isIssuedFile: () => false,
  });

test.each(marks)("the service refuses an address with %j", (mark) => {
  expect(check("email", `ada${mark}@example.com`)).toMatchObject({ message: "must be an email address" });
  expect(check("email", `${mark}ada@example.com`)).toMatchObject({ message: "must be an email address" });
});

test("refuses numbers that a double can't keep, and keeps all others", () => {
  const refused = { kind: "problem", message: "has too many digits", reason: "digits" };
  for (const value of [2 ** 53, -(2 ** 53), 1.5e19, 1e300]) {
    expect(check("number", value)).toEqual(refused);
  }
  for (const text of [
    "4111111111111111111",
    "9007199254740993",
    "0.12345678901234567890",
    "-９００７１９９２５４７４０９９３",
  ]) {
    expect(check("number", numberAnswer(text, "en") as string)).toEqual(refused);
  }
  for (const value of [2 ** 53 - 1, 4111111111111111, -0.123456789012345, 0.1, 1e-9, 0]) {
    expect(check("number", value)).toEqual({ kind: "answer", answer: value });
  }
  expect(numberAnswer("4111111111111111", "en")).toBe(4111111111111111);
  expect(numberAnswer("0.00123456789012345", "en")).toBe(0.00123456789012345);
  expect(numberAnswer("0000000000000000001.5", "en")).toBe(1.5);
});
