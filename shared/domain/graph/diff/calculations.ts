import type { Change } from "../shapes/diff.ts";
import type { Calculation, Graph, Json } from "../types.ts";
import { sameValue } from "./values.ts";

const whys = {
  added: "New calculation. Earlier answers keep their meaning.",
  removed: "Older responses have a value that no longer exists.",
  value: "The same answers give a different value. Values can't be compared.",
  safe: "Values keep their meaning.",
};

/** Compares calculations by key (features §12). Their order doesn't count. */
export function calculationChanges(before: Graph, after: Graph): Change[] {
  const [old, now] = [byKey(before), byKey(after)];
  const kept = [...now].flatMap(([key, calculation]) => {
    const was = old.get(key);
    if (was) return fieldChanges(key, was, calculation);
    return [changeOf(key, { before: null, after: json(calculation), impact: "safe", why: whys.added })];
  });
  const removed = [...old].flatMap(([key, calculation]) =>
    now.has(key)
      ? []
      : [changeOf(key, { before: json(calculation), after: null, impact: "breaking", why: whys.removed })],
  );
  return [...kept, ...removed];
}

const byKey = ({ calculations = [] }: Graph) =>
  new Map(calculations.map((calculation) => [calculation.key, calculation]));

function fieldChanges(key: string, before: Calculation, after: Calculation): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return (Object.keys(now) as (keyof typeof now)[])
    .filter((field) => !sameValue(old[field], now[field]))
    .map((field) => {
      const isBreaking = field === "value" || field === "decimals";
      const meaning = isBreaking
        ? ({ impact: "breaking", why: whys.value } as const)
        : ({ impact: "safe", why: whys.safe } as const);
      return changeOf(`${key}.${field}`, { before: json(old[field]), after: json(now[field]), ...meaning });
    });
}

/** Returns a calculation's fields with defaults. */
const fieldsOf = ({ key, title = key, decimals = 2, value, bands = [] }: Calculation) => ({
  title,
  decimals,
  value,
  bands,
});

const changeOf = (name: string, rest: Pick<Change, "before" | "after" | "impact" | "why">): Change => ({
  subject: "form",
  node_id: null,
  edge_index: null,
  change: "changed",
  field: `calculations.${name}`,
  ...rest,
});

const json = (value: unknown): Json => (value ?? null) as Json;
