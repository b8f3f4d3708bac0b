import type { Json } from "../../../shared/domain/graph/types.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import type { FakeDevice, Tab } from "./devices.ts";
import { aForm, answersAt, say } from "./filling.ts";

/** The last answers and the completion are one request, sent before the end shows (features §11.3). */
const texts = (count: number) =>
  chain(...Array.from({ length: count }, (_, at) => node(`q${at}`, "long_text", { max_length: 20_000 })));

/** Opens a form whose session is started and whose first answer is in flight. */
async function answering(count: number, value: (at: number) => Json = (at) => `${at}`) {
  const { service, device } = aForm(texts(count));
  const tab = device.open();
  await device.pass();
  tab.respondent.enter("q0", value(0));
  await device.pass();
  device.log.length = 0;
  return {
    service,
    device,
    tab,
    answer: (from: number, to: number) => {
      for (const at of range(from, to)) say(tab, value(at));
    },
  };
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Returns how many answers each request had, or its path. */
const requests = ({ log }: FakeDevice) =>
  log.map(({ request: { path, body } }) => {
    const [, kind] = /([^/]+\/(?:\?.*)?)$/.exec(path) ?? [];
    const { answers } = (body ?? {}) as { answers?: unknown[] };
    return answers ? `${answers.length} ${kind}` : kind;
  });

/** Closes the page as soon as it shows the end. */
const closeAtEnd = (device: FakeDevice, tab: Tab) =>
  tab.respondent.subscribe(() => tab.state.screen === "end" && device.kill(tab));

test("sends the last answer and the completion as one request, before the end shows", async () => {
  const { service, device, tab, answer } = await answering(2);
  answer(0, 1);
  await device.pass();
  closeAtEnd(device, tab);
  answer(1, 2);
  expect(tab.isAlive).toBe(false);
  await device.pass();
  expect(requests(device)).toEqual(["next/", "1 answers/?complete=true"]);
  expect(service.completions).toBe(1);
});

test("sends answers that are in flight again with the last one, and ignores the earlier reply", async () => {
  const { service, device, tab, answer } = await answering(3);
  closeAtEnd(device, tab);
  device.faults = ["taken in later"];
  answer(0, 3);
  expect(tab.isAlive).toBe(false);
  await device.pass(60_000);
  expect(requests(device)).toEqual(["next/", "3 answers/?complete=true"]);
  expect(service.completions).toBe(1);
  expect(answersAt(service)).toEqual([range(0, 3).map((at) => [`q${at}`, `${at}`])]);
});

test("shows that answers are being sent until the start is answered", async () => {
  const { device } = aForm(texts(1));
  const tab = device.open();
  await device.pass();
  say(tab, "0");
  expect(tab.state).toMatchObject({ screen: "sending", unsent: { count: 1 } });
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", phase: "completed" });
});

test("sends more than 50 answers in parts, and shows the end with the last one", async () => {
  const { service, device, tab, answer } = await answering(120);
  const screens: [string, number][] = [];
  tab.respondent.subscribe(() => screens.push([tab.state.screen, device.log.length]));
  closeAtEnd(device, tab);
  answer(0, 120);
  expect(tab.state.screen).toBe("sending");
  await device.pass();
  expect(requests(device)).toEqual(["next/", "50 answers/", "50 answers/", "20 answers/?complete=true"]);
  expect(screens.at(-1)).toEqual(["end", 4]);
  expect(service.completions).toBe(1);
});

test("sends more than 60,000 bytes in parts, and the completion alone after a large answer", async () => {
  const { service, device, answer } = await answering(5, (at) => "ä".repeat(at === 4 ? 20_000 : 12_000));
  answer(0, 5);
  await device.pass();
  expect(requests(device)).toEqual(["next/", "2 answers/", "2 answers/", "1 answers/?complete=true"]);
  expect(service.completions).toBe(1);
  const emoji = await answering(1, () => "😀".repeat(20_000));
  emoji.answer(0, 1);
  await emoji.device.pass();
  expect(requests(emoji.device)).toEqual(["next/", "complete/"]);
  expect(emoji.service.completions).toBe(1);
});

test("sends a changed answer and the ones after it in a request of their own", async () => {
  const { service, device, tab, answer } = await answering(3);
  answer(0, 1);
  await device.pass();
  device.faults = ["hangs"];
  answer(1, 2);
  tab.respondent.goTo("q0");
  say(tab, "changed");
  answer(1, 3);
  await device.pass(30_000);
  expect(requests(device).at(-1)).toBe("3 answers/?complete=true");
  expect(device.log.at(-1)?.request.body).toMatchObject({ back: true });
  expect(service.completions).toBe(1);
  expect(answersAt(service)).toEqual([
    [
      ["q0", "changed"],
      ["q1", "1"],
      ["q2", "2"],
    ],
  ]);
});

test.each([
  ["ignores", ["1 answers/?complete=true", "complete/"]],
  ["lacks", ["1 answers/?complete=true", "next/", "complete/"]],
] as const)("completes as before if an older copy %s the request", async (older, expected) => {
  const { service, device, tab, answer } = await answering(1);
  service.older = older;
  device.faults = ["none"];
  answer(0, 1);
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  expect(requests(device)).toEqual(expected);
  expect(service.completions).toBe(1);
});

test("keeps the answers and shows that the form is full", async () => {
  const { service, device, tab, answer } = await answering(1);
  service.isFull = true;
  answer(0, 1);
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "over_limit", unsent: { count: 0 } });
  expect(requests(device)).toEqual(["1 answers/?complete=true", "complete/"]);
  expect(answersAt(service)).toEqual([[["q0", "0"]]]);
});

