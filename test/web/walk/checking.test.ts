import { type Done, editing } from "../../../services/web/respondent/checking/editing.ts";
import { speak } from "../../../services/web/respondent/words.ts";
import { loadWords } from "../../../shared/languages/pages.ts";
import { chain, edge, end, graphOf, node, survey } from "../../support/sampleGraphs.ts";
import type { FakeDevice, Tab } from "./devices.ts";
import { aForm, answersAt, say, sent } from "./filling.ts";

/** Checking all answers before they are sent (wants §21.2), and changing them after completion (features §18.1). */

beforeAll(async () => speak("en", await loadWords("en")));

async function aReviewed(graph: object = survey(), settings: object = { review: true }) {
  const form = aForm(graph);
  form.service.settings = settings;
  const tab = form.device.open();
  await form.device.pass();
  return { ...form, tab };
}

const listed = (tab: Tab) => tab.state.given?.().map(({ node, text }) => [node.id, text]);

async function answered(device: FakeDevice, tab: Tab, ...values: (string | number)[]) {
  for (const value of values) {
    say(tab, value);
    await device.pass();
  }
}

test("lists all answers after the last question, and completes the session when they are sent", async () => {
  const { service, device, tab } = await aReviewed();
  await answered(device, tab, "Ada", "blue", 36);
  expect(tab.state).toMatchObject({ screen: "review", phase: "started", canGoBack: true });
  expect(listed(tab)).toEqual([
    ["name", "Ada"],
    ["color", "Blue, light"],
    ["age", "36"],
  ]);
  await device.pass(60_000);
  expect(service.completions).toBe(0);
  tab.respondent.send();
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", phase: "completed" });
  expect(service.completions).toBe(1);
});

test("leads back to the list after a change, in one request, and after none", async () => {
  const { service, device, tab } = await aReviewed();
  await answered(device, tab, "Ada", "blue", 36);
  tab.respondent.goTo("color");
  expect(tab.state.node?.id).toBe("color");
  device.log.length = 0;
  say(tab, "red");
  expect(tab.state.screen).toBe("review");
  expect(listed(tab)?.[1]).toEqual(["color", "Red"]);
  await device.pass();
  expect(device.log.map(({ request }) => request.path.split("/").at(-2))).toEqual(["answers"]);
  expect(sent(device)).toEqual([
    ["color", "red", "back"],
    ["age", 36, "back"],
  ]);
  tab.respondent.back();
  tab.respondent.back();
  expect(tab.state.node?.id).toBe("color");
  tab.respondent.answer("color");
  expect(tab.state.screen).toBe("review");
  expect(service.completions).toBe(0);
});

const branching = () =>
  graphOf(
    [node("pet", "yes_no"), node("name", "short_text", {}, true), node("age", "number"), end()],
    [
      { ...edge("pet", "name"), condition: { op: "eq", right: "yes" } },
      edge("pet", "age"),
      edge("name", "age"),
      edge("age", "end"),
    ],
  );

test("asks what a change adds to the path before it lists the answers again", async () => {
  const { device, tab, service } = await aReviewed(branching());
  say(tab, "no");
  await device.pass();
  await answered(device, tab, 4);
  tab.respondent.goTo("pet");
  say(tab, "yes");
  expect(tab.state).toMatchObject({ screen: "node", node: { id: "name" } });
  await device.pass();
  await answered(device, tab, "Rex");
  expect(tab.state.screen).toBe("review");
  expect(listed(tab)?.map(([id]) => id)).toEqual(["pet", "name", "age"]);
  tab.respondent.send();
  await device.pass();
  expect(answersAt(service)).toEqual([
    [
      ["pet", "yes"],
      ["name", "Rex"],
      ["age", 4],
    ],
  ]);
});

test("shows the list again after a reload, and without the engine", async () => {
  const { service, device, tab } = await aReviewed();
  device.engine = "never";
  await answered(device, tab, "Ada", "blue", 36);
  device.kill(tab);
  const again = device.open();
  await device.pass();
  expect(again.state.screen).toBe("review");
  again.respondent.goTo("age");
  say(again, 37);
  await device.pass(300);
  expect(again.state.screen).toBe("review");
  again.respondent.send();
  await device.pass();
  expect(service.completions).toBe(1);
  expect(answersAt(service)[0]).toContainEqual(["age", 37]);
});

