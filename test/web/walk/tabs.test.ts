import { chain, node, survey } from "../../support/sampleGraphs.ts";
import { aForm, answersAt, say, sent } from "./filling.ts";

/** Stored sessions, and which tab continues them. */
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

test("restores question, input and unsent answers after a crash", async () => {
  const { device, tab } = await begun();
  device.isOffline = true;
  tab.respondent.answer("color");
  tab.respondent.enter("age", "3");
  device.kill(tab);
  const next = device.open();
  // before the first frame, without a network
  expect(next.state).toMatchObject({ screen: "node", node: { id: "age" }, value: "3", unsent: { count: 1 } });
});

test("shows in a second tab that the form is open, and takes it over on request", async () => {
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

test("shows the form to a lone visitor whose lock is granted late, and keeps text typed before", async () => {
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

test("shows the other tab once it is known to have the lock", async () => {
  const { device } = await begun();
  device.lockDelay = 5_000;
  const other = device.open();
  await device.pass(5_299);
  expect(other.state.screen).toBe("node");
  await device.pass(1);
  expect(other.state.screen).toBe("elsewhere");
});

test("takes a free lock once, however often the tab becomes visible", async () => {
  const { device, tab } = await begun();
  const other = device.open();
  await device.pass(300);
  device.kill(tab);
  other.wake();
  other.wake();
  await device.pass(1_000);
  expect(other.state).toMatchObject({ screen: "node", node: { id: "color" } });
});

test("continues in a visible tab when the other one closes, but not when it reloads", async () => {
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

test("delivers an answer once that is in flight during a takeover", async () => {
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

test("keeps the other tab's answers and what was typed here", async () => {
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

test("leaves the form to other tabs after completion", async () => {
  const { device, tab } = await begun();
  tab.respondent.answer("color");
  say(tab, 36);
  await device.pass();
  const other = device.open();
  await device.pass(300);
  expect(other.state).toMatchObject({ screen: "node", node: { id: "name" }, value: null, phase: "new" });
  expect(tab.state.screen).toBe("end");
});

test("gives the session to the newest tab without locks, and stops the older one from writing", async () => {
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

test("offers to resume after ten minutes, then asks the service for the session's position", async () => {
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

test("doesn't offer to resume after the last answer", async () => {
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

test("starts a new session with an empty form", async () => {
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

test("offers to resume if the link has other hidden fields", async () => {
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
  [
    "older than seven days",
    (text: string) => text.replace(/"at":\d+(?=(,"startedOn":"[^"]*")?}$)/, '"at":1779000000000'),
  ],
  ["invalid JSON", () => '{"tab":"1","layout":1,'],
  ["of another layout", (text: string) => text.replace('"layout":1', '"layout":0')],
  ["damaged", (text: string) => text.replace('"queue"', '"q"')],
  ["of another form", (text: string) => text.replace(/"form_id":"\w/, '"form_id":"0')],
])("discards a stored session that is %s", async (_, spoil) => {
  const { device, tab } = await begun();
  device.kill(tab);
  device.texts.set(storageKey, spoil(device.texts.get(storageKey) ?? ""));
  const next = device.open();
  await device.pass();
  expect(next.state).toMatchObject({ screen: "node", node: { id: "name" }, value: null, phase: "new" });
  expect(device.texts.size).toBe(0);
});

test("keeps a stored session after the clock was set back", async () => {
  const { device, tab } = await begun();
  device.kill(tab);
  device.now -= 10 * 365 * 86_400_000;
  expect(device.open().state).toMatchObject({ screen: "node", node: { id: "color" } });
});

test("works without storage or with full storage, and shows that nothing is saved", async () => {
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

test("continues a stored session on a device without free space", async () => {
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

test("works if the browser blocks all site data", async () => {
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