test("goes back to a refused answer, and sends the ones before it again", async () => {
  const graph = graphOf(
    [
      node("a", "short_text"),
      node("day", "date", { max: { days_from_today: 0 } }, true),
      node("b", "short_text"),
      end(),
    ],
    [edge("a", "day"), edge("day", "b"), edge("b", "end")],
  );
  const { service, device } = aForm(graph);
  const tab = device.open();
  await device.pass();
  tab.respondent.enter("a", "x");
  await device.pass();
  service.dayBefore = true;
  say(tab, "x");
  say(tab, "2026-06-01");
  say(tab, "y");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "day" }, value: "2026-06-01", isWaiting: false });
  expect(tab.state.error?.message).toContain("2026-05-31");
  expect(answersAt(service)).toEqual([[["a", "x"]]]);
  say(tab, "2026-05-30");
  say(tab, "y");
  await device.pass();
  expect(tab.state.end?.isCompleted).toBe(true);
});

test("waits for `Retry-After` with answers that join a waiting one", async () => {
  const { service, device, tab, answer } = await answering(2);
  device.faults = ["429"];
  answer(0, 1);
  await device.pass();
  answer(1, 2);
  expect(tab.state).toMatchObject({ screen: "end", unsent: { count: 2 }, retryAt: expect.any(Number) });
  await device.pass(4_900);
  expect(device.log).toHaveLength(1);
  await device.pass(1_000);
  expect(requests(device)).toEqual(["next/", "2 answers/?complete=true"]);
  expect(service.completions).toBe(1);
});

test("sends the remaining answers and the completion on the next visit", async () => {
  const { service, device, tab, answer } = await answering(60);
  device.isOffline = true;
  answer(0, 60);
  await device.pass();
  // the notice says that they aren't sent
  expect(tab.state).toMatchObject({ screen: "end", isOffline: true, unsent: { count: 60 } });
  device.kill(tab);
  device.isOffline = false;
  await device.pass(86_400_000);
  const again = device.open();
  await device.pass();
  expect(again.state).toMatchObject({ screen: "end", phase: "completed" });
  expect(service.completions).toBe(1);
});
