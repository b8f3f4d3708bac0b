import { pagingOn } from "../../../services/web/respondent/pages/paging.ts";
import { givenIn } from "../../../services/web/respondent/prefill/address.ts";
import { prefillOn } from "../../../services/web/respondent/prefill/prefilling.ts";
import { makeWalker } from "../../../services/web/respondent/walk/walker.ts";
import type { Json } from "../../../shared/domain/json.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import type { FakeDevice } from "../walk/devices.ts";
import { aForm, answersAt, say } from "../walk/filling.ts";

/** Answers that a link gives, and defaults (features §16). */
const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
const graph = () =>
  chain(
    node("name", "short_text", { default: "Ada" }),
    node("one", "multiple_choice", { options: options as never }, true),
    node("age", "number", { max: 99 }, true),
    node("note", "short_text"),
  );

function openedBy(device: FakeDevice, address: string, { isSeen = () => true, byLink = {} }: Part = {}) {
  const [search = "", hash = ""] = address.split("#");
  const page = { byLink, given: givenIn(search, hash), day: "2026-06-02", isSeen };
  const loadEngine = async () => ({
    pagingOn,
    makeWalker: (...[source, ...rest]: Parameters<typeof makeWalker>) => ({
      ...makeWalker(source, ...rest),
      prefill: prefillOn(source, compileQuestion, page),
    }),
  });
  return device.open({ loadEngine });
}

interface Part {
  isSeen?: () => boolean;
  /** of a personal link */
  byLink?: Record<string, Json>;
}

async function opened(source: object, address: string, part: Part = {}) {
  const { service, device } = aForm(source);
  const tab = openedBy(device, address, part);
  await device.pass();
  return { service, device, tab };
}
const go = (tab: { respondent: { answer(id: string): void }; state: { node: { id: string } | null } }) =>
  tab.respondent.answer(tab.state.node?.id ?? "");

describe("answers that are given", () => {
  test("show as the answer, and are sent with their question alone", async () => {
    const { service, device, tab } = await opened(graph(), "?answer.one=B&answer.age=40");
    expect(tab.state).toMatchObject({ node: { id: "name" }, value: "Ada", phase: "new" });
    expect(service.sessions.size).toBe(0);
    go(tab);
    expect(tab.state).toMatchObject({ node: { id: "one" }, value: "b" });
    say(tab, "a");
    expect(tab.state).toMatchObject({ node: { id: "age" }, value: 40 });
    await device.pass();
    expect(answersAt(service)).toEqual([
      [
        ["name", "Ada"],
        ["one", "a"],
      ],
    ]);
  });

  test("come from the link before the default, and from the device before both", async () => {
    const { device, tab } = await opened(graph(), "?answer.name=Bo");
    expect(tab.state.value).toBe("Bo");
    tab.respondent.enter("name", "Cy");
    await device.pass();
    device.kill(tab);
    const again = openedBy(device, "?answer.name=Di&answer.age=7");
    await device.pass();
    expect(again.state.value).toBe("Cy");
    say(again, "Cy");
    say(again, "a");
    expect(again.state).toMatchObject({ node: { id: "age" }, value: 7 });
  });

  test("are left out if they don't fit", async () => {
    const { tab } = await opened(graph(), "?answer.name=&answer.one=z&answer.age=100&answer.nothing=1");
    expect(tab.state.value).toBe("Ada");
    go(tab);
    expect(tab.state).toMatchObject({ node: { id: "one" }, value: null });
    say(tab, "a");
    expect(tab.state).toMatchObject({ node: { id: "age" }, value: null });
  });

  test("stay away once the respondent cleared them", async () => {
    const { device, tab } = await opened(graph(), "");
    tab.respondent.enter("name", "");
    await device.pass();
    device.kill(tab);
    const again = openedBy(device, "");
    await device.pass();
    expect(again.state.value).toBe("");
  });

  test("start a new session again", async () => {
    const { device, tab } = await opened(graph(), "?answer.name=Bo");
    say(tab, "Cy");
    await device.pass();
    tab.respondent.startAgain();
    expect(tab.state).toMatchObject({ node: { id: "name" }, value: "Bo" });
  });

  test("count from the device's day", async () => {
    const { tab } = await opened(chain(node("day", "date", { default: "today" })), "");
    expect(tab.state.value).toBe("2026-06-02");
  });
});

