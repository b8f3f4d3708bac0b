import { chain, node } from "../../support/sampleGraphs.ts";
import { aForm, answersAt, say } from "./filling.ts";

/** The page decides `show_if` and `valid_if` with the service's code (features §11.1, §11.2). */
const option = (value: string, showIf?: object) => ({
  value,
  label: value.toUpperCase(),
  ...(showIf && { show_if: showIf }),
});
const isAdult = { left: { type: "answer", node_id: "adult" }, op: "eq", right: "yes" };
const isPro = { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };

function menu() {
  const options = [option("tea"), option("beer", isAdult)];
  const sample = chain(
    node("adult", "yes_no", {}, true),
    node("drink", "checkbox", { options: options as never, min_selections: 2 }, true),
    node("glasses", "number"),
  );
  const rules = [{ condition: { op: "lte", right: 3 }, message: "Choose up to 3 glasses of {{answer:drink}}." }];
  const data = { glasses: { valid_if: rules, show_if: isAdult } } as Record<string, object>;
  return { ...sample, nodes: sample.nodes.map((one) => ({ ...one, data: { ...one.data, ...data[one.id] } })) };
}

const offered = ({ node: shown }: { node: { data: { config?: { options?: unknown } } } | null }) =>
  ((shown?.data.config?.options ?? []) as { value: string }[]).map(({ value }) => value);

test("offers the options whose condition is true, and passes over a question that isn't shown", async () => {
  const { service, device } = aForm(menu());
  const tab = device.open();
  await device.pass();
  say(tab, "no");
  expect(offered(tab.state)).toEqual(["tea"]);
  expect(tab.state.node?.data.config).toMatchObject({ min_selections: 1 });
  say(tab, ["tea"]);
  await device.pass();
  expect(tab.state.screen).toBe("end");
  expect(answersAt(service)).toEqual([
    [
      ["adult", "no"],
      ["drink", ["tea"]],
    ],
  ]);
});

test("shows a rule's message before sending", async () => {
  const { device } = aForm(menu());
  const tab = device.open();
  await device.pass();
  say(tab, "yes");
  expect(offered(tab.state)).toEqual(["tea", "beer"]);
  say(tab, ["beer", "tea"]);
  say(tab, 4);
  expect(tab.state).toMatchObject({
    node: { id: "glasses" },
    error: { reason: "rule", rule: 0, message: "Choose up to 3 glasses of BEER, TEA." },
  });
});

test("starts at the next question if the entry node has no option to offer", async () => {
  const options = [option("a", isPro), option("b", isPro)];
  const sample = chain(
    node("plan", "multiple_choice", { options: options as never }, true),
    node("name", "short_text"),
  );
  const { service, device } = aForm({ ...sample, hidden_fields: ["plan"] });
  const tab = device.open();
  await device.pass();
  expect(tab.state.node?.id).toBe("name");
  say(tab, "Ada");
  await device.pass();
  expect(tab.state).toMatchObject({ screen: "end", end: { isCompleted: true } });
  expect(answersAt(service)).toEqual([[["name", "Ada"]]]);
});
