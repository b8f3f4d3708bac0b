import {
  isEnter,
  itemOfLetter,
  latinLetter,
  letterOf,
  movedFocus,
  typedDigit,
} from "../../../services/web/respondent/questions/keys.ts";

const key = (name: string, more: object = {}) => ({ key: name, ...more });

test("doesn't continue on the Enter that ends an IME composition", () => {
  expect(isEnter(key("Enter"))).toBe(true);
  expect(isEnter(key("Enter", { isComposing: true }))).toBe(false);
  expect(isEnter(key("Enter", { keyCode: 229 }))).toBe(false);
  expect(isEnter(key(" "))).toBe(false);
});

test("moves the focus with arrows, mirrored in right-to-left text", () => {
  expect([movedFocus(key("ArrowDown"), 2, 3), movedFocus(key("ArrowUp"), 0, 3)]).toEqual([0, 2]);
  expect([movedFocus(key("ArrowRight"), 0, 3), movedFocus(key("ArrowRight"), 1, 3, true)]).toEqual([1, 0]);
  expect([movedFocus(key("ArrowLeft"), 1, 3), movedFocus(key("ArrowLeft"), 1, 3, true)]).toEqual([0, 2]);
  expect([movedFocus(key("Home"), 1, 3), movedFocus(key("End"), 1, 3)]).toEqual([0, 2]);
  for (const other of ["a", " ", "Tab", "toString"]) expect(movedFocus(key(other), 1, 3)).toBeNull();
});

test("chooses by letter, and by key position on keyboards of other scripts", () => {
  expect([itemOfLetter(key("b"), 3), itemOfLetter(key("C"), 3), itemOfLetter(key("d"), 3)]).toEqual([1, 2, null]);
  expect(itemOfLetter(key("ф", { code: "KeyA" }), 3)).toBe(0);
  expect(latinLetter(key("ν", { code: "KeyN" }))).toBe("N");
  // a French keyboard has A where others have Q
  expect(itemOfLetter(key("a", { code: "KeyQ" }), 26)).toBe(0);
  for (const other of ["1", "Enter", "-", ""]) expect(itemOfLetter(key(other, { code: "KeyA" }), 26)).toBeNull();
});

test("gives letters to the first 26 of many options", () => {
  expect([letterOf(0), letterOf(25), letterOf(26)]).toEqual(["A", "Z", undefined]);
  expect([itemOfLetter(key("a"), 100), itemOfLetter(key("z"), 100)]).toEqual([0, 25]);
});

describe("digits", () => {
  const scale = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const typed = (presses: [digit: string, at: number][], choices = scale) =>
    presses.reduce((state, [digit, at]) => typedDigit(state, key(digit), at, choices) ?? state, {
      digits: "",
      at: -Infinity,
      choice: null,
    } as { digits: string; at: number; choice: number | null }).choice;

  test("choose their number, 1 and 0 together 10", () => {
    expect(typed([["7", 0]])).toBe(7);
    expect(
      typed([
        ["1", 0],
        ["0", 1_400],
      ]),
    ).toBe(10);
    expect(
      typed([
        ["1", 0],
        ["0", 4_000],
      ]),
    ).toBe(0);
    expect(
      typed([
        ["1", 0],
        ["5", 100],
      ]),
    ).toBe(5);
    expect(
      typed(
        [
          ["1", 0],
          ["0", 100],
        ],
        [1, 2, 3, 4, 5],
      ),
    ).toBeNull();
    expect(
      typed(
        [
          ["1", 0],
          ["2", 100],
        ],
        [10, 11, 12],
      ),
    ).toBe(12);
  });

  test("are those at the place of a key on keyboards of other scripts", () => {
    const none = { digits: "", at: 0 };
    expect(typedDigit(none, { key: "٣", code: "Digit3" }, 1, [1, 2, 3])?.choice).toBe(3);
    expect(typedDigit(none, { key: "५", code: "Numpad5" }, 1, [5])?.choice).toBe(5);
    expect(typedDigit(none, { key: "é", code: "Digit2" }, 1, [2])?.choice).toBe(2);
  });

  test("ignore other keys", () => {
    expect(typedDigit({ digits: "", at: 0 }, key("a"), 0, scale)).toBeNull();
  });
});
