import { describe, expect, it } from "@jest/globals";
import { chosenLanguage, likelyLanguages, type Wanted } from "../../../services/web/respondent/languages/chosen.ts";
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
