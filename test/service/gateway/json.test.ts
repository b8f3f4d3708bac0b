import fc from "fast-check";
import { limitsOf } from "../../../services/gateway/body.ts";
import { parseJson } from "../../../services/gateway/json.ts";
import { readingJson } from "../../../services/gateway/jsonReader.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";

/** What a body may hold (decisions §1), apart from any connection. */
const parsed = async (text: string, limit = 100) => (await parseJson(Buffer.from(text), limit)).value;
const refused = async (text: string, limit?: number) => {
  try {
    return { value: await parsed(text, limit) };
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
])("%s has %i values", async (text, count) => {
  expect(await parsed(text, count)).toEqual(JSON.parse(text));
  expect(await refused(text, count - 1)).toMatchObject({ code: 413 });
});

test("too many values are refused before they are parsed: the bytes may be no JSON at all", async () => {
  expect(await refused(`[${"0,".repeat(200)}`)).toMatchObject({ code: 413 });
  expect(await refused(`${"[".repeat(33)}`)).toMatchObject({ code: 400 });
});

const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":[1,2]`)}}`;

test("an object has 20,000 fields at most, however many values there may be", async () => {
  expect(Object.keys((await parsed(`[${fields(20_000)},${fields(19_000)}]`, 200_000)) as object)).toHaveLength(2);
  expect(await refused(`[{},${fields(20_001)}]`, 200_000)).toMatchObject({ code: 413 });
});

/** What JSON.parse makes of it, or that it makes nothing. */
function byEngine(text: string) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { code: 400 };
  }
}

const marks = fc.constantFrom(
  ...'[]{}:,"\\/*-+.eE01tn \n\t\u00a0',
  "null",
  "true",
  "//",
  "/**/",
  "01",
  "1.",
  "\\u00",
  '"a"',
);

test("what is JSON, and what it says, is the engine's word: of texts, and of texts that are spoilt somewhere", async () => {
  const text = fc.json({ maxDepth: 4 });
  await fc.assert(
    fc.asyncProperty(text, marks, fc.nat(), fc.nat(3), async (json, mark, place, length) => {
      const at = place % (json.length + 1);
      for (const tried of [json, json.slice(0, at) + mark + json.slice(at + length)]) {
        const expected = byEngine(tried);
        fc.pre(!/__proto__|constructor|prototype|u0000|e\+?\d{3}/i.test(tried));
        const read = await refused(tried, 10_000);
        if ("value" in expected) expect(read).toEqual(expected);
        else expect(read).toMatchObject(expected);
      }
    }),
    { numRuns: 3_000, seed: 1 },
  );
});

test("a large body is read in parts, with others in between", async () => {
  const text = `[${Array.from({ length: 65_000 }, (_, at) => `{"k${at}":1}`)}]`;
  const parts = readingJson(text);
  let count = 1;
  while (!parts.next().done) count += 1;
  // 6 tokens each, and no part has more than some hundreds
  expect(count).toBeGreaterThan((65_000 * 6) / 1_000);
  let turns = 0;
  let isRead = false;
  const look = () => {
    turns += 1;
    if (!isRead) setImmediate(look);
  };
  setImmediate(look);
  expect(await parsed(text, 200_000)).toHaveLength(65_000);
  isRead = true;
  expect(turns).toBeGreaterThan(2);
});

test("where it is no JSON is said by line and column, far inside a large body too", async () => {
  const text = `[\n${"1,\n".repeat(20_000)} oops]`;
  await expect(parsed(text, 100_000)).rejects.toThrow("not valid JSON: see line 20002, column 2.");
});

test("a body's growth when it is written again is known: numbers grow, white space goes", async () => {
  const growth = async (text: string) => (await parseJson(Buffer.from(text), 1_000)).growth;
  for (const text of ['[1e20,-0,1.50,"a"]', '{ "a" : [ 1e3 ] }', "[]", "1e-7"]) {
    expect(await growth(text)).toBe(JSON.stringify(JSON.parse(text)).length - text.length);
  }
});

test.each<[string, string]>([
  ['{"a":[0,{"b":{"__proto__":1}}]}', "a.1.b.__proto__: this key is not allowed"],
  ['[[],[1,"\\u0000"]]', "1.1: must not contain the character U+0000"],
  ['{"a":{"x\\u0000":1}}', "a: must not contain the character U+0000"],
  ['{"\\u0000":1}', "body: must not contain the character U+0000"],
  ['{"a":["\\ud800"]}', "a.0: must be valid Unicode text, without half of a surrogate pair"],
  ["[1,1e999]", "1: must be a number within ±1.8e308"],
  ["1e999", "body: must be a number within ±1.8e308"],
])("%s is refused where it stands", async (text, error) => {
  expect(await refused(text)).toEqual({ code: 400, errors: [error] });
});

test("respondents' bodies have 300 KiB and 20,000 values, sign-ins 32 KiB, drafts 200,000 values, others 20,000", () => {
  const of = (method: string, path: string, carried = 2 ** 20) => {
    const row = routes.find((row) => row.method === method && row.path === path);
    return limitsOf(row as (typeof routes)[number], carried);
  };
  expect(of("POST", "/api/v2/r/session/{session_id}/next/")).toEqual({ bytes: 300 * 1024, values: 20_000 });
  expect(of("POST", "/api/auth/login/")).toEqual({ bytes: 32 * 1024, values: 20_000 });
  expect(of("PUT", "/api/v2/form/{slug}/draft/")).toEqual({ bytes: 2 ** 20, values: 200_000 });
  expect(of("POST", "/api/v2/form/")).toEqual({ bytes: 2 ** 20, values: 20_000 });
  expect(of("POST", "/api/v2/r/{slug}/start/", 1000)).toEqual({ bytes: 1000, values: 20_000 });
});
