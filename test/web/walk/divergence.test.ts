import { chain, edge, end, graphOf, node, survey } from "../../support/sampleGraphs.ts";
import type { FakeDevice, Tab } from "./devices.ts";
import { aForm, answersAt, say, sent } from "./filling.ts";
import type { FakeService } from "./service.ts";

/** The service disagrees with the page: its path wins, and input is kept. */
const threeTexts = () => chain(node("a", "short_text"), node("b", "short_text"), node("c", "short_text"));

async function afterTwoAnswers() {
  const parts = aForm(threeTexts());
  const tab = parts.device.open();
  await parts.device.pass();
  for (const text of ["1", "2"]) say(tab, text);
  await parts.device.pass();
  return { ...parts, tab };
}

/** Another client with the session's ID, such as a device restored from a backup. */
function elsewhere({ service, device }: { service: FakeService; device: FakeDevice }, nodeId: string, value: string) {
  const id = [...service.sessions.keys()].at(-1);
  service.handle(
    { method: "POST", path: `session/${id}/next/`, body: { node_id: nodeId, value, back: true } },
    "2026-06-01",
  );
  device.log.length = 0;
}

test("goes back to a question whose value only the service refuses, and keeps later answers", async () => {
  const { service, device } = aForm(
    chain(node("day", "date", { max: { days_from_today: 0 } }), node("b", "short_text")),
  );
  const tab = device.open();
  await device.pass();
  device.isOffline = true;
  say(tab, "2026-06-01");
  say(tab, "text");
  device.isOffline = false;
  service.dayBefore = true;
  await device.pass(40_000);
  expect(tab.state).toMatchObject({ node: { id: "day" }, value: "2026-06-01", unsent: { count: 0 } });
  expect(tab.state.error?.message).toContain("2026-05-31");
  say(tab, "2026-05-30");
  expect(tab.state).toMatchObject({ node: { id: "b" }, value: "text", error: null });
  tab.respondent.answer("b");
  await device.pass();
  expect(answersAt(service)).toEqual([
    [
      ["day", "2026-05-30"],
      ["b", "text"],
    ],
  ]);
});

test("shows a conflicting answer again, and changes it only when confirmed", async () => {
  const all = await afterTwoAnswers();
  const { service, device, tab } = all;
  elsewhere(all, "c", "theirs");
  say(tab, "mine");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "c" }, value: "mine", isConflict: true });
  expect(service.completions).toBe(0);
  tab.respondent.answer("c");
  await device.pass();
  expect(sent(device)).toEqual([
    ["c", "mine"],
    ["c", "mine", "back"],
  ]);
  expect(tab.state.end?.isCompleted).toBe(true);
});

test("waits for the service if the next node depends on an answer that this device lacks", async () => {
  const read = { left: { type: "answer", node_id: "b" }, op: "eq", right: "theirs" };
  const texts = ["a", "b", "c", "d"].map((id) => node(id, "short_text"));
  const edges = [edge("a", "b"), edge("b", "c"), edge("c", "d", read), edge("c", "end"), edge("d", "end")];
  const all = aForm(graphOf([...texts, end()], edges));
  const tab = all.device.open();
  await all.device.pass();
  say(tab, "1");
  await all.device.pass();
  elsewhere(all, "b", "theirs");
  say(tab, "mine");
  await all.device.pass();
  expect(tab.state).toMatchObject({ node: { id: "b" }, isConflict: true });
  tab.respondent.goTo("c");
  say(tab, "3");
  expect(tab.state).toMatchObject({ node: { id: "c" }, isWaiting: true });
  await all.device.pass();
  expect(tab.state.node?.id).toBe("d");
});

