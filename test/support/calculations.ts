import fc from "fast-check";

/** Random expressions of calculations (features §12). They read numbers, points and earlier calculations `k0`, `k1`, …. */
const integers = fc.integer({ min: -6, max: 6 });
const constants = fc.oneof(integers, fc.constantFrom(0.5, 1.005, -2.675, 1e8, 1e15, 0.1));

export interface Readable {
  /** IDs of questions with numbers */
  numbers: string[];
  scored: string[];
  /** number of earlier calculations */
  earlier: number;
}

export const expressionOf = ({ numbers, scored, earlier }: Readable): fc.Arbitrary<unknown> =>
  fc.letrec((tie) => {
    const part = tie("part");
    const list = fc.array(part, { minLength: 1, maxLength: 4 });
    const keyed = (ops: string[], operand: fc.Arbitrary<unknown>) =>
      fc.tuple(fc.constantFrom(...ops), operand).map(([op, value]) => ({ [op]: value }));
    const comparison = fc.record({
      left: fc.record({ type: fc.constant("answer"), node_id: fc.constantFrom(...numbers) }),
      op: fc.constantFrom("gte", "eq"),
      right: integers,
    });
    const keys = Array.from({ length: earlier }, (_, index) => `k${index}`);
    const leaf = fc.oneof(
      constants,
      fc.record({ answer: fc.constantFrom(...numbers) }),
      ...(scored.length > 0 ? [fc.record({ points: fc.constantFrom(...scored) })] : []),
      ...(earlier > 0 ? [fc.record({ calculation: fc.constantFrom(...keys) })] : []),
    );
    return {
      part: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        keyed(["add", "multiply", "min", "max", "coalesce", "sum", "mean", "count"], list),
        fc
          .tuple(fc.constantFrom("sum", "mean", "count"), list, fc.nat({ max: 4 }))
          .map(([op, items, atLeast]) => ({ [op]: items, at_least: atLeast })),
        keyed(["subtract", "divide"], fc.tuple(part, part)),
        keyed(["mod"], fc.tuple(fc.oneof(integers, fc.record({ answer: fc.constantFrom(...numbers) })), integers)),
        keyed(["floor", "ceil", "abs"], part),
        fc.tuple(part, fc.integer({ min: 0, max: 4 })).map((round) => ({ round })),
        fc.tuple(comparison, part, part).map((items) => ({ if: items })),
      ),
    };
  }).part;
