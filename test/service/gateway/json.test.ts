import fc from "fast-check";
import { limitsOf } from "../../../services/gateway/http/body.ts";
import { parseJson } from "../../../services/gateway/http/json.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";

/** Limits of a JSON body (decisions §1). */
const parsed = (text: string, values = 100, depth = 32) => parseJson(Buffer.from(text), { values, depth });
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
])("counts %s as %i values", async (text, count) => {
  expect(await parsed(text, count)).toEqual(JSON.parse(text));
  expect(await refused(text, count - 1)).toMatchObject({ code: 413 });
});

test.each([2, 32, 48])("accepts %i levels and rejects one more with 400", async (depth) => {
  const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}1${"]}".repeat(levels / 2)}`;
  expect(await parsed(nested(depth), 100, depth)).toEqual(JSON.parse(nested(depth)));
  await expect(parsed(`[${nested(depth)}]`, 100, depth)).rejects.toMatchObject({ code: 400 });
});

const fields = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":[1,2]`)}}`;

test("limits an object to 20,000 fields", async () => {
  expect(Object.keys((await parsed(`[${fields(20_000)},${fields(19_000)}]`, 200_000)) as object)).toHaveLength(2);
  expect(await refused(`[{},${fields(20_001)}]`, 200_000)).toMatchObject({ code: 413 });
});

test("accepts 50,000 objects and rejects one more with 413", async () => {
  const objects = (count: number) => `[${Array.from({ length: count }, () => '{"a":1}')}]`;
  expect(await parsed(objects(50_000), 200_000)).toHaveLength(50_000);
  expect(await refused(objects(50_001), 200_000)).toMatchObject({ code: 413 });
});

describe("objects with different keys", () => {
  const tooMany = { code: 413, message: expect.stringContaining("more than 20000 different fields") };
  const differing = (count: number) => `[${Array.from({ length: count }, (_, at) => `{"k${at}" : 1}`)}]`;

  test("are rejected beyond 20,000 fields", async () => {
    expect(await parsed(differing(20_000), 200_000)).toHaveLength(20_000);
    await expect(parsed(differing(20_001), 200_000)).rejects.toMatchObject(tooMany);
  });

  test("count by their sequence of keys", async () => {
    const many = (text: (at: number) => string) => `[${Array.from({ length: 7_000 }, (_, at) => text(at))}]`;
    await expect(
      parsed(
        many((at) => `{"x${at}":1,"y":2,"z":3}`),
        200_000,
      ),
    ).rejects.toMatchObject(tooMany);
    expect(
      await parsed(
        many((at) => `{"y":2,"z":3,"x${at}":1}`),
        200_000,
      ),
    ).toHaveLength(7_000);
  });

  test("aren't counted if they are alike, nested or inside strings", async () => {
    const alike = Array.from({ length: 20_000 }, (_, at) => `{"a":{"b":"{\\"k${at}\\":1}"}}`);
    expect(await parsed(`[${alike}]`, 200_000)).toHaveLength(20_000);
  });

  test("are found in linear time, also in an unterminated string", async () => {
    const endless = `{"a":"${":".repeat(40_000)}${'\\"'.repeat(400_000)}\\`;
    await expect(parsed(endless, 200_000)).rejects.toMatchObject({ code: 400 });
  });
});

/** Returns the result of JSON.parse, or a mark for invalid JSON. */
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

test("accepts the same texts as JSON.parse, with the same result, also if they are damaged", async () => {
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

test("names the position of invalid JSON", async () => {
  const text = `[\n${"1,\n".repeat(20_000)} oops]`;
  await expect(parsed(text, 100_000)).rejects.toThrow("The request body isn't valid JSON: Unexpected token 'o'");
  await expect(parsed('{"a":\n 1,}')).rejects.toThrow("(line 2 column 4)");
});

test.each<[string, string]>([
  ['{"a":[0,{"b":{"__proto__":1}}]}', "a.1.b.__proto__: this key isn't allowed"],
  ['[[],[1,"\\u0000"]]', "1.1: must not contain the character U+0000"],
  ['{"a":{"x\\u0000":1}}', "a: must not contain the character U+0000"],
  ['{"\\u0000":1}', "body: must not contain the character U+0000"],
  ['{"a":["\\ud800"]}', "a.0: must be valid Unicode text, without lone surrogates"],
  ["[1,1e999]", "1: must be a number within ±1.8e308"],
  ["1e999", "body: must be a number within ±1.8e308"],
])("rejects %s and names its field", async (text, error) => {
  expect(await refused(text)).toEqual({ code: 400, errors: [error] });
});

describe("of respondents", () => {
  const exact = (text: string) => parseJson(Buffer.from(text), { values: 100_000, depth: 32, exactNumbers: true });

  test.each([
    "0",
    "-0.0",
    "0e-999",
    "123456789012345",
    "9007199254740991",
    "9007199254740992",
    "0.30000000000000004",
    "0.10000000000000001",
    "1.7976931348623157e+308",
    "5E-324",
    "4.9e-324",
    "1000000000000000000000",
    "0.000000000000000000001",
    "12.50000000000000000000",
  ])("keeps %s", async (number) => {
    expect(await exact(`{"value":${number},"text":"${"9".repeat(40)}"}`)).toMatchObject({ value: Number(number) });
  });

  test.each([
    "123456789.123456789",
    "0.12345678901234567890",
    "9007199254740993",
    "-12345678901234567890",
    "1e-400",
    "3.00000000000000000000000000000001",
    `1${"0".repeat(50_000)}1`,
    `0.${"0".repeat(50_000)}1`,
  ])("refuses %.30s, which a double would change", async (number) => {
    const errors = ["answers.1.value: has too many digits"];
    const body = `{"answers":[{"value":1},{"value":${number}}]}`;
    await expect(exact(body)).rejects.toMatchObject({ code: 400, data: { errors } });
  });

  test("may have numbers as any shortest or 17 digits of a double", async () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(number, async (value) => {
        for (const text of [JSON.stringify(value), value.toPrecision(17), value.toExponential(16)])
          expect(await exact(text)).toBe(Number(text));
      }),
      { numRuns: 1_000, seed: 1 },
    );
  });
});

test("limits bodies by their endpoint: respondents 300 KiB, sign-ins 32 KiB, drafts 200,000 values", () => {
  const of = (method: string, path: string, carried = 2 ** 20) => {
    const row = routes.find((row) => row.method === method && row.path === path);
    return limitsOf(row as (typeof routes)[number], carried);
  };
  expect(of("POST", "/api/v2/r/session/{session_id}/next/")).toMatchObject({
    bytes: 300 * 1024,
    values: 20_000,
    depth: 32,
  });
  expect(of("POST", "/api/auth/login/")).toMatchObject({ bytes: 32 * 1024, values: 20_000, depth: 32 });
  expect(of("PUT", "/api/v2/form/{slug}/draft/")).toEqual({ bytes: 2 ** 23, values: 200_000, depth: 48 });
  expect(of("POST", "/api/v2/form/")).toEqual({ bytes: 2 ** 20, values: 20_000, depth: 32 });
  expect(of("POST", "/api/v2/r/{slug}/start/", 1000)).toMatchObject({ bytes: 1000, values: 20_000, depth: 32 });
});
