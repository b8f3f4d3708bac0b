import type { CompiledGraph } from "../../shared/domain/graph/compile.ts";
import { chosenOptions, type ExactRules } from "../../shared/domain/graph/exact.ts";
import type { Visit } from "../../shared/domain/graph/traverse.ts";
import type { FullOptions } from "../../shared/domain/graph/types.ts";
import type { Json } from "../../shared/domain/json.ts";
import { conflict } from "../../shared/platform/errors.ts";
import { hashesOf } from "./hashes.ts";
import type { SessionsService } from "./service.ts";
import { type Claim, type Refused, readTries } from "./store/exact.ts";
import type { SessionState } from "./store/sessions.ts";
import type { CompiledVersion } from "./versions.ts";

/** Unique answers and places of options (wants §22, docs/adr/0025). */

/** Returns what a session with these answers has by the rules of its form, in path order. */
export function claimsOf(
  compiled: CompiledGraph,
  formId: string,
  visits: readonly Pick<Visit, "node_id" | "answer">[],
  { unique, limits }: ExactRules,
): Claim[] {
  const isUnique = new Set(unique);
  return visits.flatMap(({ node_id: nodeId, answer }): Claim[] => {
    const question = compiled.nodes.get(nodeId)?.question;
    if (!question || answer === null) return [];
    const [key, ...olderKeys] = (isUnique.has(nodeId) && hashesOf(compiled, formId, nodeId, answer)) || [];
    const limited = limits[nodeId] ?? {};
    return [
      ...(key === undefined ? [] : [{ nodeId, key, olderKeys, limit: null }]),
      ...chosenOptions(question, answer).flatMap((value) => {
        const limit = Object.hasOwn(limited, value) ? limited[value] : undefined;
        return limit === undefined ? [] : [{ nodeId, key: value, olderKeys: [], limit }];
      }),
    ];
  });
}

/** Answers and places of other completed sessions, as a step sees them. */
export interface Tries {
  full: FullOptions;
  isTaken(nodeId: string, answer: Json): boolean;
}

/**
 * Reads whether these answers would be refused now. Null, without a statement, if neither the session's version nor the form has such
 * rules.
 */
export async function triesFor(
  { respondents: { exact }, database: { pool } }: Pick<SessionsService, "respondents" | "database">,
  { compiled, rules }: Pick<CompiledVersion, "compiled" | "rules">,
  { id, form_id: formId }: Pick<SessionState, "id" | "form_id">,
  answers: readonly { node_id: string; value?: Json }[],
): Promise<Tries | null> {
  if (!rules && !exact.has(formId)) return null;
  const asked = answers.flatMap(({ node_id: nodeId, value }) =>
    (hashesOf(compiled, formId, nodeId, value) ?? []).map((key) => ({ nodeId, key })),
  );
  const found = await readTries(pool, formId, id, asked);
  if (!found) return null;
  const isUnique = new Set(found.rules.unique);
  return {
    full: found.full,
    isTaken: (nodeId, answer) =>
      isUnique.has(nodeId) &&
      (hashesOf(compiled, formId, nodeId, answer)?.some((key) => found.taken.has(`${nodeId} ${key}`)) ?? false),
  };
}

/** The 409 of a completion or correction that can't have an answer. */
export const refusedClaim = ({ code, node_id }: Refused): Error =>
  conflict(
    code === "not_unique"
      ? "Another response has this answer already. Give another one."
      : "An option that was chosen has no places left. Choose another one.",
    { code, node_id },
  );
