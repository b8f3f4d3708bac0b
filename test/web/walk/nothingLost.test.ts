import fc from "fast-check";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { hiddenValues, publishableGraph, validAnswers, withPages } from "../../support/graphs.ts";
import { type EngineState, FakeDevice, type Fault, faults, type Tab } from "./devices.ts";
import { Person } from "./person.ts";
import { FakeService } from "./service.ts";

/** An event while a form is being filled in. */
type WalkEvent =
  | { kind: "goes on"; variant: number }
  | { kind: "half typed"; variant: number }
  | { kind: "back"; places: number }
  | { kind: "changes"; places: number; variant: number }
  | { kind: "reload" | "wakes" | "other tab" | "old tab" }
  | { kind: "passes"; ms: number }
  | { kind: "offline"; isOffline: boolean }
  | { kind: "faults"; faults: Fault[] };

const variant = fc.nat({ max: 2 });
const places = fc.integer({ min: 1, max: 4 });
const walkEvent: fc.Arbitrary<WalkEvent> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("goes on" as const), variant }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("half typed" as const), variant }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("back" as const), places }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("changes" as const), places, variant }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("reload", "wakes", "other tab", "old tab" as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("passes" as const),
      ms: fc.constantFrom(0, 0, 500, 5_000, 60_000, 700_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("offline" as const), isOffline: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("faults" as const),
      faults: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 4 }),
    }),
  },
);

const storyOf = (graphs: fc.Arbitrary<Graph>) =>
  graphs.chain((graph) => {
    const answers = validAnswers(compileGraph(graph));
    return fc.record({
      graph: fc.constant(graph),
      answers: fc.tuple(answers, answers, answers),
      hidden: hiddenValues(),
      walkEvents: fc.array(walkEvent, { maxLength: 30 }),
      engine: fc.constantFrom<EngineState>("ready", "ready", "ready", "late", "never"),
      hasLocks: fc.boolean(),
      older: fc.constantFrom(null, null, null, "ignores" as const, "lacks" as const),
    });
  });
type Story = ReturnType<typeof storyOf> extends fc.Arbitrary<infer S> ? S : never;
const oneByOne = fc.boolean().chain(publishableGraph);

/** Plays the events, then completes the form in a quiet hour. */
async function told({ graph, answers, hidden, walkEvents, engine, hasLocks, older }: Story) {
  const service = new FakeService(graph);
  // a form with pages always has the request
  service.older = graph.pages ? older && "ignores" : older;
  const device = new FakeDevice(service);
  const person = new Person(device);
  Object.assign(device, { engine, hasLocks });
  const search = `?${new URLSearchParams(hidden)}`;
  const tabs: Tab[] = [device.open({ search })];
  const newest = () => tabs.at(-1) as Tab;
  let furthest = 0;
  const completed = () => tabs.find(({ state }) => state.phase === "completed");
  for (const event of walkEvents) {
    await happens(event);
    if (completed()) break;
    const { isConflict, progress } = newest().state;
    expect({ isConflict, hasFallen: progress < furthest }).toEqual({ isConflict: false, hasFallen: false });
    furthest = newest().state.screen === "node" ? progress : furthest;
  }
  device.isOffline = false;
  device.faults = [];
  for (let steps = 0; !completed() && steps < 60; steps += 1) {
    await device.pass(40_000);
    if (!completed()) await person.resume(newest(), answers[0]);
  }
  return { service, device, person, last: completed() ?? newest() };

  async function happens(event: WalkEvent): Promise<void> {
    const { state, respondent } = newest();
    switch (event.kind) {
      case "goes on":
        return person.resume(newest(), answers[event.variant] as (typeof answers)[0]);
      case "half typed": {
        const asked = state.page?.questions.at(-1)?.node ?? state.node;
        return asked ? respondent.enter(asked.id, answers[event.variant]?.get(asked.id) ?? null) : undefined;
      }
      case "back":
        return respondent.goTo(state.path[state.position - event.places] ?? "");
      case "changes":
        respondent.goTo(state.path[state.position - event.places] ?? "");
        return person.resume(newest(), answers[event.variant] as (typeof answers)[0]);
      case "reload":
        device.kill(newest());
        tabs.push(device.open({ search }));
        return device.pass();
      case "other tab":
        tabs.push(device.open({ search }));
        await device.pass(400);
        return newest().respondent.continueHere();
      case "old tab":
        return person.resume(tabs.filter(({ isAlive }) => isAlive).at(-2) ?? newest(), answers[1]);
      case "wakes":
        return newest().wake();
      case "passes":
        return device.pass(event.ms);
      case "offline":
        device.isOffline = event.isOffline;
        return;
      case "faults":
        device.faults.push(...event.faults);
    }
  }
}

