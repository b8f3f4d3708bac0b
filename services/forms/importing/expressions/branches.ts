import type { Condition } from "../../../../shared/domain/graph/types.ts";
import { presence } from "./comparison.ts";
import { type Machine, two } from "./machine.ts";
import { choice, numberOf } from "./numbers.ts";
import type { Term } from "./terms.ts";
import { all, any, not, type Truth } from "./truth.ts";
import { areNumbers, type Case, cases, constant, empty, isSame, numeric } from "./values.ts";

/** Functions whose value is one of their parts. */

export function chosenBranch(args: readonly Term[], machine: Machine): Case[] {
  const [condition, then] = two(args);
  const otherwise = args[2];
  const { yes } = machine.truth(condition);
  if (typeof yes === "boolean") return yes ? machine.cases(then) : otherwise ? machine.cases(otherwise) : constant("");
  const branches = [machine.cases(then), otherwise ? machine.cases(otherwise) : constant("")];
  if (areNumbers(branches.flat())) {
    const [a, b] = branches.map((found) => numberOf(found, machine.scope));
    return numeric(choice(yes, a, b));
  }
  return cases(
    branches.flatMap((found, at) =>
      found.map(({ when, value }) => ({ when: all([at === 0 ? yes : not(yes), when]), value })),
    ),
  );
}

/**
 * The first value that isn't empty. A number that can't be computed, such as the sum of an answer and a missing one, isn't
 * empty (Enketo), while a calculation of the form without a value is.
 */
export function firstKnown(args: readonly Term[], machine: Machine): Case[] {
  const terms = args.map(machine.cases);
  if (terms.every(areNumbers)) {
    const parts = args.map((term, at) => ({ term, part: numberOf(terms[at] ?? [], machine.scope) }));
    return numeric(
      parts.reduceRight<unknown>((rest, { term, part }) => (isCast(term) ? part : orElse(part, rest)), empty),
    );
  }
  return terms.reduceRight<Case[]>(
    (rest, found, at) =>
      cases(
        found.flatMap(({ when, value }) => {
          const isKnown =
            isCast(args[at]) || (value.kind === "number" ? isGiven(value.part) : presence(value, machine.scope));
          return [
            { when: all([when, isKnown]), value },
            ...rest.map((it) => ({ when: all([when, not(isKnown), it.when]), value: it.value })),
          ];
        }),
      ),
    constant(""),
  );
}

/** `number('')` isn't a number, and so it isn't empty. */
const isCast = (term: Term | undefined): boolean => term?.kind === "call" && term.name === "number";

const reads: ReadonlySet<string> = new Set(["answer", "calculation", "hidden"]);

function operationOf(part: unknown): [name: string, inner: unknown[]] {
  const [[name, inner] = ["", []]] = Object.entries(part as Record<string, unknown>);
  return [name, Array.isArray(inner) ? inner : [inner]];
}

/** Returns a part with another one instead of its empty values. */
function orElse(part: unknown, rest: unknown): unknown {
  if (isSame(part, empty)) return rest;
  const [name, inner] = operationOf(part);
  if (reads.has(name)) return { coalesce: [part, rest] };
  if (name === "if") return { if: [inner[0], orElse(inner[1], rest), orElse(inner[2], rest)] };
  return name === "coalesce" ? { coalesce: [...inner.slice(0, -1), orElse(inner.at(-1), rest)] } : part;
}

/** Returns when a part isn't empty. */
function isGiven(part: unknown): Truth {
  if (isSame(part, empty)) return false;
  const [name, inner] = operationOf(part);
  if (name === "answer") return { left: { type: "answer", node_id: String(inner[0]) }, op: "answered" };
  if (name === "calculation") return { left: { type: "calculation", key: String(inner[0]) }, op: "answered" };
  if (name === "hidden") return { left: { type: "hidden", key: String(inner[0]) }, op: "answered" };
  if (name === "coalesce") return any(inner.map(isGiven));
  if (name !== "if") return true;
  const [when, then, otherwise] = inner as [Condition, unknown, unknown];
  return any([all([when, isGiven(then)]), all([not(when), isGiven(otherwise)])]);
}
