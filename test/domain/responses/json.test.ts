import { read, refusalOf, valuesOf } from "./reading.ts";

describe("responses in JSON", () => {
  it.each([
    ["an array", '[{"a":1,"b":"x"},{"c":[1,2],"a":null}]'],
    ["lines", '{"a":1,"b":"x"}\r\n{"c":[1,2],"a":null}\r\n'],
    ["a text with a byte order mark", '\uFEFF [ {"a" : 1, "b": "x"} , {"c":[1 , 2]} ] '],
  ])("have the columns of all, from %s", async (_, file) => {
    const { table, rows } = await read(file);
    expect([table.source, table.headers]).toEqual(["surveyjs", ["a", "b", "c"]]);
    expect(rows.map(({ number, cells }) => [number, ...valuesOf(cells)])).toEqual([
      [1, 1, "x", ""],
      [2, "", "", [1, 2]],
    ]);
  });

  it("can be one object on several lines", async () => {
    expect((await read('{\n  "a": {"b": 1}\n}\n')).texts).toEqual([['{"b":1}']]);
  });

  it("are read up to where the file breaks off", async () => {
    const broken = async (file: string) => {
      const { rows, broken: end } = await read(file);
      return [rows.length, end?.row];
    };
    expect(await broken('[{"a":1},{"a":2},{"a":')).toEqual([2, 3]);
    expect(await broken('[{"a":1},{"a":2}')).toEqual([2, 3]);
    expect(await broken('[{"a":1} {"a":2}]')).toEqual([1, 2]);
    expect(await broken('{"a":1}\n\n{"a":\n{"a":3}\n')).toEqual([1, 3]);
    expect(await broken('{"items":[{"token":"t","submitted_at":"2026-01-01T00:00:00Z","answers":[]},{"tok')).toEqual([
      1, 2,
    ]);
  });

  it("are refused one by one if they are something else", async () => {
    const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    const { rows } = await read(`[{"a":1},3,${deep},null,{"a":2},{}]`);
    expect(rows.map(({ number, refusal }) => [number, refusal])).toEqual([
      [1, null],
      [2, "isn't an object"],
      [3, "is nested too deeply"],
      [4, "isn't an object"],
      [5, null],
    ]);
    expect(await refusalOf("[1,2]")).toMatch(/^file: must be an array of objects/);
    expect(await refusalOf('[{"a":}]')).toMatch(/^file: must be valid JSON/);
  });

  it("have limits", async () => {
    expect(await refusalOf(`[{"a":1},{"a":"${"x".repeat(1024 * 1024)}"}]`)).toBe("file: row 2 must be at most 1 MiB");
    expect(await refusalOf(`{"a":1}\n{"a":"${"x".repeat(1024 * 1024)}"}`)).toBe("file: row 2 must be at most 1 MiB");
    expect(await refusalOf('{"a":1}\n'.repeat(200_001))).toMatch(/at most 200,000 rows/);
    const keys = Array.from({ length: 2_001 }, (_, at) => `"k${at}":1`);
    expect(await refusalOf(`[{${keys.join()}}]`)).toMatch(/at most 2,000 columns/);
    expect(await refusalOf(`[${"[".repeat(5_000_000)}`)).toMatch(/^file: /);
  });

  it("aren't taken for a CSV whose first title is in brackets, or the other way round", async () => {
    expect((await read("[q1] Name,Age\nAnn,3\n")).table.headers).toEqual(["[q1] Name", "Age"]);
    expect((await read("{{field:abc}} name,Age\nAnn,3\n")).table.source).toBe("table");
  });

  it("keep hostile names as names", async () => {
    const { table, texts } = await read('[{"__proto__":"a","constructor":"b","toString":"c"}]');
    expect([table.headers, texts]).toEqual([["__proto__", "constructor", "toString"], [["a", "b", "c"]]]);
    const item = { token: "t", submitted_at: "x", answers: [{ type: "constructor", field: { ref: { toString: 1 } } }] };
    expect((await read(JSON.stringify([item]))).table.source).toBe("typeform_api");
  });
});
