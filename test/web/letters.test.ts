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
