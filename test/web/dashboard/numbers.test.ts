import {
  compactText,
  counted,
  durationText,
  millisecondsText,
  numberText,
  percentText,
} from "../../../services/web/strings/en/dashboard/numbers.ts";

describe("numbers of the dashboard", () => {
  it.each([
    [numberText(1_250), "1,250"],
    [numberText(2 / 3), "0.67"],
    [compactText(1_250), "1.3K"],
    [compactText(-100), "−100"],
    [percentText(2 / 3), "66.7%"],
    [percentText(1), "100%"],
    [millisecondsText(1_250.6), "1,251 ms"],
    [counted(1, "form", "forms"), "1 form"],
    [counted(1_250, "form", "forms"), "1,250 forms"],
  ])("writes %s", (text, expected) => expect(text).toBe(expected));

  it("writes a dash for a missing value", () => {
    expect([numberText, percentText, millisecondsText, durationText].map((write) => write(null))).toEqual([
      "–",
      "–",
      "–",
      "–",
    ]);
  });

  it.each([
    [0.4, "0 s"],
    [59.6, "1 min"],
    [108, "1 min 48 s"],
    [7_265, "2 h 1 min"],
    [90_000, "1 d 1 h"],
    [86_401, "1 d"],
  ])("writes %d seconds as %s", (seconds, text) => expect(durationText(seconds)).toBe(text));
});