test("keeps files with the session they were uploaded to", async () => {
  const { service, device } = aForm(chain(node("name", "short_text"), node("files", "file_upload")));
  const tab = device.open();
  await device.pass();
  say(tab, "Ada");
  const file = { name: "https://files.example/1/" } as File;
  const uploading = tab.respondent.upload("files", file, () => {}, new AbortController().signal);
  await device.pass();
  await uploading;
  service.sessions.clear();
  say(tab, [file.name]);
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "files" }, value: null });
  expect(tab.state.files).toEqual({});
  expect(answersAt(service)).toEqual([[["name", "Ada"]]]);
});

test("adopts a path cut by another device, and keeps typed values", async () => {
  const all = await afterTwoAnswers();
  elsewhere(all, "a", "other");
  say(all.tab, "3");
  await all.device.pass();
  expect(all.tab.state).toMatchObject({ node: { id: "b" }, value: "2", path: ["a", "b"], isConflict: false });
  all.tab.respondent.answer("b");
  expect(all.tab.state).toMatchObject({ node: { id: "c" }, value: "3" });
});

test("shows the end of a session that is already completed", async () => {
  const all = await afterTwoAnswers();
  const { service, device, tab } = all;
  elsewhere(all, "c", "theirs");
  service.handle({ method: "POST", path: `session/${[...service.sessions.keys()][0]}/complete/` }, "2026-06-01");
  say(tab, "mine");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  expect(service.completions).toBe(1);
});

test("starts a new session with the same answers if the service doesn't know it", async () => {
  const { service, device, tab } = await afterTwoAnswers();
  service.sessions.clear();
  say(tab, "3");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  expect(answersAt(service)).toEqual([
    [
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ],
  ]);
});

describe("a deleted session", () => {
  test("is neither sent again nor kept when the next answer is refused", async () => {
    const { service, device, tab } = await afterTwoAnswers();
    service.erase();
    say(tab, "3");
    await device.pass();
    expect(tab.state).toMatchObject({ screen: "deleted", unsent: { count: 0 } });
    expect(answersAt(service)).toEqual([]);
    expect(device.texts.size).toBe(0);
    const later = device.open();
    await device.pass();
    expect(later.state).toMatchObject({ screen: "node", node: { id: "a" }, value: null });
  });

  test("is not sent again when the page loads after a newer version was published", async () => {
    const { service, device, tab } = await afterTwoAnswers();
    tab.respondent.close();
    service.erase();
    service.publish(changed());
    const later = device.open();
    await device.pass();
    expect(later.state.screen).toBe("deleted");
    expect(answersAt(service)).toEqual([]);
  });

  test("is not sent again when its start has to be repeated", async () => {
    const { service, device } = aForm(threeTexts());
    const tab = device.open();
    await device.pass();
    device.isOffline = true;
    say(tab, "1");
    const id = tab.state.sessionId ?? "";
    service.erased.add(id);
    device.isOffline = false;
    await device.pass(40_000);
    expect(tab.state.screen).toBe("deleted");
    expect(answersAt(service)).toEqual([]);
  });
});

test("stops starting sessions that the service doesn't know", async () => {
  const { service, device, tab } = await afterTwoAnswers();
  service.isForgetful = true;
  device.log.length = 0;
  say(tab, "3");
  await device.pass();
  expect(tab.state.screen).toBe("not_found");
  expect(device.log.length).toBeLessThan(10);
  expect(device.texts.size).toBe(1);
});

const changed = () => {
  const graph = threeTexts();
  (graph.nodes[1] as { data: { title: string } }).data.title = "Asked otherwise";
  return graph as never;
};

test("keeps answers to unchanged questions if a new version is published before the start", async () => {
  const { service, device } = aForm(threeTexts());
  const tab = device.open();
  await device.pass();
  service.publish(changed());
  for (const text of ["1", "2"]) say(tab, text);
  expect(tab.state.node?.id).toBe("c");
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "b", data: { title: "Asked otherwise" } }, value: "2" });
  expect(tab.state.form?.version_number).toBe(2);
  expect(answersAt(service)).toEqual([[["a", "1"]]]);
});

