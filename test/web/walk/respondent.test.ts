import { chain, edge, end, graphOf, node, survey } from "../../support/sampleGraphs.ts";
import { aForm, answersAt, say, sent } from "./filling.ts";

/** A respondent's view, question by question. */
test("shows the next question immediately, and sends each answer once", async () => {
  const { service, device } = aForm();
  const tab = device.open();
  expect(tab.state).toMatchObject({
    screen: "node",
    node: { id: "name" },
    phase: "new",
    canGoBack: false,
    progress: 0,
  });
  await device.pass(60_000);
  expect(device.log).toEqual([]);
  say(tab, "Ada");
  expect(tab.state).toMatchObject({ node: { id: "color" }, unsent: { count: 1 }, canGoBack: true });
  await device.pass();
  expect(tab.state.unsent).toEqual({ count: 0, since: null });
  say(tab, "red");
  tab.respondent.answer("age");
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: false }, progress: 1 });
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true }, phase: "completed", canGoBack: false });
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["color", "red"],
      ["age", null],
    ],
  ]);
  expect(device.texts.size).toBe(0);
});

test("doesn't count the question of a form that has only one", async () => {
  const { device } = aForm(chain(node("one", "yes_no")));
  const tab = device.open();
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "one" }, count: null });
});

test("counts the questions of the path so far and the longest one ahead", async () => {
  const long = graphOf(
    [node("hello", "welcome_screen"), node("one", "yes_no"), node("two", "yes_no"), node("three", "yes_no"), end()],
    [
      edge("hello", "one"),
      edge("one", "end", { left: { type: "answer", node_id: "one" }, op: "eq", right: "yes" }),
      edge("one", "two"),
      edge("two", "three"),
      edge("three", "end"),
    ],
  );
  const { device } = aForm(long);
  const tab = device.open();
  await device.pass();
  expect(tab.state.count).toBeNull();
  tab.respondent.answer("hello");
  await device.pass();
  expect(tab.state.count).toEqual({ number: 1, last: 1, total: 3 });
  say(tab, "no");
  expect(tab.state.count).toEqual({ number: 2, last: 2, total: 3 });
  tab.respondent.back();
  expect(tab.state.count).toEqual({ number: 1, last: 1, total: 3 });
  say(tab, "yes");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", count: null });
});

test("starts the session on first input, and stays at an invalid answer", async () => {
  const { service, device } = aForm();
  const tab = device.open();
  await device.pass();
  tab.respondent.answer("name");
  expect(tab.state).toMatchObject({ node: { id: "name" }, error: { reason: "required" }, phase: "new" });
  tab.respondent.enter("name", "A".repeat(21));
  expect(tab.state).toMatchObject({ phase: "started", error: null });
  await device.pass();
  expect(service.sessions.size).toBe(1);
  tab.respondent.answer("name");
  expect(tab.state).toMatchObject({ node: { id: "name" }, error: { reason: "too_long" }, value: "A".repeat(21) });
  await device.pass();
  expect(sent(device)).toEqual([]);
});

test("gives the same state until something changes", async () => {
  const { device } = aForm();
  const tab = device.open();
  await device.pass();
  const before = tab.state;
  tab.respondent.answer("color");
  tab.wake();
  expect(tab.state).toBe(before);
  tab.respondent.enter("name", "Ada");
  expect(tab.state).not.toBe(before);
});

test("ignores a repeated Continue and a late change of another question", async () => {
  const { device } = aForm(chain(node("a", "short_text"), node("b", "short_text"), node("c", "short_text")));
  const tab = device.open();
  await device.pass();
  tab.respondent.enter("a", "1");
  tab.respondent.answer("a");
  tab.respondent.answer("a");
  tab.respondent.enter("c", "3");
  expect(tab.state).toMatchObject({ node: { id: "b" }, value: null, error: null });
  await device.pass();
  expect(sent(device)).toEqual([["a", "1"]]);
});

