import { describe, expect, test } from "@jest/globals";
import { inlineJson } from "../../services/web/respondent/pageData.ts";

describe("inlineJson", () => {
  test.each(["</script><script>alert(1)</script>", "<!--<script>", "\u2028\u2029", "]]>"])(
    "keeps %j intact",
    (text) => {
      const inline = inlineJson({ text });
      expect(inline).not.toMatch(/[<\u2028\u2029]/);
      expect(JSON.parse(inline)).toEqual({ text });
    },
  );
});
