import { limitsOf } from "../../../services/gateway/body.ts";
import { parseJson } from "../../../services/gateway/json.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";

/** What a body may hold (decisions §1), apart from any connection. */
const parsed = (text: string, limit = 100) => parseJson(Buffer.from(text), limit);
const refused = (text: string, limit?: number) => {
  try {
    return { value: parsed(text, limit) };
  } catch (error) {
    const { code, data } = error as { code: number; data?: { errors?: string[] } };
    return { code, errors: data?.errors };
  }
};

test.each<[string, number]>([
  ["1", 1],
  ["[]", 1],
  ["[ ]", 1],
  ["{\n}", 1],
  ["[0]", 2],
  ['{"a":1,"b":[2,3]}', 5],
  ['["a,b[{","\\\\","\\"[,"]', 4],
  ['{"a":{"b":{}},"c":[[],[{}]]}', 7],
])("%s has %i values", (text, count) => {
  expect(parsed(text, count)).toEqual(JSON.parse(text));
  expect(refused(text, count - 1)).toMatchObject({ code: 413 });
});

test("too many values are refused before they are parsed: the bytes may be no JSON at all", () => {
  expect(refused(`[${"0,".repeat(200)}`)).toMatchObject({ code: 413 });
  expect(refused(`${"[".repeat(33)}`)).toMatchObject({ code: 400 });
  expect(refused('["')).toMatchObject({ code: 400 });
  expect(refused("[1,]")).toMatchObject({ code: 400 });
});

test.each<[string, string]>([
  ['{"a":[0,{"b":{"__proto__":1}}]}', "a.1.b.__proto__: this key is not allowed"],
  ['[[],[1,"\\u0000"]]', "1.1: must not contain the character U+0000"],
  ['{"a":{"x\\u0000":1}}', "a: must not contain the character U+0000"],
  ['{"\\u0000":1}', "body: must not contain the character U+0000"],
  ['{"a":["\\ud800"]}', "a.0: must be valid Unicode text, without half of a surrogate pair"],
  ["[1,1e999]", "1: must be a number within ±1.8e308"],
  ["1e999", "body: must be a number within ±1.8e308"],
])("%s is refused where it stands", (text, error) => {
  expect(refused(text)).toEqual({ code: 400, errors: [error] });
});

test("respondents' bodies have 300 KiB and 20,000 values, drafts 200,000 values, others 20,000", () => {
  const of = (method: string, path: string, carried = 2 ** 20) => {
    const row = routes.find((row) => row.method === method && row.path === path);
    return limitsOf(row as (typeof routes)[number], carried);
  };
  expect(of("POST", "/api/v2/r/session/{session_id}/next/")).toEqual({ bytes: 300 * 1024, values: 20_000 });
  expect(of("PUT", "/api/v2/form/{slug}/draft/")).toEqual({ bytes: 2 ** 20, values: 200_000 });
  expect(of("POST", "/api/v2/form/")).toEqual({ bytes: 2 ** 20, values: 20_000 });
  expect(of("POST", "/api/v2/r/{slug}/start/", 1000)).toEqual({ bytes: 1000, values: 20_000 });
});
