import fc from "fast-check";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { decimalPlaces, isOnStep, roundedProduct } from "../../../shared/domain/questions/decimal.ts";
import { type Domain, type QuestionType, questionTypes } from "../../../shared/domain/questions/question.ts";
import { type Config, columns, compile, context, labelled, minimal, pictures, problemsOf, rows } from "./support.ts";

const asking = questionTypes.filter((type) => !type.endsWith("_screen"));
const json = fc.jsonValue() as fc.Arbitrary<Json>;

const word = fc.constantFrom("a", "b", "c", "d", "none", "yes", "no", "great", "toString", "x y");
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 5 });
const file = fc.constantFrom(1, 2, 3, 4).map((id) => `https://forms.example/api/v2/file/${id}/`);
/** Generates values of each family's shape, so that many are accepted. */
const shaped: Record<Domain["family"], fc.Arbitrary<Json>> = {
  text: fc.oneof(fc.string(), fc.constantFrom("a@b.co", "+49 30 901820", "x")),
  num: fc.oneof(
    fc.integer({ min: -12, max: 12 }),
    fc.integer({ min: -120, max: 120 }).map((n) => n / 10),
  ),
  date: fc.integer({ min: -120, max: 240 }).map((n) => new Date(Date.UTC(2024, 1, 28 + n)).toISOString().slice(0, 10)),
  one: word,
  many: words,
  rank: words,
  row: fc.dictionary(fc.constantFrom("food", "staff", "drinks"), fc.constantFrom("good", "bad", "ugly"), {
    minKeys: 1,
  }),
  count: fc.uniqueArray(file, { minLength: 1 }),
};

