import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { aForm, say } from "./filling.ts";

/** Calculations on the page (features §12): public ones here, private ones by the service. */
const scored = (id: string) => node(id, "number_scale", { min: 0, max: 3, scoring: { mode: "value" } });
const bands = [
  { key: "low", from: 0, to: 3, label: "low" },
  { key: "high", from: 3.5, to: 9, label: "raised" },
];

/** Opens the form once its engine is loaded. */
async function opened(...form: Parameters<typeof formWith>) {
  const { device } = formWith(...form);
  const tab = device.open();
  await device.pass();
  return { device, tab };
}

function formWith(value: unknown, title = "About b") {
  const b = scored("b");
  const high = end("high", { show_calculations: ["sum"] });
  const nodes = [
    scored("a"),
    { ...b, data: { ...b.data, title } },
    end("low"),
    { ...high, data: { ...high.data, title: "{{calculation:sum}} is {{band:sum}}" } },
  ];
  const condition = { left: { type: "calculation", key: "sum" }, op: "gte", right: 4 };
  return aForm(
    graphOf(nodes, [edge("a", "b"), edge("b", "high", condition), edge("b", "low")], {
      calculations: [{ key: "sum", title: "Sum", value: value as never, bands }],
    }),
  );
}
const answers = { sum: [{ answer: "a" }, { answer: "b" }] };
const points = { sum: [{ points: "a" }, { points: "b" }] };

test("walks by a public calculation without waiting", async () => {
  const { tab } = await opened(answers);
  say(tab, 3);
  say(tab, 2);
  expect(tab.state).toMatchObject({ isWaiting: false, path: ["a", "b", "high"] });
});

test("waits for the service if a condition reads a private calculation", async () => {
  const { device, tab } = await opened(points);
  say(tab, 3);
  expect(tab.state).toMatchObject({ node: { id: "b" }, isWaiting: false });
  say(tab, 2);
  expect(tab.state).toMatchObject({ node: { id: "b" }, isWaiting: true });
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", path: ["a", "b", "high"] });
});

test("inserts a public calculation and its band into a title, and nothing while it is unknown", async () => {
  const { tab } = await opened(
    { add: [{ answer: "a" }, 0.5] },
    "{{calculation:sum}} {{band:sum}} {{calculation:none}}",
  );
  say(tab, 3);
  expect(tab.state.node?.data.title).toBe("3.5 raised ");
  tab.respondent.back();
  say(tab, null);
  expect(tab.state.node?.data.title).toBe("  ");
});

test("shows private calculations at the end once the service has completed", async () => {
  const { device, tab } = await opened(points);
  say(tab, 3);
  say(tab, 2);
  await device.pass();
  await device.pass();
  expect(tab.state).toMatchObject({
    node: { data: { title: "5 is raised" } },
    end: { isCompleted: true, calculations: [{ key: "sum", title: "Sum", value: 5, band: "raised" }] },
  });
});

test("counts from the day of the start, once the service has named it", async () => {
  const { device, tab } = await opened({ days: ["2026-05-28", "today"] });
  say(tab, 3);
  await device.pass();
  say(tab, 2);
  expect(tab.state).toMatchObject({ screen: "end", isWaiting: false, path: ["a", "b", "high"] });
});