test("sends a changed answer with `back`, and no unchanged one", async () => {
  const { device } = aForm();
  const tab = device.open();
  say(tab, "Ada");
  say(tab, "red");
  await device.pass();
  tab.respondent.goTo("name");
  expect(tab.state).toMatchObject({ node: { id: "name" }, value: "Ada" });
  tab.respondent.answer("name");
  tab.respondent.answer("color");
  expect(tab.state.node?.id).toBe("age");
  await device.pass();
  expect(sent(device)).toHaveLength(2);
  tab.respondent.back();
  say(tab, "blue");
  await device.pass();
  expect(sent(device).slice(2)).toEqual([["color", "blue", "back"]]);
});

test("replaces an unsent answer and drops those that depend on it", async () => {
  const { service, device } = aForm();
  const tab = device.open();
  say(tab, "Ada");
  await device.pass();
  device.isOffline = true;
  say(tab, "red");
  await device.pass();
  say(tab, 36);
  expect(tab.state).toMatchObject({ screen: "end", unsent: { count: 2 }, isOffline: true });
  device.kill(tab);
  const next = device.open();
  await device.pass();
  expect(next.state).toMatchObject({ screen: "end", unsent: { count: 2 } });
  device.isOffline = false;
  await device.pass(40_000);
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["color", "red"],
      ["age", 36],
    ],
  ]);
});

test("sends one answer if it was changed before sending", async () => {
  const { device } = aForm(chain(node("a", "short_text"), node("b", "short_text"), node("c", "short_text")));
  const tab = device.open();
  device.isOffline = true;
  for (const text of ["1", "2"]) say(tab, text);
  await device.pass();
  tab.respondent.goTo("b");
  say(tab, "two");
  tab.respondent.goTo("a");
  say(tab, "one");
  expect(tab.state).toMatchObject({ node: { id: "b" }, value: "two", unsent: { count: 1 } });
  device.log.length = 0;
  device.isOffline = false;
  await device.pass(40_000);
  expect(sent(device)).toEqual([["a", "one"]]);
});

test("returns to the same position after confirming an answer in flight", async () => {
  const { service, device } = aForm();
  const tab = device.open();
  say(tab, "Ada");
  await device.pass();
  device.faults = ["reply lost"];
  say(tab, "red");
  await device.pass();
  tab.respondent.goTo("name");
  say(tab, "Bob");
  tab.respondent.goTo("name");
  say(tab, "Ada");
  expect(tab.state).toMatchObject({ node: { id: "color" }, value: "red", path: ["name", "color", "age"] });
  await device.pass(5_000);
  expect(sent(device)).toEqual([
    ["name", "Ada"],
    ["color", "red"],
    ["color", "red"],
  ]);
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["color", "red"],
    ],
  ]);
});

const scored = () => {
  const choice = node("grade", "yes_no", { scoring: { mode: "options", points: { yes: 5, no: 0 } } });
  const high = { left: { type: "score" }, op: "gte", right: 5 };
  return graphOf(
    [choice, node("why", "short_text"), end("end", { show_score: true })],
    [edge("grade", "end", high), edge("grade", "why"), edge("why", "end")],
  );
};

test("waits for the service if the score decides, and blocks changes until then", async () => {
  const { device } = aForm(scored());
  const tab = device.open();
  await device.pass();
  say(tab, "no");
  expect(tab.state).toMatchObject({ node: { id: "grade" }, isWaiting: true, value: "no" });
  tab.respondent.enter("grade", "yes");
  tab.respondent.answer("grade");
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "why" }, isWaiting: false });
  expect(sent(device)).toEqual([["grade", "no"]]);
  tab.respondent.back();
  expect(tab.state.value).toBe("no");
});

test("completes at a shown end, not while an earlier answer is shown", async () => {
  const first = scored();
  const graph = {
    ...first,
    nodes: [node("hello", "welcome_screen"), ...first.nodes],
    edges: [edge("hello", "grade"), ...first.edges],
    entry_node_id: "hello",
  };
  const { service, device } = aForm(graph);
  const tab = device.open();
  tab.respondent.answer("hello");
  await device.pass();
  say(tab, "yes");
  tab.respondent.back();
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "hello" }, path: ["hello", "grade", "end"] });
  expect(service.completions).toBe(0);
  tab.respondent.answer("hello");
  tab.respondent.answer("grade");
  expect(tab.state.screen).toBe("end");
  await device.pass();
  expect(tab.state.end).toMatchObject({ isCompleted: true, totalScore: 5 });
});

