import fc from "fast-check";
import * as later from "../../../services/web/respondent/later.ts";
import { type ApiRequest, requestOf } from "../../../services/web/respondent/walk/api.ts";
import { type Kept, keptWalk } from "../../../services/web/respondent/walk/kept.ts";
import { type Effect, step } from "../../../services/web/respondent/walk/machine.ts";
import type { Given } from "../../../services/web/respondent/walk/queue.ts";
import { shownOf } from "../../../services/web/respondent/walk/view.ts";
import { makeWalker } from "../../../services/web/respondent/walk/walker.ts";
import {
  type Timer,
  type WalkEvent,
  type WalkState,
  walkStateOf,
} from "../../../services/web/respondent/walk/walkState.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { FakeService } from "./service.ts";

/** The machine alone, with events in any order. */
/** Without required questions, because the service would refuse an empty answer given before the engine is loaded. */
const { nodes, ...rest } = survey() as Graph;
const graph: Graph = { ...rest, nodes: nodes.map((node) => ({ ...node, data: { ...node.data, is_required: false } })) };
const walker = makeWalker(graph, "en");

/** A page without a browser: stored session, request in flight and running timers. */
class World {
  readonly service = new FakeService(graph);
  walkState: WalkState = walkStateOf("lunch", "", this.service.form(), true);
  stored: Kept | null = null;
  inFlight: { id: number; request: ApiRequest } | null = null;
  /** Requests whose place another one took. The service may still process them. */
  readonly superseded: ApiRequest[] = [];
  readonly timers = new Set<Timer>();
  at = Date.parse("2026-06-01T08:00:00Z");
  effects: Effect[] = [];
  #ids = 0;

  happen(walkEvent: WalkEvent): void {
    this.at += 1;
    this.#ids += 1;
    const newId = `00000000-0000-7000-8000-${String(this.#ids).padStart(12, "0")}`;
    const event = { ...walkEvent, at: this.at, today: "2026-06-01", newId, chance: 0.5 };
    const before = this.walkState;
    const text = JSON.stringify(before);
    const [walkState, effects] = step(before, event);
    expect(JSON.stringify(before)).toBe(text);
    expect(step(before, event)[1]).toEqual(effects);
    this.walkState = walkState;
    this.effects = effects;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: Effect): void {
    if (effect.do === "write" || effect.do === "send") expect(this.walkState.isHeld).toBe(true);
    if (effect.do === "write") this.stored = effect.kept;
    if (effect.do === "erase") this.stored = null;
    if (effect.do === "abort") this.inFlight = null;
    if (effect.do === "wake") this.timers[effect.ms === null ? "delete" : "add"](effect.timer);
    if (effect.do !== "send") return;
    if (this.inFlight) this.#supersede(this.inFlight.request, effect.request);
    this.inFlight = effect;
    // a crash now would send the same entry again
    const first = this.stored?.queue[0];
    if (this.stored && first) expect(effect.request).toEqual(requestOf("lunch", this.stored, first));
    else expect(effect.request.method).toBe("GET");
  }

  /** Only the same request, after its reply was too late, or one with the same answers and more takes another's place. */
  #supersede(request: ApiRequest, by: ApiRequest): void {
    const answersOf = ({ body }: ApiRequest) => (body as { answers?: Given[] }).answers ?? [body as Given];
    const first = ({ node_id, value }: Given) => ({ node_id, value });
    expect(answersOf(by).map(first)).toEqual(expect.arrayContaining(answersOf(request).map(first)));
    if (JSON.stringify(by) !== JSON.stringify(request)) expect(by.path).toMatch(/\/answers\//);
    this.superseded.push(request);
  }

  /** `isTaken`: the service processes it. `isLost`: its reply doesn't arrive. */
  reply({ isTaken, isLost }: { isTaken: boolean; isLost: boolean }): void {
    if (!this.inFlight) return;
    const { id, request } = this.inFlight;
    this.inFlight = null;
    const reply = isTaken ? this.service.handle(request, "2026-06-01") : null;
    if (reply && reply.kind !== "again" && !isLost) this.happen({ type: "replied", id, reply, later });
    else this.happen({ type: "replied", id, reply: { kind: "again", afterMs: 0, isOffline: true } });
  }

  arriveLate(): void {
    const request = this.superseded.shift();
    if (request) this.service.handle(request, "2026-06-01");
  }

  due(): void {
    const [timer] = this.timers;
    if (!timer) return;
    this.timers.delete(timer);
    this.happen({ type: "due", timer });
  }

  load(): void {
    const { form } = this.walkState;
    if (form) this.happen({ type: "loaded", form, walker });
  }
}

