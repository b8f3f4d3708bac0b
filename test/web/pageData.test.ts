import { describe, expect, test } from "@jest/globals";
import { inlineJson } from "../../services/web/respondent/pageData.ts";

describe("JSON within a page", () => {
  test.each(["</script><script>alert(1)</script>", "<!--<script>", "\u2028\u2029", "]]>"])("holds %j whole", (text) => {
    const inline = inlineJson({ text });
    expect(inline).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(inline)).toEqual({ text });
  });
});
