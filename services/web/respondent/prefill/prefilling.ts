import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { sameJson } from "../../../../shared/domain/json.ts";
import { defaultAnswer } from "../../../../shared/domain/questions/defaultAnswer.ts";
import type { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import type { CheckContext } from "../../../../shared/domain/questions/question.ts";
import { byLink } from "../walk/address.ts";
import { changing } from "../walk/answering.ts";
import { type Kept, keptWalk, ownValue } from "../walk/kept.ts";
import { isEnd, isScreen, nodeOf } from "../walk/nodes.ts";
import type { Engine } from "../walk/respondent.ts";
import { answered, begun, showing } from "../walk/steps.ts";
import { shownOf } from "../walk/view.ts";
import type { Event, WalkState } from "../walk/walkState.ts";
import { type Given, takeGiven } from "./address.ts";
import { givenAnswer } from "./answers.ts";

/**
 * Shows answers that a link gives, else defaults, until respondents change them (features §16). They are sent only with their
 * question. With `prefill=skip`, questions that the link answers are passed over.
 */
interface Page {
  /** of a personal link, by node */
  byLink: Readonly<Record<string, Json>>;
  given: Given;
  /** the device's day */
  day: string;
  isSeen(): boolean;
}

type Compile = typeof compileQuestion;

/** Returns the engine with walkers that prefill. */
export function prefilling({ makeWalker, compileQuestion }: Pick<Engine, "makeWalker"> & { compileQuestion: Compile }) {
  const page: Page = {
    byLink: byLink.answers ?? {},
    given: takeGiven(window),
    day: localDay(new Date()),
    isSeen: () => document.visibilityState === "visible",
  };
  const prefilled: Engine["makeWalker"] = (graph, ...rest) => ({
    ...makeWalker(graph, ...rest),
    prefill: prefillOn(graph, compileQuestion, page),
  });
  return { makeWalker: prefilled };
}

const localDay = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

interface Prepared {
  given: Json;
  byDefault: Json;
}

export function prefillOn(graph: Graph, compileQuestion: Compile, { byLink, given, day, isSeen }: Page) {
  /** sessions and nodes that were passed over, so that a refused one isn't again */
  const passed = new Set<string>();
  let prepared: ReadonlyMap<string, Prepared> | undefined;

  function prepare(context: CheckContext): ReadonlyMap<string, Prepared> {
    const found = graph.nodes.flatMap((node): [string, Prepared][] => {
      const { id, data } = node;
      const own = Object.hasOwn(byLink, id) ? byLink[id] : undefined;
      const isNamed = own !== undefined || given.texts.has(id) || given.texts.has(id.toLowerCase());
      if (!isNamed && data.config?.default === undefined) return [];
      const question = compileQuestion(node);
      const byDefault = defaultAnswer(question, context, day);
      // a personal link's answer comes before the query's
      const reply = own === undefined ? null : question.check(own, context);
      const fitting = reply?.kind === "answer" ? reply.answer : givenAnswer(id, question, given, context);
      return [[id, { given: fitting, byDefault }]];
    });
    return new Map(found);
  }

  /** Fills what has no answer yet. The link's answer takes the place of an untouched default. */
  function fill(kept: Kept): Kept {
    const visited = new Set(keptWalk(kept).visits.map(({ node_id }) => node_id));
    const filled = [...(prepared ?? [])].filter(([id, { given: own, byDefault }]) => {
      const before = ownValue(kept.answers, id);
      const isFree = before === undefined || (own !== null && before !== null && sameJson(before, byDefault));
      return isFree && (own ?? byDefault) !== null && !visited.has(id);
    });
    if (filled.length === 0) return kept;
    const answers = Object.fromEntries(filled.map(([id, { given: own, byDefault }]) => [id, own ?? byDefault]));
    return { ...kept, answers: { ...kept.answers, ...answers } };
  }

  const isGiven = ({ answers }: Kept, id: string): boolean => {
    const own = prepared?.get(id)?.given ?? null;
    return own !== null && sameJson(ownValue(answers, id) ?? null, own);
  };

  /** Passes over questions that the link answers. Each is shown or sent once. */
  function passOver(walkState: WalkState, { at }: Event, check: CheckContext): WalkState {
    const { kept, form, walker, isHeld, error, conflictAt } = walkState;
    const { screen, path, position, page, ids, shownId, isWaiting } = shownOf(walkState);
    if (!kept || !form || !walker || !isHeld || error || conflictAt || isWaiting || screen !== "node") return walkState;
    const asked = page ? ids.filter((id) => !isScreen(nodeOf(form, id))) : ids;
    const isNew = path[position] === keptWalk(kept).current && !passed.has(`${kept.session} ${shownId}`);
    if (!isNew || asked.length === 0 || !asked.every((id) => isGiven(kept, id))) return walkState;
    const started = begun(kept, at);
    const id = shownId ?? "";
    const result =
      page && walker.paging
        ? walker.paging.answered(started, page, check, at)
        : answered(started, id, ownValue(kept.answers, id) ?? null, { walker, check, now: at });
    if (!result.ok) return walkState;
    passed.add(`${kept.session} ${shownId}`);
    const { current } = keptWalk(result.kept);
    // the respondent completes, or sees what the service decides
    const isLast = current === null || isEnd(form, current);
    const next = changing(walkState, isLast ? showing(result.kept, ids.at(-1) ?? id) : result.kept, at);
    return isLast ? next : passOver(next, { at } as Event, check);
  }

  return (after: WalkState, before: WalkState, event: Event): WalkState => {
    const { kept } = after;
    if (!kept) return after;
    const check = { today: event.today, isIssuedFile: () => false };
    prepared ??= prepare(check);
    const isOther = after.walker !== before.walker || kept.session !== before.kept?.session;
    const filled = isOther ? { ...after, kept: fill(kept) } : after;
    return given.isSkipping && isSeen() ? passOver(filled, event, check) : filled;
  };
}
