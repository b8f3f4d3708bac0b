import { type Format, formatted } from "../../../services/web/dashboard/builder/formatting/format.ts";

/** Applies a format to the part between the bars, and shows the selection after it with bars. */
function after(marked: string, format: Format): string {
  const start = marked.indexOf("|");
  const end = marked.lastIndexOf("|") - 1;
  const text = marked.replaceAll("|", "");
  const { from, to, text: inserted, selected } = formatted(text, [start, Math.max(start, end)], format);
  const whole = text.slice(0, from) + inserted + text.slice(to);
  return `${whole.slice(0, selected[0])}|${whole.slice(...selected)}|${whole.slice(selected[1])}`;
}

describe("formatted", () => {
  it.each<[string, Format, string]>([
    ["a |b| c", "bold", "a **|b|** c"],
    ["a **|b|** c", "bold", "a |b| c"],
    ["a |**b**| c", "bold", "a |b| c"],
    ["a **|b|** c", "italic", "a ***|b|*** c"],
    ["a ***|b|*** c", "bold", "a *|b|* c"],
    ["a ***|b|*** c", "italic", "a **|b|** c"],
    ["a| b |c", "bold", "a **|b|** c"],
    ["a |b| c", "link", "a [b](|https://|) c"],
    ["|https://x.org|", "link", "[https://x.org](|https://x.org|)"],
  ])("changes %s to %s text", (before, format, result) => {
    expect(after(before, format)).toBe(result);
  });
});
