import type { Context, Middleware, ServiceBroker } from "moleculer";
import { type Need, type Needs, needs } from "../api/access/allows.ts";
import { wholeOf } from "../api/access/contained.ts";
import { copyTooOld } from "../platform/errors.ts";
import type { Caller } from "./contract.ts";
import { metadataOf, middleware, rulesOf } from "./internals.ts";
import type { QueryRule } from "./queryRule.ts";

/**
 * During an upgrade, copies of an older release don't know each word of the contract. A copy refuses a need that it doesn't know to
 * everyone, even an owner. So each node announces in its metadata the needs that it knows, and each call asks a copy by those: for the
 * right that contains an unknown need, never for a narrower one. If the copy knows neither, the call fails with 503. So it does for a field
 * of an owner's query, or a value of it, that the copy doesn't know (queryRule.ts).
 */
export const wordsMetadata = { needs };

/** Needs of all releases that announced none. The last of them also knows `laterNeed`. */
const firstNeeds: readonly Need[] = [
  "forms:read",
  "forms:write",
  "insights:read",
  "responses:read",
  "responses:write",
  "integrations:read",
  "integrations:write",
  "account:read",
  "keys:write",
  "audit:read",
  "members:read",
  "members:write",
  "workspace:write",
  "workspace:delete",
  "any role",
  "member",
  "oneself",
];
const laterNeed: Need = "responses:read_anonymous";
/** A copy that announces nothing knows `laterNeed` if it offers one of these actions with this parameter, which came with it or later. */
const laterActions: readonly (readonly [action: string, parameter: string])[] = [
  ["forms.exportDraft", "slug"],
  ["sessions.personalNodes", "form_id"],
  ["analytics.getResponse", "query"],
];

/** Returns the needs that a node knows. */
function needsKnownTo(broker: ServiceBroker, nodeId: string): readonly Need[] {
  const announced = metadataOf(broker, nodeId)?.["needs"] as readonly Need[] | undefined;
  if (announced) return announced;
  const isLater = laterActions.some(([action, parameter]) => parameter in (rulesOf(broker, nodeId, action) ?? {}));
  return isLater ? [...firstNeeds, laterNeed] : firstNeeds;
}

/** Returns what to ask for instead, in the words that a copy knows. Throws 503 if it knows none. */
function inWordsOf(known: readonly Need[], asked: Needs): Needs {
  const words = asked.map((need) => (known.includes(need) ? need : wholeOf(need)));
  const unknown = words.find((need) => !known.includes(need));
  if (unknown) throw copyTooOld(unknown);
  return words;
}

/** The field that came with `laterNeed`. Releases that announced no fields had all others, or refuse them. */
const laterField = "personal";

/** Throws 503 for a field or a value that a copy doesn't know, and would leave out without a word. */
function checkQuery(query: object, rule: Partial<QueryRule> | string | undefined, known: readonly Need[]): void {
  const words = typeof rule === "object" ? rule.words : undefined;
  for (const [field, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const isKnown = words ? field in words : rule !== undefined && (field !== laterField || known.includes(laterNeed));
    if (!isKnown) throw copyTooOld(field);
    const values = words?.[field];
    const unknown = values && [value].flat().find((one) => !values.includes(String(one)));
    if (unknown !== undefined && unknown !== null) throw copyTooOld(`${field}=${unknown}`);
  }
}

interface Asking {
  caller?: Caller | null;
  query?: object | null;
}

export function knownWords(): Middleware {
  return middleware({
    name: "KnownWords",
    remoteAction(next: (context: Context<unknown>) => Promise<unknown>) {
      return async (context: Context<unknown>) => {
        const { caller, query } = (context.params ?? {}) as Asking;
        if (caller?.needs) {
          const known = needsKnownTo(context.broker, context.nodeID ?? "");
          const asked = { ...caller, needs: inWordsOf(known, caller.needs) };
          // the call may be repeated with another copy
          context.params = { ...(context.params as object), caller: asked };
          if (query) checkQuery(query, context.action?.params?.["query"] as QueryRule | undefined, known);
        }
        return next(context);
      };
    },
  });
}