describe("prefill=skip", () => {
  const rated = (...more: ReturnType<typeof node>[]) =>
    chain(node("nps", "opinion_scale", {}, true), ...more, node("why", "long_text"));

  test("sends the answer of a link as soon as the page is seen, and asks on", async () => {
    const { service, device, tab } = await opened(rated(), "?answer.nps=9&prefill=skip");
    await device.pass();
    expect(tab.state.node?.id).toBe("why");
    expect(answersAt(service)).toEqual([[["nps", 9]]]);
    tab.respondent.back();
    expect(tab.state).toMatchObject({ node: { id: "nps" }, value: 9 });
    go(tab);
    expect(tab.state.node?.id).toBe("why");
  });

  test("waits until a hidden page is seen", async () => {
    let isVisible = false;
    const { service, device, tab } = await opened(rated(), "#answer.nps=9&prefill=skip", { isSeen: () => isVisible });
    await device.pass(60_000);
    expect([tab.state.node?.id, tab.state.phase, service.sessions.size]).toEqual(["nps", "new", 0]);
    isVisible = true;
    tab.wake();
    await device.pass();
    expect(answersAt(service)).toEqual([[["nps", 9]]]);
  });

  test("sends nothing before Start", async () => {
    const start = node("start", "welcome_screen");
    const { service, device, tab } = await opened(
      chain(start, node("nps", "opinion_scale"), node("why", "long_text")),
      "?answer.nps=9&prefill=skip",
    );
    await device.pass();
    expect([tab.state.node?.id, service.sessions.size]).toEqual(["start", 0]);
    go(tab);
    expect(tab.state.node?.id).toBe("why");
  });

  test("stops at a default, at what isn't given, and before the end", async () => {
    const { tab } = await opened(graph(), "?answer.one=a&prefill=skip");
    expect(tab.state.node?.id).toBe("name");
    const {
      device,
      tab: last,
      service,
    } = await opened(chain(node("nps", "opinion_scale")), "?answer.nps=9&prefill=skip");
    await device.pass();
    expect(last.state).toMatchObject({ screen: "node", node: { id: "nps" }, value: 9 });
    expect(answersAt(service)).toEqual([[["nps", 9]]]);
    expect([...service.sessions.values()].map(({ status }) => status)).toEqual(["in_progress"]);
    go(last);
    await device.pass();
    expect(last.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  });

  test("stops at an answer that the service refuses", async () => {
    const { device, service } = aForm(
      chain(node("day", "date", { max: { days_from_today: 0 } }), node("why", "long_text")),
    );
    service.dayBefore = true;
    const tab = openedBy(device, "?answer.day=2026-06-01&prefill=skip");
    await device.pass(60_000);
    expect(tab.state).toMatchObject({
      node: { id: "day" },
      value: "2026-06-01",
      error: { reason: expect.any(String) },
    });
    expect(device.refusals).toHaveLength(1);
  });

  test("passes over a page only if all its questions are given", async () => {
    const pages = [{ id: "p", node_ids: ["nps", "more"] }];
    const source = () => ({ ...rated(node("more", "number")), pages });
    const { tab } = await opened(source(), "?answer.nps=9&prefill=skip");
    expect(tab.state.page?.questions.map(({ value }) => value)).toEqual([9, null]);
    const { device, service, tab: both } = await opened(source(), "?answer.nps=9&answer.more=2&prefill=skip");
    await device.pass();
    expect(both.state.node?.id).toBe("why");
    expect(answersAt(service)).toEqual([
      [
        ["nps", 9],
        ["more", 2],
      ],
    ]);
  });
});
