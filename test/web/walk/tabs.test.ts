import { chain, node, survey } from "../../support/sampleGraphs.ts";
import { aForm, answersAt, say, sent } from "./filling.ts";

/** What a device keeps, and which of its tabs goes on with it. */
const storageKey = "pathform.lunch";

async function begun() {
  const parts = aForm();
  const tab = parts.device.open();
  await parts.device.pass();
  say(tab, "Ada");
  tab.respondent.enter("color", "red");
  await parts.device.pass();
  return { ...parts, tab };
}

test("after a crash everything is there: the question, what was chosen in it, what is unsent", async () => {
  const { device, tab } = await begun();
  device.isOffline = true;
  tab.respondent.answer("color");
  tab.respondent.enter("age", "3");
  device.kill(tab);
  const next = device.open();
  // before the first frame, without a network
  expect(next.state).toMatchObject({ screen: "node", node: { id: "age" }, value: "3", unsent: { count: 1 } });
});

test("a second tab says where the form is open, and takes it over when told", async () => {
  const { service, device, tab } = await begun();
  const other = device.open();
  await device.pass(299);
  expect(other.state.screen).toBe("node");
  await device.pass(1);
  expect(other.state.screen).toBe("elsewhere");
  say(tab, "blue");
  await device.pass();
  other.respondent.continueHere();
  await device.pass();
  expect(tab.state.screen).toBe("elsewhere");
  expect(other.state).toMatchObject({ screen: "node", node: { id: "age" } });
  tab.respondent.enter("age", 1);
  tab.respondent.answer("age");
  tab.respondent.startAgain();
  say(other, 36);
  await device.pass();
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["color", "blue"],
      ["age", 36],
    ],
  ]);
});

test("shows the form to a lone visitor whose lock is granted late, and keeps what was typed meanwhile", async () => {
  const { service, device } = aForm();
  device.lockDelay = 5_000;
  const tab = device.open();
  await device.pass(1_000);
  expect(tab.state.screen).toBe("node");
  say(tab, "Ada");
  await device.pass(5_000);
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "color" }, isKept: true, unsent: { count: 0 } });
  expect(answersAt(service)).toEqual([[["name", "Ada"]]]);
});

test("names the other tab once the browser has said that it has the lock", async () => {
  const { device } = await begun();
  device.lockDelay = 5_000;
  const other = device.open();
  await device.pass(5_299);
  expect(other.state.screen).toBe("node");
  await device.pass(1);
  expect(other.state.screen).toBe("elsewhere");
});

test("takes a free lock once, however often the tab is looked at", async () => {
  const { device, tab } = await begun();
  const other = device.open();
  await device.pass(300);
  device.kill(tab);
  other.wake();
  other.wake();
  await device.pass(1_000);
  expect(other.state).toMatchObject({ screen: "node", node: { id: "color" } });
});

test("a tab that is looked at again goes on when the other one was closed, and not when it is reloaded", async () => {
  const { device, tab } = await begun();
  const other = device.open();
  await device.pass(300);
  device.kill(tab);
  const reloaded = device.open();
  await device.pass(300);
  expect([other.state.screen, reloaded.state.screen]).toEqual(["elsewhere", "node"]);
  other.wake();
  await device.pass(300);
  expect(other.state.screen).toBe("elsewhere");
  device.kill(reloaded);
  other.wake();
  await device.pass();
  expect(other.state).toMatchObject({ screen: "node", node: { id: "color" }, value: "red" });
});

test("an answer that is on its way while another tab takes over arrives once", async () => {
  const { service, device, tab } = await begun();
  device.faults = ["hangs, taken in"];
  tab.respondent.answer("color");
  await device.pass();
  const other = device.open();
  await device.pass(300);
  other.respondent.continueHere();
  await device.pass(60_000);
  expect(sent(device).slice(1)).toEqual([
    ["color", "red"],
    ["color", "red"],
  ]);
  expect([...service.sessions.values()][0]?.moves).toHaveLength(2);
});

test("keeps what the other tab has answered since, and what was typed here meanwhile", async () => {
  const { service, device, tab } = await begun();
  const other = device.open();
  other.respondent.enter("color", "blue");
  await device.pass(300);
  device.isOffline = true;
  tab.respondent.answer("color");
  say(tab, 36);
  await device.pass();
  device.kill(tab);
  device.isOffline = false;
  other.respondent.continueHere();
  await device.pass(40_000);
  expect(other.state.screen).toBe("end");
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["color", "red"],
      ["age", 36],
    ],
  ]);
});

test("a finished tab stays as it is, and leaves the form to others", async () => {
  const { device, tab } = await begun();
  tab.respondent.answer("color");
  say(tab, 36);
  await device.pass();
  const other = device.open();
  await device.pass(300);
  expect(other.state).toMatchObject({ screen: "node", node: { id: "name" }, value: null, phase: "new" });
  expect(tab.state.screen).toBe("end");
});

