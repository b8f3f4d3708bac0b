import type { Json } from "../json.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import type { Test, WalkView } from "./evaluate.ts";
import { optionsOf } from "./guards.ts";
import type { Graph } from "./types.ts";

/**
 * Settings that hold over all completed sessions of a form (wants §22): unique answers, and places of options. Those of the newest
 * published version count.
 */
export interface ExactRules {
  /** ids of nodes with `config.unique` */
  unique: string[];
  /** by node id and value of the option */
  limits: Record<string, Record<string, number>>;
}

/** Returns the rules of a published graph. Null if it has none. */
export function exactRules({ nodes }: Pick<Graph, "nodes">): ExactRules | null {
  const unique = nodes.flatMap(({ id, data }) => (data.config?.unique === true ? [id] : []));
  const limits = nodes.flatMap(({ id, data }) => {
    const limited = optionsOf(data.config).flatMap(({ value, limit }) =>
      limit === undefined ? [] : [[String(value), Number(limit)] as const],
    );
    return limited.length > 0 ? [[id, Object.fromEntries(limited)] as const] : [];
  });
  return unique.length + limits.length > 0 ? { unique, limits: Object.fromEntries(limits) } : null;
}

/** Returns the values of an answer that are options of its question. Other texts take no place. */
export function chosenOptions({ domain }: Pick<CompiledQuestion, "domain">, answer: Json | undefined): string[] {
  const known = domain && "values" in domain ? domain.values : [];
  return [answer].flat().filter((one): one is string => known.includes(one as string));
}

interface Offering {
  readonly id: string;
  readonly question: Pick<CompiledQuestion, "domain">;
  readonly guards?: { readonly options: ReadonlyMap<string, Test> } | null;
}

/**
 * Returns whether every option that this view offers is full, and no other text is allowed. A required question is then passed over,
 * as one whose options are all hidden.
 */
export function isUsedUp({ id, question, guards }: Offering, view: WalkView): boolean {
  const full = view.full?.get(id);
  const { domain } = question;
  if (!full || !domain || !("values" in domain) || ("open" in domain && domain.open)) return false;
  return domain.values.every((value) => full.has(value) || guards?.options.get(value)?.(view) === false);
}