test.each([
  ["asked one by one", oneByOne],
  ["asked on pages", oneByOne.chain(withPages)],
])("delivers each answer once and in order under any fault, and agrees with the service: %s", async (_name, graphs) => {
  await fc.assert(
    fc.asyncProperty(storyOf(graphs), async (story) => {
      const { service, device, person, last } = await told(story);
      expect(last.state).toMatchObject({ screen: "end", phase: "completed", progress: 1, unsent: { count: 0 } });
      const [session, ...others] = service.sessions.values();
      expect(others).toEqual([]);
      const { visits, current_node_id, hidden } = session?.walk ?? { visits: [], current_node_id: "", hidden: {} };
      const path = [...visits.map(({ node_id }) => node_id), current_node_id];
      // without the engine, the page asks one by one; after a reload the session can be over before it comes
      const screens = screensOf(story.graph, path);
      const expected = { ready: [screens], late: [screens, path], never: [path] }[story.engine];
      expect(expected).toContainEqual(last.state.path);
      for (const { node_id, answer } of visits) expect([node_id, answer]).toEqual([node_id, person.said.get(node_id)]);
      expect(hidden).toEqual(story.hidden);
      expect(session?.moves.length).toBeLessThanOrEqual(person.answers);
      const isUnknown = ({ request }: (typeof device.refusals)[0]) =>
        service.older === "lacks" && /answers/.test(request.path);
      expect(device.refusals.filter((refusal) => !isUnknown(refusal))).toEqual([]);
      expect(service.completions).toBe(1);
      expect(device.texts.size).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["asked one by one", oneByOne],
  ["asked on pages", oneByOne.chain(withPages)],
])("counts respondents who close the page as soon as the end shows: %s", async (_name, graphs) => {
  await fc.assert(
    fc.asyncProperty(storyOf(graphs), fc.array(fc.nat({ max: 3 })), async ({ graph, answers, hidden }, pauses) => {
      const service = new FakeService(graph);
      const device = new FakeDevice(service);
      const person = new Person(device);
      const tab = device.open({ search: `?${new URLSearchParams(hidden)}` });
      tab.respondent.subscribe(() => tab.state.screen === "end" && device.kill(tab));
      await device.pass();
      for (let steps = 0; tab.isAlive && steps < 60; steps += 1) {
        await person.resume(tab, answers[0]);
        const { screen, isWaiting } = tab.state;
        if (isWaiting || screen !== "node" || (pauses[steps % pauses.length] ?? 0) === 0) await device.pass();
      }
      await device.pass();
      expect(tab.isAlive).toBe(false);
      expect([service.sessions.size, service.completions]).toEqual([1, 1]);
      const [session] = service.sessions.values();
      for (const { node_id, answer } of session?.walk.visits ?? [])
        expect([node_id, answer]).toEqual([node_id, person.said.get(node_id)]);
    }),
    { numRuns: 50 },
  );
});

/** Returns the path with one node per screen: a page stands as its first node. */
function screensOf(graph: Graph, path: readonly string[]): string[] {
  const pages = pagesByNode(graph);
  return path.filter((id, index) => !pages.has(id) || pages.get(id) !== pages.get(path[index - 1] ?? ""));
}