const answers: Record<string, (string | number)[]> = { name: ["Ada", "Bob"], color: ["red", "blue"], age: [36, 7] };

type Deed = (world: World) => void;
const nodeId = fc.constantFrom("name", "color", "age", "end");
const variant = fc.nat({ max: 1 });
const rare = ["contested", "woken", "back", "resumed", "startedAgain", "continuedHere", "retried", "touched"] as const;
const deeds: [weight: number, deed: fc.Arbitrary<Deed>][] = [
  [6, fc.constant((world) => world.happen({ type: "granted", stored: world.stored }))],
  [3, fc.constant((world) => world.happen({ type: "lost" }))],
  [4, fc.constant((world) => world.load())],
  [3, fc.constant((world) => world.due())],
  [2, fc.constant((world) => world.arriveLate())],
  [6, fc.record({ isTaken: fc.boolean(), isLost: fc.boolean() }).map((way) => (world) => world.reply(way))],
  [12, variant.map((at) => (world) => answer(world, at))],
  [3, nodeId.map((nodeId) => (world) => world.happen({ type: "shown", nodeId }))],
  [2, nodeId.map((nodeId) => (world) => world.happen({ type: "answered", nodeId }))],
  [4, fc.constantFrom(...rare).map((type) => (world) => world.happen({ type } as WalkEvent))],
];
const story = fc.array(fc.oneof(...deeds.map(([weight, arbitrary]) => ({ weight, arbitrary }))), { maxLength: 60 });

function told(deeds: readonly Deed[]): World {
  const world = new World();
  world.happen({ type: "opened", stored: null });
  for (const deed of deeds) {
    deed(world);
    endsWithCompletion(world);
  }
  return world;
}

/** The end shows only once the completion was sent, unless the network fails. */
function endsWithCompletion({ walkState, inFlight }: World): void {
  const { screen } = shownOf(walkState);
  if (screen !== "end" || walkState.completed || !walkState.isHeld) return;
  const { request } = walkState;
  expect(
    (request?.failures ?? 0) > 0 || /\/(complete\/|answers\/\?complete=true)$/.test(inFlight?.request.path ?? ""),
  ).toBe(true);
}

/** Answers the current question. */
function answer(world: World, variant: number): void {
  const { shownId } = shownOf(world.walkState);
  const value = answers[shownId ?? ""]?.[variant];
  if (!shownId || value === undefined) return;
  enter(world, shownId, value);
  world.happen({ type: "answered", nodeId: shownId });
}

/** Enters a value and checks that it is stored before anything else. */
function enter(world: World, nodeId: string, value: string | number): void {
  const { kept: before } = world.walkState;
  world.happen({ type: "entered", nodeId, value });
  const { kept, isHeld } = world.walkState;
  if (kept === before || !isHeld) return;
  expect(kept?.answers[nodeId]).toEqual(value);
  expect(world.stored).toEqual(kept);
}

test("writes before it sends, sends one request at a time, and does neither without the session", () => {
  fc.assert(
    fc.property(story, (deeds) => void told(deeds)),
    { numRuns: 200 },
  );
});

test("delivers every answer after any loss", () => {
  fc.assert(
    fc.property(story, (deeds) => {
      const world = told(deeds);
      // finally the tab gets the session, and every request is answered
      world.happen({ type: "continuedHere" });
      world.happen({ type: "granted", stored: world.stored });
      world.load();
      world.happen({ type: "resumed" });
      const { kept } = world.walkState;
      if (!kept?.isBegun) return;
      const given = keptWalk(kept).visits;
      for (let times = 0; times < 30; times += 1) {
        if (world.inFlight) world.reply({ isTaken: true, isLost: false });
        else world.due();
        world.load();
      }
      const session = world.service.sessions.get(kept.session);
      const visits = session?.walk.visits.map(({ node_id, answer }) => ({ node_id, answer }));
      expect(visits).toEqual(given);
      expect(world.walkState.kept?.queue).toEqual([]);
      expect(world.walkState.kept?.base).toEqual({ visits, current: session?.walk.current_node_id });
      expect(world.walkState.completed !== null).toBe(session?.status === "completed");
    }),
    { numRuns: 200 },
  );
});

test("ignores the reply to a request that is no longer in flight", () => {
  const world = new World();
  world.happen({ type: "opened", stored: null });
  world.happen({ type: "granted", stored: null });
  world.load();
  enter(world, "name", "Ada");
  const { id } = world.inFlight ?? { id: 0 };
  world.happen({ type: "due", timer: "request" });
  const before = world.walkState;
  const reply = { kind: "ok" as const, data: { version_number: 1 } };
  world.happen({ type: "replied", id, reply, later });
  expect(world.walkState).toBe(before);
  expect(world.effects).toEqual([]);
});
