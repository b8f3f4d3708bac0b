import { describe, expect, it } from "@jest/globals";
import { chosenLanguage, likelyLanguages, type Wanted } from "../../../services/web/respondent/languages/chosen.ts";
import { matching } from "../../../services/web/respondent/languages/matching.ts";
import { nativeName } from "../../../services/web/respondent/languages/nativeName.ts";

const offered = ["en", "de", "pt-BR", "zh-Hant"];
const nothing: Wanted = { asked: null, switched: null, running: null, linked: null, device: [] };

describe("chosenLanguage", () => {
  it("takes the first known one of address, switch, session, link and device, else the form's own", () => {
    const rows: [Partial<Wanted>, string][] = [
      [{}, "en"],
      [{ device: ["fr", "pt-PT", "de"] }, "pt-BR"],
      [{ device: ["zh-TW"] }, "zh-Hant"],
      [{ device: ["zh-CN"] }, "en"],
      [{ linked: "de", device: ["pt"] }, "de"],
      [{ running: "pt-BR", linked: "de" }, "pt-BR"],
      [{ switched: "DE", running: "pt-BR" }, "de"],
      [{ asked: "zh-hant", switched: "de" }, "zh-Hant"],
      [{ asked: "fr", switched: "de" }, "de"],
      [{ asked: "", device: ["*"] }, "en"],
    ];
    for (const [wanted, chosen] of rows)
      expect([wanted, chosenLanguage(offered, { ...nothing, ...wanted })]).toEqual([wanted, chosen]);
  });
});

describe("matching", () => {
  it("matches offered languages by RFC 4647 lookup, then by language and script", () => {
    const offered = ["en", "de", "pt-BR", "zh-Hant", "sr-Latn"];
    const cases = [
      ["de-AT", "de"],
      ["DE", "de"],
      ["pt-PT", "pt-BR"],
      ["zh-Hant-HK", "zh-Hant"],
      ["zh-TW", "zh-Hant"],
      ["zh-CN", null],
      ["sr", null],
      ["fr", null],
      ["en-x-private", "en"],
      ["-", null],
    ] as const;
    for (const [wanted, found] of cases) expect([wanted, matching(wanted, offered)]).toEqual([wanted, found]);
    expect(matching("zh-TW", ["zh"])).toBe("zh");
    expect(["zh-TW", "zh-CN"].map((tag) => matching(tag, ["zh", "zh-Hant"]))).toEqual(["zh-Hant", "zh"]);
  });
});

describe("likelyLanguages", () => {
  it("names up to three others, the device's first", () => {
    const many = ["en", "de", "fr", "es", "ja"];
    expect(likelyLanguages(many, "en", ["ja-JP", "en-US"])).toEqual(["ja", "de", "fr"]);
    expect(likelyLanguages(["en", "de"], "de", [])).toEqual(["en"]);
  });
});

describe("nativeName", () => {
  it("names a language in itself, with a capital letter", () => {
    expect(["de", "fr", "ar", "pt-BR", "tr", "x"].map(nativeName)).toEqual([
      ...["Deutsch", "Français", "العربية", "Português (Brasil)", "Türkçe", "x"],
    ]);
  });
});