test("continues in the session's version after a new one is published, even after a reload", async () => {
  const { service, device, tab } = await afterTwoAnswers();
  service.publish(changed());
  device.kill(tab);
  const next = device.open();
  expect(next.state.screen).toBe("loading");
  await device.pass();
  expect(next.state).toMatchObject({ node: { id: "c" }, form: { version_number: 1 } });
  say(next, "3");
  await device.pass();
  expect(answersAt(service)).toEqual([
    [
      ["a", "1"],
      ["b", "2"],
      ["c", "3"],
    ],
  ]);
});

test.each([
  ["before the start arrived", "lost", 2],
  ["when only its reply was lost", "reply lost", 1],
] as const)("continues after a publish %s and a reload", async (_, fault, version) => {
  const { service, device } = aForm(threeTexts());
  const tab = device.open();
  await device.pass();
  device.faults = [fault];
  say(tab, "1");
  await device.pass();
  device.kill(tab);
  service.publish(changed());
  const next = device.open();
  await device.pass();
  expect(service.sessions.size).toBe(1);
  expect(next.state.form?.version_number).toBe(version);
  // without the old version, the page can't know if the question changed, so it asks again with the old answer
  if (version === 2) expect(next.state).toMatchObject({ node: { id: "a" }, value: "1" });
  else expect(next.state).toMatchObject({ node: { id: "b" }, unsent: { count: 0 } });
});

test("leaves out hidden fields that the form no longer declares", async () => {
  const { service, device } = aForm({ ...survey(), hidden_fields: ["plan"] });
  const tab = device.open({ search: "?plan=pro" });
  await device.pass();
  service.publish(survey() as never);
  say(tab, "Ada");
  await device.pass();
  expect(answersAt(service)).toEqual([[["name", "Ada"]]]);
  expect([...service.sessions.values()][0]?.walk.hidden).toEqual({});
});

test("shows that a form closed before the start, and keeps entered values until it reopens", async () => {
  const { service, device } = aForm();
  let tab: Tab = device.open();
  await device.pass();
  service.isAccepting = false;
  say(tab, "Ada");
  await device.pass(60_000);
  expect(tab.state).toMatchObject({ screen: "closed", message: "This form is closed." });
  expect(device.log).toHaveLength(1);
  service.isAccepting = true;
  device.kill(tab);
  tab = device.open();
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "color" }, unsent: { count: 0 } });
  expect(answersAt(service)).toEqual([[["name", "Ada"]]]);
});

test("shows that the response limit is reached at the end, and keeps the answers", async () => {
  const { service, device, tab } = await afterTwoAnswers();
  service.isFull = true;
  say(tab, "3");
  await device.pass(60_000);
  expect(tab.state).toMatchObject({ screen: "over_limit", phase: "started" });
  expect(device.texts.size).toBe(1);
  service.isFull = false;
  tab.respondent.retryNow();
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
});

test("continues a session after the form closes", async () => {
  const { service, device, tab } = await afterTwoAnswers();
  service.isAccepting = false;
  device.kill(tab);
  const next = device.open();
  await device.pass();
  say(next, "3");
  await device.pass();
  expect(next.state.end?.isCompleted).toBe(true);
});

test.each([
  [{ is_open: false }, "closed"],
  [{ is_open: false, opens_at: "2099-01-31T12:00:00Z" }, "not_open"],
] as const)("doesn't start a session if the form isn't open: %j", async (part, screen) => {
  const { service, device } = aForm();
  const tab = device.open({ form: { ...service.form(), ...part } });
  tab.respondent.enter("name", "Ada");
  await device.pass();
  expect(tab.state.screen).toBe(screen);
  expect(device.log).toEqual([]);
});

test("fetches a form that isn't in the page, and shows if it doesn't exist", async () => {
  const { device } = aForm();
  const tab = device.open({ form: null });
  expect(tab.state.screen).toBe("loading");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "name" } });
  device.kill(tab);
  const none = device.open({ form: null, slug: "dinner" });
  await device.pass();
  expect(none.state.screen).toBe("not_found");
});