test("without locks the newest tab has the session, and the older one writes nothing over it", async () => {
  const { device, tab } = await begun();
  device.hasLocks = false;
  device.hearsOthers = false;
  device.kill(tab);
  const [older, newer] = [device.open(), device.open()];
  await device.pass();
  say(newer, "blue");
  say(older, "red");
  expect(older.state.screen).toBe("elsewhere");
  await device.pass();
  expect(sent(device).slice(1)).toEqual([["color", "blue"]]);
});

test("after ten minutes it is asked whether to go on; then the session's place is looked up", async () => {
  const { service, device, tab } = await begun();
  device.kill(tab);
  device.now += 600_001;
  const next = device.open();
  await device.pass();
  expect(next.state).toMatchObject({ screen: "resume", node: null });
  next.respondent.resume();
  await device.pass();
  expect(next.state).toMatchObject({ screen: "node", node: { id: "color" }, value: "red" });
  expect(device.log.at(-1)?.request).toMatchObject({ method: "GET" });
  expect(service.sessions.size).toBe(1);
});

test("who has answered the last question is not asked whether to go on", async () => {
  const { service, device } = aForm(chain(node("grade", "yes_no")));
  device.engine = "never";
  const tab = device.open();
  device.isOffline = true;
  say(tab, "yes");
  await device.pass(300);
  device.kill(tab);
  device.now += 600_001;
  device.isOffline = false;
  const next = device.open();
  expect(next.state.screen).toBe("resume");
  await device.pass();
  expect(next.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  expect(service.completions).toBe(1);
});

test("who starts again gets an empty form, and another session", async () => {
  const { service, device, tab } = await begun();
  device.kill(tab);
  device.now += 600_001;
  const next = device.open();
  await device.pass();
  next.respondent.startAgain();
  expect(next.state).toMatchObject({ screen: "node", node: { id: "name" }, value: null, phase: "new" });
  expect(device.texts.size).toBe(0);
  say(next, "Bob");
  await device.pass();
  expect(answersAt(service)).toEqual([[["name", "Ada"]], [["name", "Bob"]]]);
});

test("another link's hidden fields may mean another person", async () => {
  const { device } = aForm({ ...survey(), hidden_fields: ["who"] });
  const tab = device.open({ search: "?who=1" });
  await device.pass();
  say(tab, "Ada");
  device.kill(tab);
  expect(device.open({ search: "?who=2" }).state.screen).toBe("resume");
  expect(device.open({ search: "?who=1" }).state.screen).toBe("node");
  expect(device.open({ search: "" }).state.screen).toBe("node");
});

test.each([
  ["older than seven days", (text: string) => text.replace(/"at":\d+}$/, '"at":1779000000000}')],
  ["no JSON", () => '{"tab":"1","layout":1,'],
  ["another layout", (text: string) => text.replace('"layout":1', '"layout":0')],
  ["damaged", (text: string) => text.replace('"queue"', '"q"')],
  ["another form's", (text: string) => text.replace(/"form_id":"\w/, '"form_id":"0')],
])("what is kept counts for nothing and goes when it is %s", async (_, spoil) => {
  const { device, tab } = await begun();
  device.kill(tab);
  device.texts.set(storageKey, spoil(device.texts.get(storageKey) ?? ""));
  const next = device.open();
  await device.pass();
  expect(next.state).toMatchObject({ screen: "node", node: { id: "name" }, value: null, phase: "new" });
  expect(device.texts.size).toBe(0);
});

test("a clock that was set back makes nothing old", async () => {
  const { device, tab } = await begun();
  device.kill(tab);
  device.now -= 10 * 365 * 86_400_000;
  expect(device.open().state).toMatchObject({ screen: "node", node: { id: "color" } });
});

test("a device that keeps nothing, or no more, is filled in all the same, and says that nothing is kept", async () => {
  const { service, device } = aForm();
  device.isFull = true;
  const tab = device.open();
  await device.pass();
  say(tab, "Ada");
  expect(tab.state.isKept).toBe(false);
  device.isFull = false;
  say(tab, "red");
  expect(tab.state.isKept).toBe(true);
  device.isFull = true;
  say(tab, 3);
  await device.pass();
  expect(tab.state.end?.isCompleted).toBe(true);
  expect(answersAt(service)[0]).toHaveLength(3);
  expect(device.texts.size).toBe(0);
});

test("continues a kept session on a device without room for more", async () => {
  const { service, device, tab } = await begun();
  device.isFull = true;
  device.kill(tab);
  const next = device.open();
  await device.pass();
  say(next, "blue");
  expect(next.state).toMatchObject({ screen: "node", node: { id: "age" }, isKept: false });
  say(next, 3);
  await device.pass();
  expect(next.state.end?.isCompleted).toBe(true);
  expect(answersAt(service)[0]).toHaveLength(3);
});

test("where the browser blocks all that sites keep, a form is filled in all the same", async () => {
  const { service, device } = aForm();
  device.isBlocked = true;
  const tab = device.open();
  await device.pass(300);
  expect(tab.state.screen).toBe("node");
  for (const value of ["Ada", "red", 3]) say(tab, value);
  await device.pass();
  expect(tab.state).toMatchObject({ end: { isCompleted: true }, isKept: false });
  expect(answersAt(service)[0]).toHaveLength(3);
});
