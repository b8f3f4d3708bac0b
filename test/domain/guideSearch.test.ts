import { brotliCompressSync, constants } from "node:zlib";
import { find, indexOf, opened, type SearchIndex } from "../../services/gateway/guides/browser/search.js";
import { readPages } from "../../services/gateway/guides/guides.ts";
import { packed } from "../../services/gateway/guides/sections.ts";

/** Ordinary searches of the guides, and the pages that answer them. */
const queries: [query: string, ...pages: string[]][] = [
  ["password", "guide/security"],
  ["forgot password", "faq", "guide/security"],
  ["change email address", "guide/security"],
  ["two factor", "guide/security"],
  ["QR code", "sharing"],
  ["embed iframe", "sharing", "embed-recipes"],
  ["wordpress", "embed-recipes"],
  ["hidden fields", "guide/hidden-fields"],
  ["utm_source", "guide/hidden-fields"],
  ["default end screen", "guide/hidden-fields"],
  ["prefill", "sharing"],
  ["rate limits", "limits", "operate/configure"],
  ["file size", "limits"],
  ["SMTP", "mails", "operate/configure"],
  ["BASE_URL", "operate/configure"],
  ["offline", "sharing", "faq"],
  ["403", "develop/error-catalog", "develop/authentication"],
  ["captcha", "guide/publish", "faq"],
  ["GDPR", "gdpr"],
  ["accessibility", "accessibility"],
  ["screen reader", "accessibility"],
  ["dark mode", "guide/design", "faq"],
  ["custom domain", "faq", "operate/reverse-proxy"],
  ["pagination", "develop/lists"],
  ["zapier", "develop/automation"],
  ["helm", "faq"],
  ["export to excel", "guide/responses"],
  ["delete responses", "guide/responses", "guide/privacy"],
  ["invite colleague", "guide/teams"],
  ["reminders", "guide/links"],
  ["anonymous", "guide/privacy", "faq"],
  ["skip logic", "guide/logic"],
  ["quiz points", "guide/scores"],
  ["translate form", "guide/languages"],
  ["close form", "guide/publish"],
  ["restore version", "guide/publish"],
  ["NPS", "guide/insights", "guide/questions"],
  ["import typeform", "moving/typeform"],
  ["google forms", "moving/google-forms"],
  ["keyboard shortcuts", "guide/shortcuts"],
  ["webhook signature", "webhooks"],
  ["idempotency key", "develop/retries"],
  ["api key", "develop/authentication"],
  ["environment variables", "operate/configure"],
  ["backup", "operate/backup"],
  ["single sign-on", "operate/single-sign-on"],
  ["prometheus metrics", "operate/monitor"],
  ["ports", "operate/architecture"],
  ["system requirements", "operate/sizing"],
];

let index: SearchIndex;
beforeAll(async () => {
  index = await indexOf((await readPages()).sections);
}, 30_000);
const first = (query: string): string => find(index, query)[0]?.address.replace(/^\/docs\/|#.*$/g, "") ?? "nothing";

test("45 of 49 ordinary searches lead to the right page first", () => {
  const wrong = queries.flatMap(([query, ...pages]) =>
    pages.includes(first(query)) ? [] : [`${query}: ${first(query)}`],
  );
  expect(queries.length).toBe(49);
  expect(wrong.slice(4)).toEqual([]);
});

test.each([
  ["tranlsate form", "guide/languages"],
  ["webhok", "webhooks"],
  ["keybord shortcut", "guide/shortcuts"],
  ["how do I embed a form in wordpress", "embed-recipes"],
])("finds “%s” in spite of its words", (query, page) => {
  expect(first(query)).toBe(page);
});

test("results have the sentence that matches, with its words apart", () => {
  const [found] = find(index, "recovery codes");
  expect(found?.parts.join("")).toMatch(/recovery/i);
  expect(found?.parts.filter((_, at) => at % 2 === 1).length).toBeGreaterThan(0);
});

test("the sections have at most 110 kB compressed", () => {
  const pages = packed(index.sections);
  // as the gateway compresses texts for browsers
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  expect(brotliCompressSync(JSON.stringify(pages), quality).length).toBeLessThan(110_000);
  expect(opened(pages)).toEqual(index.sections);
});