describe("after completion", () => {
  const stored = (device: FakeDevice) => JSON.parse(device.texts.get("pathform.lunch.edit") ?? "null") as Done;

  async function aCompleted(graph: object, ...values: (string | number)[]) {
    const form = await aReviewed(graph, { edit_window_minutes: 60 });
    await answered(form.device, form.tab, ...values);
    return form;
  }

  /** Opens the page again with the answers of the service. */
  async function changing({ service, device, tab }: Awaited<ReturnType<typeof aCompleted>>) {
    device.kill(tab);
    const kept = editing(stored(device), service.editable(), device.now);
    device.texts.set("pathform.lunch", JSON.stringify(kept));
    device.log.length = 0;
    const again = device.open();
    await device.pass();
    return again;
  }

  test("keeps the key on the device, and no answer", async () => {
    const { device } = await aCompleted(survey(), "Ada", "blue", 36);
    expect(device.texts.has("pathform.lunch")).toBe(false);
    expect(stored(device).editKey).toEqual(device.log[0]?.request.body && expect.any(String));
    expect(device.log[0]?.request.body).toMatchObject({ edit_key: stored(device).editKey });
    expect(device.texts.get("pathform.lunch.edit")).not.toContain("Ada");
  });

  test("sends the changed answers as a whole when they are saved, even after a reload without a network", async () => {
    const form = await aCompleted(survey(), "Ada", "blue", 36);
    const { device, service } = form;
    const tab = await changing(form);
    expect(tab.state).toMatchObject({ screen: "review", isEditing: true, unsent: { count: 0 } });
    device.isOffline = true;
    tab.respondent.goTo("color");
    say(tab, "red");
    device.kill(tab);
    const again = device.open();
    await device.pass();
    expect(listed(again)?.[1]).toEqual(["color", "Red"]);
    expect(device.log).toEqual([]);
    again.respondent.send();
    await device.pass();
    device.isOffline = false;
    await device.pass(60_000);
    const edits = device.log.filter(({ request }) => request.method === "PUT");
    expect(edits.at(-1)?.request).toMatchObject({
      body: { answers: { color: "red" } },
      editKey: stored(device).editKey,
    });
    expect(answersAt(service)[0]).toContainEqual(["color", "red"]);
    expect(again.state).toMatchObject({ screen: "end", phase: "completed" });
    expect(device.texts.has("pathform.lunch")).toBe(false);
  });

  test("asks for an answer that only the service knew to be needed", async () => {
    const byScore = graphOf(
      [
        node("a", "yes_no", { scoring: { mode: "options", points: { yes: 5, no: 0 } } }),
        node("why", "short_text", {}, true),
        end(),
      ],
      [
        { ...edge("a", "why"), condition: { left: { type: "score" }, op: "gte", right: 5 } },
        edge("a", "end"),
        edge("why", "end"),
      ],
    );
    const form = await aReviewed(byScore, { edit_window_minutes: 60 });
    say(form.tab, "no");
    await form.device.pass();
    const tab = await changing(form);
    tab.respondent.goTo("a");
    say(tab, "yes");
    expect(tab.state.screen).toBe("review");
    tab.respondent.send();
    await form.device.pass();
    expect(tab.state).toMatchObject({ screen: "node", node: { id: "why" }, error: { reason: "invalid" } });
    say(tab, "because");
    expect(tab.state.screen).toBe("review");
    tab.respondent.send();
    await form.device.pass();
    expect(tab.state).toMatchObject({ screen: "end", phase: "completed" });
    expect(answersAt(form.service)[0]).toContainEqual(["why", "because"]);
  });

  test("says until when the answers could change", async () => {
    const form = await aCompleted(survey(), "Ada", "blue", 36);
    const tab = await changing(form);
    tab.respondent.goTo("age");
    say(tab, 40);
    form.service.editableUntil = "2026-06-01T08:00:00.000Z";
    form.service.isLate = true;
    tab.respondent.send();
    await form.device.pass();
    expect(tab.state).toMatchObject({ screen: "late", message: "2026-06-01T08:00:00.000Z" });
    expect(form.device.texts.has("pathform.lunch")).toBe(false);
  });
});

test("forms without either complete as before", async () => {
  const { service, device, tab } = await aReviewed(chain(node("q", "short_text")), {});
  await answered(device, tab, "x");
  expect(service.completions).toBe(1);
  expect(device.texts.size).toBe(0);
});
