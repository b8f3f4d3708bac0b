import * as library from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import {
  countryTyped,
  phoneAnswer,
  phoneExample,
  phoneFields,
} from "../../../services/web/respondent/questions/phoneNumbers.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";

test("answers with the full number, however it was typed", () => {
  const answers = ["020 7946 0958", "2079460958", "+44 20 7946 0958", "+44 (0)20 7946 0958"].map((text) =>
    phoneAnswer({ country: "GB", text }, library),
  );
  expect(new Set(answers)).toEqual(new Set(["+442079460958"]));
  expect(phoneAnswer({ country: "GB", text: " " }, library)).toBeNull();
  expect(phoneAnswer({ country: "US", text: "(213) 373-4253 ext. 12" }, library)).toBe("+1 213 373 4253 ext. 12");
});

test("shows an example in the form of the selected country", () => {
  const shown = (["GB", "FR", null] as const).map((country) => phoneExample(country, library, examples));
  expect(shown).toEqual(["07400 123456", "06 12 34 56 78", "+44 7400 123456"]);
});

test("selects the country that is typed", () => {
  expect(countryTyped({ country: "GB", text: "+49 30 901820" }, library)).toBe("DE");
  expect(countryTyped({ country: "GB", text: "030 901820" }, library)).toBeNull();
  expect(phoneAnswer({ country: "GB", text: "+49 30 901820" }, library)).toBe("+4930901820");
});

test("keeps an incomplete number as typed, and the check refuses it", () => {
  const check = compileQuestion({ question_type: "phone", data: { config: { default_country: "FR" } } }).check;
  for (const fields of [
    { country: "GB", text: "12" },
    { country: "GB", text: "+44" },
    { country: null, text: "555" },
  ] as const) {
    const answer = phoneAnswer(fields, library) as string;
    expect(check(answer, { today: "", isIssuedFile: () => false })).toMatchObject({ kind: "problem" });
    expect(phoneFields(answer, fields.country, library)).toEqual(fields);
  }
  expect(phoneFields("+442079460958", "FR", library)).toEqual({ country: "GB", text: "020 7946 0958" });
});
