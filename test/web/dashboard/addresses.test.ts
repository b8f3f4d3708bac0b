import { safeNext } from "../../../services/web/dashboard/entry/next.ts";
import { parseSearch, stringifySearch } from "../../../services/web/dashboard/url/search.ts";

test.each(["/", "/forms/lunch/build?node=q1#x", "/developers/usage?from=2026-01-01"])(
  "redirects to %s after sign-in",
  (next) => {
    expect(safeNext(next)).toBe(next);
  },
);

test.each([
  undefined,
  "",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "forms/lunch",
  "@evil.example",
  "/sign-in?next=/sign-in",
])("doesn't redirect to another site or to itself after sign-in: %j", (next) => {
  expect(safeNext(next)).toBe("/");
});

test("writes filters as texts to the URL, without empty ones", () => {
  const search = stringifySearch({ search: "a & b", status: undefined, page: 2, empty: "" });
  expect(search).toBe("?search=a+%26+b&page=2");
  expect(parseSearch(search)).toEqual({ search: "a & b", page: "2" });
  expect(parseSearch("?token=1e999&x=null&y=%7B%7D")).toEqual({ token: "1e999", x: "null", y: "{}" });
  expect(stringifySearch({})).toBe("");
});