const exclusive = [...labelled("a", "b", "c"), { value: "none", label: "None", exclusive: true }];
const day = fc.oneof(
  fc.constantFrom("2024-01-01", "2024-06-30"),
  fc.record({ days_from_today: fc.integer({ min: -90, max: 90 }) }),
);
const small = fc.integer({ min: -10, max: 10 });
const some = (model: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  fc.record(model, { requiredKeys });

/** Generates configs of each type. `fc.pre` skips invalid ones, such as min above max. */
const configs: Partial<Record<QuestionType, fc.Arbitrary<Config>>> = {
  number: some({
    min: small,
    max: small,
    step: fc.constantFrom(0.1, 0.5, 1, 3),
    decimals: fc.integer({ min: 0, max: 2 }),
  }),
  date: some({ min: day, max: day }),
  multiple_choice: some({ options: fc.constant(labelled("a", "b")), allow_other: fc.boolean() }, ["options"]),
  checkbox: some(
    {
      options: fc.constant(exclusive),
      min_selections: fc.integer({ min: 0, max: 4 }),
      max_selections: fc.integer({ min: 1, max: 5 }),
      allow_other: fc.boolean(),
    },
    ["options"],
  ),
  picture_choice: some({ options: fc.constant(pictures("a", "b", "c")), multiple: fc.boolean() }, ["options"]),
  ranking: some({ options: fc.constant(labelled("a", "b", "c")), min_ranked: fc.integer({ min: 1, max: 3 }) }, [
    "options",
  ]),
  number_scale: some({ min: small, max: small, step: fc.constantFrom(0.1, 0.5, 2) }),
  matrix: some({ rows: fc.constant(rows), columns: fc.constant(columns), require_all_rows: fc.boolean() }, [
    "rows",
    "columns",
  ]),
  file_upload: some({ max_files: fc.integer({ min: 1, max: 3 }) }),
};

type Member<F extends Domain["family"]> = (domain: Extract<Domain, { family: F }>, answer: never) => boolean;
/** Returns whether the answer is in the domain, independently of `check`, like a proof. */
const isIn: { [F in Domain["family"]]: Member<F> } = {
  text: (_, answer: string) => typeof answer === "string",
  num: ({ min, max, step }, answer: number) =>
    answer >= (min ?? -Infinity) &&
    answer <= (max ?? Infinity) &&
    (step === null || Math.abs(Math.round((answer - (min ?? 0)) / step) - (answer - (min ?? 0)) / step) < 1e-6),
  date: ({ min, max }, answer: string) => answer >= (min ?? "") && answer <= (max ?? "9999-12-31"),
  one: ({ values, open }, answer: string) => values.includes(answer) || (open && answer.trim() !== ""),
  many: ({ values, open, min, max, exclusive }, answer: string[]) => {
    const others = answer.filter((it) => !values.includes(it)).length;
    if (new Set(answer).size < answer.length || others > (open ? 1 : 0)) return false;
    if (answer.some((it) => exclusive.includes(it))) return answer.length === 1;
    return answer.length >= min && answer.length <= max;
  },
  rank: ({ values, min }, answer: string[]) => answer.length >= min && answer.every((it) => values.includes(it)),
  row: ({ rows, columns, all_rows }, answer: Record<string, string>) =>
    Object.entries(answer).every(([row, column]) => rows.includes(row) && columns.includes(column)) &&
    (!all_rows || Object.keys(answer).length === rows.length),
  count: ({ max }, answer: string[]) => answer.length >= 1 && answer.length <= max,
};

/** Returns whether the domain is exact, without other text, `decimals` or relative limits. */
function isWhole(domain: Domain, config: Config): boolean {
  if (domain.family === "text" || domain.family === "count") return false;
  const isOpen = "open" in domain && domain.open;
  return !isOpen && config.decimals === undefined && typeof config.min !== "object" && typeof config.max !== "object";
}

describe.each(asking)("%s", (type) => {
  const config = configs[type] ?? fc.constant(minimal[type]);
  const family = compile(type, minimal[type]).domain?.family ?? "text";

  test("every accepted answer is in the domain, and an exact domain has no others", () => {
    const check = fc.property(config, fc.boolean(), shaped[family], (given, required, submitted) => {
      fc.pre(problemsOf(type, given).length === 0);
      const question = compile(type, given, required);
      const domain = question.domain as Domain;
      const isAccepted = question.check(submitted, context).kind === "answer";
      const isInDomain = isIn[domain.family](domain as never, submitted as never);
      if (isAccepted) expect(isInDomain).toBe(true);
      if (isWhole(domain, given)) expect(isAccepted).toBe(isInDomain);
    });
    fc.assert(check, { numRuns: 1_000 });
  });

  test("check never throws, and accepts a stored answer again unchanged", () => {
    const check = fc.property(config, fc.oneof(json, shaped[family]), (given, submitted) => {
      fc.pre(problemsOf(type, given).length === 0);
      const question = compile(type, given);
      const reply = question.check(submitted, context);
      if (reply.kind !== "answer") return;
      expect(question.check(reply.answer, context)).toEqual(reply);
      expect(reply.answer).toEqual(
        type === "picture_choice" && typeof submitted === "string" ? [submitted] : submitted,
      );
      expect(question.cells(reply.answer, "labels")).toHaveLength(question.columns.length);
    });
    fc.assert(check, { numRuns: 500 });
  });

  test("reading a config never throws", () => {
    const entry = fc.dictionary(
      fc.constantFrom("min", "max", "options", "rows", "columns", "pattern", "scoring", "x"),
      json,
    );
    fc.assert(
      fc.property(entry, (given) => void problemsOf(type, given as Config)),
      { numRuns: 300 },
    );
  });
});

test("a choice's cells contain its values", () => {
  const question = compile("checkbox", minimal.checkbox);
  fc.assert(
    fc.property(fc.subarray(["a", "b", "c"], { minLength: 1 }), (chosen) => {
      expect(question.cells(chosen, "values")[0]?.split("; ")).toEqual(chosen);
      expect(question.cells(chosen, "labels")[0]?.toLowerCase().split("; ")).toEqual(chosen);
    }),
  );
});

describe("decimal arithmetic", () => {
  const places = fc.integer({ min: 0, max: 6 });
  const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

  test("isOnStep accepts base + n × step and rejects half a step more", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000, max: 1_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        cents,
        places,
        (n, step, base, scale) => {
          // put the decimal point into the text, to avoid rounding
          const decimal = (digits: number) => Number(`${digits}e-${scale}`);
          expect(isOnStep(decimal(base + n * step * 2), decimal(base), decimal(step * 2))).toBe(true);
          expect(isOnStep(decimal(base + n * step * 2 + step), decimal(base), decimal(step * 2))).toBe(false);
        },
      ),
    );
  });

  test("decimalPlaces returns the places as written", () => {
    fc.assert(
      fc.property(cents, places, (digits, scale) => {
        const written = digits === 0 ? "0" : String(digits).replace(/0+$/, "");
        const trimmed = String(digits).length - written.length;
        expect(decimalPlaces(Number(`${digits}e-${scale}`))).toBe(digits === 0 ? 0 : Math.max(scale - trimmed, 0));
      }),
    );
  });

  test("roundedProduct is within 0.5, and −a × b = −(a × b)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -5_000, max: 5_000 }),
        fc.integer({ min: -5_000, max: 5_000 }),
        places,
        (a, b, scale) => {
          const product = roundedProduct(a, Number(`${b}e-${scale}`));
          expect(Math.abs(product * 10 ** scale - a * b) * 2).toBeLessThanOrEqual(10 ** scale);
          expect(roundedProduct(-a, Number(`${b}e-${scale}`)) + product).toBe(0);
        },
      ),
    );
  });

  test("handles numbers at the ends of the range", () => {
    expect(isOnStep(1e308, 5e-324, 5e-324)).toBe(true);
    expect(isOnStep(1e21, 0, 0.1)).toBe(true);
    expect(decimalPlaces(1.5e-7)).toBe(8);
  });
});
