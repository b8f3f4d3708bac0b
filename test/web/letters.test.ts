import { readFileSync } from "node:fs";
import * as letters from "../../services/web/respondent/screens/letters.ts";

describe("lackedBy", () => {
  const isDrawn = (text: string, font: string) => !new RegExp(letters.lackedBy(font) ?? "", "u").test(text);

  test.each([
    "Zażółć gęślą jaźń – ŁÓDŹ",
    "Příliš žluťoučký kůň úpěl",
    "Pijamalı hasta yağız şoföre, İstanbul",
    "Árvíztűrő tükörfúrógép",
    "Știți când începeți? Ăsta, țară",
    "How was it? 👍🏽 ❤️ 3️⃣ → 5 €",
    "",
  ])("finds nothing in %s", (text) => {
    for (const font of ["Figtree", "Instrument Sans", "Fraunces", "Bricolage Grotesque, serif"])
      expect({ font, isDrawn: isDrawn(text, font) }).toEqual({ font, isDrawn: true });
  });

  test.each(["Ваше имя?", "Café Ωmega", "お名前", "שלום", "cafe\u0323"])("finds a letter in %s", (text) => {
    expect(isDrawn(text, "Figtree")).toBe(false);
    expect(isDrawn(text, "Fraunces")).toBe(false);
  });

  test("finds Vietnamese letters only for fonts without them", () => {
    const drawn = ["Figtree", "Instrument Sans", "Fraunces", "Bricolage Grotesque"].filter((font) =>
      isDrawn("Bạn có hài lòng với dịch vụ không? Đường, ĩ ũ ơ ư", font),
    );
    expect(drawn).toEqual(["Fraunces", "Bricolage Grotesque"]);
  });

  test("is null for fonts of the device", () => {
    expect(letters.lackedBy("Georgia")).toBeNull();
  });
});

test("fonts.css loads the files of exactly these letters", () => {
  const css = readFileSync("services/web/respondent/screens/fonts.css", "utf8");
  const rangesOf = (part: string) =>
    [...css.matchAll(new RegExp(`-${part}\\.woff2.*\\s+unicode-range:([^;]+)`, "g"))].map(([, ranges = ""]) =>
      [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)].flatMap(([, first = "", last = first]) =>
        Array.from({ length: parseInt(last, 16) - parseInt(first, 16) + 1 }, (_, at) => parseInt(first, 16) + at),
      ),
    );
  const codesOf = (ranges: string) => {
    const letter = new RegExp(`[${ranges}]`, "u");
    return Array.from({ length: 0x2000 }, (_, code) => code).filter((code) => letter.test(String.fromCodePoint(code)));
  };
  expect(rangesOf("latin-ext")).toEqual(Array(4).fill(codesOf(letters.latinExt)));
  expect(rangesOf("vietnamese")).toEqual(Array(2).fill(codesOf(letters.vietnamese).sort((a, b) => a - b)));
});
