import type { Domain } from "../../questions/question.ts";
import type { Comparison, Json } from "../types.ts";
import type { Budget } from "./budget.ts";
import { type Candidates, candidateLimit, otherText, product } from "./lists.ts";

type Many = Extract<Domain, { family: "many" }>;

/**
 * Returns sets of a checkbox or picture choice that represent all sets. Options that all comparisons treat equally form a class.
 * Only whether none, some or all of a class are selected matters, and the total number of selected options.
 */
export function choiceSets(domain: Many, comparisons: readonly Comparison[], budget: Budget): Candidates {
  const named = comparisons.flatMap(({ right }) => (Array.isArray(right) ? [new Set(right as string[])] : []));
  budget.spend((named.length + 4) * (domain.values.length + 4));
  const isOption = new Set(domain.values);
  // each other text that a comparison names would need a separate class
  if (domain.open && named.some((list) => [...list].some((value) => !isOption.has(value)))) return null;
  const together = domain.values.filter((value) => !domain.exclusive.includes(value));
  const members = domain.open ? [...together, otherText] : together;
  const signature = (value: string) => named.map((list) => (list.has(value) ? "1" : "0")).join("");
  const classes = [...Map.groupBy(members, (value) => (value === otherText ? "other" : signature(value))).values()];
  if (3 ** classes.length > candidateLimit) return null;
  const counts = comparisons.flatMap(({ right }) => (typeof right === "number" ? [right - 1, right, right + 1] : []));
  const totals = [...new Set(counts)].filter((total) => total >= 1 && total <= members.length);
  budget.spend(3 ** classes.length * (classes.length + members.length) * (totals.length + 2) * 2);
  const shared = product(classes.map((members) => extents(members.length))).flatMap((chosen) =>
    setsOf(classes, chosen, domain, totals),
  );
  const alone = domain.exclusive.map((value) => [value]);
  const all: Json[] = [...alone, ...shared];
  return all.length > candidateLimit ? null : all;
}

interface Extent {
  least: number;
  most: number;
}

/** Returns the extents none, some and all. */
function extents(size: number): Extent[] {
  const all = [
    { least: 0, most: 0 },
    { least: 1, most: size - 1 },
    { least: size, most: size },
  ];
  return all.filter(({ least, most }) => least <= most);
}

/** Returns sets with these extents, one for each total that a comparison distinguishes. */
function setsOf(classes: string[][], chosen: Extent[], { min, max }: Many, totals: number[]): string[][] {
  const least = Math.max(min, 1, sum(chosen.map((extent) => extent.least)));
  const most = Math.min(max, sum(chosen.map((extent) => extent.most)));
  if (least > most) return [];
  const wanted = new Set([least, most, ...totals.filter((total) => total >= least && total <= most)]);
  return [...wanted].map((total) => {
    let left = total - sum(chosen.map((extent) => extent.least));
    return classes.flatMap((members, at) => {
      const extent = chosen[at] as Extent;
      const more = Math.min(left, extent.most - extent.least);
      left -= more;
      return members.slice(0, extent.least + more);
    });
  });
}

const sum = (list: number[]): number => list.reduce((total, item) => total + item, 0);