test.each(["never", "late"] as const)("lets the service decide without the engine (%s)", async (engine) => {
  const { service, device } = aForm();
  device.engine = engine;
  const tab = device.open();
  tab.respondent.enter("name", "Ada");
  tab.respondent.answer("name");
  expect(tab.state.isWaiting).toBe(true);
  tab.respondent.enter("name", "typed too late");
  await device.pass(300);
  expect(tab.state.node?.id).toBe("color");
  say(tab, "red");
  await device.pass(300);
  say(tab, -1);
  await device.pass(300);
  // refused by the service, or by the engine once it is loaded
  expect(tab.state).toMatchObject({ node: { id: "age" }, value: -1, error: { message: expect.stringContaining("0") } });
  say(tab, 1);
  await device.pass(300);
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true }, progress: 1 });
  expect(answersAt(service)[0]).toHaveLength(3);
});

test("recalls answers by their labels, and no recalls inside answers", async () => {
  const recalling = node("last", "short_text");
  recalling.data.title =
    "{{answer:name}}: {{answer:color}}, {{answer:day}} {{answer:last}}{{hidden:toString}}{{hidden:plan}}";
  const questions = survey().nodes.slice(0, 2);
  const graph = { ...chain(...questions, node("day", "date"), recalling), hidden_fields: ["plan"] };
  const { device } = aForm(graph);
  const tab = device.open({ search: "?plan=pro&toString=x" });
  await device.pass();
  for (const value of ["{{hidden:plan}}", "blue", "2026-02-01"]) say(tab, value);
  expect(tab.state.node?.data.title).toBe("{{hidden:plan}}: Blue, light, February 1, 2026 pro");
});

test("keeps declared hidden fields within the service's limits", async () => {
  const { service, device } = aForm({ ...survey(), hidden_fields: ["plan", "source"] });
  const tab = device.open({ search: `?plan=${"😀".repeat(1_001)}&other=1&source=` });
  say(tab, "Ada");
  await device.pass();
  const [session] = service.sessions.values();
  expect(session?.walk.hidden).toEqual({ plan: "😀".repeat(1_000), source: "" });
  expect(session?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("finds hidden fields of an embedded form in lower case", async () => {
  const { device } = aForm({ ...survey(), hidden_fields: ["planName", "plan"] });
  const hiddenIn = async (search: string) => {
    const tab = device.open({ search });
    say(tab, "Ada");
    await device.pass();
    const { hidden } = JSON.parse(device.texts.get("pathform.lunch") ?? "{}");
    device.kill(tab);
    device.texts.clear();
    return hidden;
  };
  expect(await hiddenIn("?planname=pro&plan=a&embed=inline")).toEqual({ planName: "pro", plan: "a" });
  expect(await hiddenIn("?planName=pro&planname=no&embed=inline")).toEqual({ planName: "pro" });
  expect(await hiddenIn("?planname=pro")).toEqual({});
});

test("uploads a file once the session has reached its question, and deletes it when removed", async () => {
  const { service, device } = aForm(chain(node("name", "short_text"), node("files", "file_upload")));
  const tab = device.open();
  await device.pass();
  device.faults = ["503"];
  say(tab, "Ada");
  const file = { name: "https://files.example/api/v2/file/1/" } as File;
  const upload = () => tab.respondent.upload("files", file, () => {}, new AbortController().signal);
  const early = upload();
  await device.pass();
  // fails immediately without a network
  expect(await early).toEqual({ ok: false, reason: "failed" });
  await device.pass(5_000);
  const later = upload();
  await device.pass();
  expect(await later).toMatchObject({ ok: true });
  tab.respondent.enter("files", [file.name]);
  tab.respondent.enter("files", []);
  const [session] = service.sessions.values();
  expect(device.removals).toEqual([`session/${session?.id}/upload/1/`]);
  tab.respondent.enter("files", [file.name]);
  tab.respondent.answer("files");
  expect(tab.state).toMatchObject({ screen: "end", error: null });
});
