import { followHistory } from "../../services/web/respondent/historySync.ts";
import type { FakeDevice, Tab } from "./walk/devices.ts";
import { aForm, say } from "./walk/filling.ts";

/** A browser's history with another site's page first. Navigation is asynchronous, as in a browser. */
class FakeHistory {
  state: unknown = null;
  /** this page's entries; `at` -1 is the other site */
  entries: unknown[] = [null];
  at = 0;
  #listeners: ((event: { state: unknown }) => void)[] = [];

  get window(): Window {
    const addEventListener = (_: string, listener: () => void) => this.#listeners.push(listener);
    return { history: this, addEventListener } as unknown as Window;
  }
  /** Drops the page's listeners and keeps its entries. */
  reload(): void {
    this.#listeners = [];
  }
  get length(): number {
    return this.entries.length + 1;
  }
  pushState(state: unknown): void {
    this.entries = [...this.entries.slice(0, this.at + 1), state];
    this.at += 1;
    this.state = state;
  }
  replaceState(state: unknown): void {
    this.entries[this.at] = state;
    this.state = state;
  }
  go(by: number): void {
    this.at += by;
    if (this.at < 0) return;
    this.state = this.entries[this.at];
    queueMicrotask(() => this.#listeners.forEach((listener) => void listener({ state: this.state })));
  }
}

const shown = ({ state }: Tab) => state.node?.id;

/** Goes back until the first question shows. */
async function backToFirst(device: FakeDevice, tab: Tab, back: () => void): Promise<unknown[]> {
  const seen = [shown(tab)];
  while (shown(tab) !== "name" && seen.length < 10) {
    back();
    await device.pass();
    seen.push(shown(tab));
  }
  return seen;
}

async function afterTwoAnswers() {
  const { device } = aForm();
  const history = new FakeHistory();
  const tab = device.open();
  followHistory(tab.respondent, history.window);
  await device.pass();
  for (const value of ["Ada", "red"]) say(tab, value);
  await device.pass();
  return { device, history, tab };
}

test("walks back through the questions with the page's Back, and with the browser's", async () => {
  const { device, history, tab } = await afterTwoAnswers();
  expect(history.at).toBe(2);
  expect(await backToFirst(device, tab, () => tab.respondent.back())).toEqual(["age", "color", "name"]);
  expect(history.at).toBe(0);
  history.go(2);
  await device.pass();
  expect(await backToFirst(device, tab, () => history.go(-1))).toEqual(["age", "color", "name"]);
});

test("stays on the form when Back is pressed on a session resumed in a new tab", async () => {
  const { device, tab: closed } = await afterTwoAnswers();
  device.kill(closed);
  const history = new FakeHistory();
  const tab = device.open();
  followHistory(tab.respondent, history.window);
  await device.pass();
  expect(await backToFirst(device, tab, () => tab.respondent.back())).toEqual(["age", "color", "name"]);
  expect(history.at).toBe(0);
  say(tab, "Bob");
  await device.pass();
  history.go(-1);
  await device.pass();
  expect([shown(tab), history.at]).toEqual(["name", 0]);
});

test("goes back no further than the page's own entries after a resume", async () => {
  const { device, tab: closed } = await afterTwoAnswers();
  device.kill(closed);
  const history = new FakeHistory();
  const tab = device.open();
  followHistory(tab.respondent, history.window);
  await device.pass();
  tab.respondent.goTo("color");
  say(tab, "blue");
  expect(history.at).toBe(1);
  tab.respondent.goTo("name");
  await device.pass();
  expect([shown(tab), history.at]).toEqual(["name", 0]);
});

test("stays on the form when a resumed session starts again", async () => {
  const { device, tab: closed } = await afterTwoAnswers();
  device.kill(closed);
  const history = new FakeHistory();
  const tab = device.open();
  followHistory(tab.respondent, history.window);
  await device.pass();
  device.now += 600_001;
  const other = device.open();
  await device.pass(400);
  other.respondent.continueHere();
  await device.pass();
  tab.respondent.continueHere();
  await device.pass();
  device.now += 600_001;
  tab.respondent.startAgain();
  await device.pass();
  expect([shown(tab), history.at]).toEqual(["name", 0]);
});

test("leaves the form with one Back from its end, also after Forward", async () => {
  const { device, history, tab } = await afterTwoAnswers();
  say(tab, 30);
  await device.pass();
  expect([tab.state.screen, history.at]).toEqual(["end", 0]);
  history.go(1);
  await device.pass();
  expect([tab.state.screen, history.at, history.length]).toEqual(["end", 0, 4]);
  history.go(-1);
  await device.pass();
  expect(history.at).toBe(-1);
});

test("recognizes its entries after a reload", async () => {
  const { device, history, tab: closed } = await afterTwoAnswers();
  device.kill(closed);
  history.reload();
  const tab = device.open();
  followHistory(tab.respondent, history.window);
  await device.pass();
  expect(await backToFirst(device, tab, () => tab.respondent.back())).toEqual(["age", "color", "name"]);
  expect(history.at).toBe(0);
});
