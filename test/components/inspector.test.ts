import axe from "axe-core";
import * as scores from "../../services/web/strings/en/dashboard/builder/scores.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { cleanup, openInspector, screen, waitFor, within } from "./support/builder.ts";

/** The inspector's behavior. test/web/builder tests its logic, test/browser its layout and saving. */

const accessibilityProblems = async () => {
  const { violations } = await axe.run(document.body, {
    rules: {
      "color-contrast": { enabled: false },
      region: { enabled: false },
      "page-has-heading-one": { enabled: false },
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
};
const tab = (name: RegExp) => screen.getByRole("tab", { name });

describe("the list of hidden fields", () => {
  const form = () => {
    const graph = { ...chain(node("a", "short_text")), hidden_fields: ["plan"] };
    const condition = { left: { type: "hidden", key: "plan" }, op: "eq", right: "x" };
    graph.edges.unshift({ from: "a", to: "end", condition });
    return graph;
  };

  test("updates rules for a new name, and keeps an invalid name in the field with its problem", async () => {
    const { user, graph } = openInspector(form());
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Field 1" });
    await user.clear(field);
    await user.type(field, "not a name{Tab}");
    screen.getByText("Use up to 64 letters, digits, - and _.");
    expect(field.value).toBe("not a name");
    await user.clear(field);
    await user.type(field, "tier{Enter}");
    expect(graph().edges[0]?.condition).toMatchObject({ left: { key: "tier" } });
    await user.type(screen.getByRole("textbox", { name: "New hidden field" }), "tier");
    screen.getByText("A hidden field with this name already exists.");
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("shows what still uses a removed field, and restores it by Undo", async () => {
    const { user, graph } = openInspector(form());
    await user.click(screen.getByRole("button", { name: "Remove hidden field plan" }));
    await screen.findByText("“plan” removed, but 1 rule still uses it. See Problems.");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(graph().hidden_fields).toEqual(["plan"]);
  });
});

test("says that points add up to a total while a form has no scores", async () => {
  openInspector(chain(node("a", "yes_no")), { hasScores: true });
  await screen.findByText(scores.emptyTitle);
  cleanup();
  const scoring = { mode: "per_option", points: { yes: 1 } };
  openInspector(chain(node("a", "yes_no", { scoring })), { hasScores: true });
  await screen.findByText(scores.totalTitle);
  expect(screen.queryByText(scores.emptyTitle)).toBeNull();
});

test("updates rules and texts for a new ID, and shows what still uses a deleted question", async () => {
  const form = chain(node("smoke", "yes_no"), node("why", "short_text"));
  const read = { left: { type: "answer", node_id: "smoke" }, op: "eq", right: "yes" };
  form.edges.unshift({ from: "why", to: "end", condition: read });
  (form.nodes[2] as { data: { title: string } }).data.title = "You said {{answer:smoke}}";
  const { user, graph } = openInspector(form, { selected: "smoke" });
  await user.click(tab(/Advanced/));
  const field = screen.getByRole("textbox", { name: "ID" });
  await user.clear(field);
  await user.type(field, "smokes");
  // leaving the field renames, and the panel stays
  await user.click(tab(/Question/));
  await user.type(screen.getByRole("textbox", { name: "Description" }), "Be honest.");
  expect(graph().nodes[0]).toMatchObject({ id: "smokes", data: { description: "Be honest." } });
  expect(graph().edges[0]?.condition).toMatchObject({ left: { node_id: "smokes" } });
  expect(graph().nodes[2]?.data.title).toBe("You said {{answer:smokes}}");
  await user.click(screen.getByRole("button", { name: "Actions for About smoke" }));
  await user.click(await screen.findByRole("menuitem", { name: /^Delete/ }));
  await screen.findByText("About smoke deleted, but 1 rule and 1 text still use it. See Problems.");
});

describe("conditions of questions", () => {
  const form = () => chain(node("smoke", "yes_no"), node("why", "short_text"));
  const smokes = (right: string) => ({ left: { type: "answer", node_id: "smoke" }, op: "eq", right });

  test("adds a condition below the title, shows it as a sentence and removes it", async () => {
    const { user, graph } = openInspector(form(), { selected: "why" });
    await user.click(screen.getByRole("button", { name: "Show this only if…: About why" }));
    const fields = within(await screen.findByRole("group", { name: "Condition for About why" }));
    await user.selectOptions(await fields.findByRole("combobox", { name: "Value" }), "no");
    expect(graph().nodes[1]?.data.show_if).toEqual(smokes("no"));
    // the question has no answer of its own yet
    expect(fields.queryByRole("option", { name: "This answer" })).toBeNull();
    screen.getByRole("button", { name: "Show only if “About smoke” is No", expanded: true });
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Always show About why" }));
    expect(graph().nodes[1]?.data).not.toHaveProperty("show_if");
  });

  test("offers no condition for the start", () => {
    openInspector(form(), { selected: "smoke" });
    expect(screen.queryByRole("button", { name: /Show this only if/ })).toBeNull();
  });

  test("sets and removes one condition for all selected questions but the start", async () => {
    const three = { ...chain(node("smoke", "yes_no"), node("why", "short_text"), node("since", "number")) };
    Object.assign(three.nodes[2]?.data ?? {}, { show_if: smokes("no") });
    const { user, graph, undo } = openInspector(three, { chosen: ["since", "smoke", "why"] });
    const conditions = () => graph().nodes.map(({ data }) => data.show_if);
    const before = conditions();
    const open = () => user.click(screen.getByRole("button", { name: "Show these only if…" }));
    await open();
    const dialog = within(await screen.findByRole("dialog", { name: "Show these only if…" }));
    dialog.getByText("Applies to 2 questions and replaces their conditions.");
    await user.selectOptions(await dialog.findByRole("combobox", { name: "Value" }), "no");
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Apply" }));
    expect(conditions()).toEqual([undefined, smokes("no"), smokes("no"), undefined]);
    await open();
    await screen.findByText("Applies to 2 questions.");
    await user.click(await screen.findByRole("button", { name: "Remove condition 1" }));
    await user.click(await screen.findByRole("button", { name: "Apply" }));
    expect(conditions()).toEqual([undefined, undefined, undefined, undefined]);
    undo();
    undo();
    expect(conditions()).toEqual(before);
  });

  test("adds a condition to an option", async () => {
    const options = ["a", "b"].map((value) => ({ value, label: value }));
    const { user, graph } = openInspector(
      chain(node("smoke", "yes_no"), node("pick", "multiple_choice", { options })),
      {
        selected: "pick",
      },
    );
    await user.click(screen.getByRole("button", { name: "More for b" }));
    await user.click(screen.getByRole("button", { name: "Show this only if…: b" }));
    await screen.findByRole("button", { name: "Show only if “About smoke” is Yes" });
    expect(graph().nodes[1]?.data.config?.options).toEqual([options[0], { ...options[1], show_if: smokes("yes") }]);
  });

  test("adds checks of the answer with a message each", async () => {
    const { user, graph } = openInspector(form(), { selected: "why" });
    await user.click(tab(/Advanced/));
    await user.click(await screen.findByRole("button", { name: "Add check" }));
    const check = within(await screen.findByRole("group", { name: "Check 1" }));
    await user.type(await check.findByRole("textbox", { name: "Value" }), "x");
    const message = screen.getByRole("textbox", { name: "Message if check 1 fails" });
    await user.type(message, " Now.");
    expect(graph().nodes[1]?.data.valid_if).toMatchObject([
      { condition: { right: "x" }, message: "Enter another answer. Now." },
    ]);
    expect(await accessibilityProblems()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove check 1" }));
    expect(graph().nodes[1]?.data).not.toHaveProperty("valid_if");
  });
});

describe("the rule editor", () => {
  const openRule = async (form: object, selected: string) => {
    const opened = openInspector(form, { selected });
    await opened.user.click(tab(/Logic/));
    const rule = await screen.findByRole("group", { name: "Rule 1" });
    await opened.user.click(within(rule).getByRole("button", { expanded: false, name: /^1|If/ }));
    return { ...opened, rule: within(rule) };
  };

  test("links to the guide", async () => {
    const form = chain(node("sure", "yes_no"), node("why", "short_text"));
    const { user } = openInspector(form, { selected: "sure" });
    await user.click(tab(/Logic/));
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Guide: Logic" });
    expect(link.pathname).toBe("/docs/guide/logic");
  });

  test("shows typed and cleared numbers, with their sign", async () => {
    const form = chain(node("size", "number"), node("why", "short_text"));
    const parts = [
      { op: "gte", right: 7 },
      { op: "in", right: [1] },
    ];
    form.edges.unshift({ from: "size", to: "end", condition: { all: parts } });
    const { user, rule, graph, undo } = await openRule(form, "size");
    const value = rule.getByRole<HTMLInputElement>("spinbutton", { name: "Value" });
    await user.clear(value);
    rule.getByText(/^If the answer is at least … and/);
    await user.type(value, "42");
    rule.getByText(/^If the answer is at least 42 and/);
    undo();
    expect(value.value).toBe("7");
    const list = rule.getByRole<HTMLTextAreaElement>("textbox", { name: "Values" });
    await user.clear(list);
    await user.type(list, "-2.5\n1.25");
    expect(list.value).toBe("-2.5\n1.25");
    expect(rule.queryByRole("checkbox", { name: "Negate" })).toBeNull();
    await user.click(rule.getByRole("button", { name: "Options of condition 2" }));
    await user.click(rule.getByRole("checkbox", { name: "Negate" }));
    rule.getByText("If the answer is at least 7 and not (the answer is one of -2.5, 1.25)");
    expect(graph().edges[0]?.condition).toEqual({
      all: [{ op: "gte", right: 7 }, { not: { op: "in", right: [-2.5, 1.25] } }],
    });
    expect(await accessibilityProblems()).toEqual([]);
  });

  test("limits nested groups to the depth that publishing accepts", async () => {
    const leaf = { op: "eq", right: "yes" };
    const deep = [1, 2, 3, 4, 5].reduce<object>((inner) => ({ all: [inner, leaf] }), leaf);
    const form = chain(node("sure", "yes_no"), node("why", "short_text"));
    form.edges.unshift({ from: "sure", to: "end", condition: deep });
    const { user, rule } = await openRule(form, "sure");
    for (const button of rule.getAllByRole("button", { name: /^Options of/ })) await user.click(button);
    const negations = rule.getAllByRole<HTMLInputElement>("checkbox", { name: "Negate" });
    // one comparison in each of the four outer groups, two in the innermost, which takes no further level
    expect(negations.filter(({ disabled }) => disabled)).toHaveLength(2);
    expect(negations).toHaveLength(6);
    // a group of the innermost would be one level too many
    expect(rule.getAllByRole("button", { name: "Add group" })).toHaveLength(4);
  });

  test("negates conditions that match none, and drops the group with the second condition", async () => {
    const form = chain(node("size", "number"), node("why", "short_text"));
    const [low, high] = [
      { op: "lt", right: 3 },
      { op: "gt", right: 7 },
    ];
    form.edges.unshift({ from: "size", to: "end", condition: { all: [low, high] } });
    const { user, rule, graph } = await openRule(form, "size");
    await user.click(rule.getByRole("radio", { name: "None" }));
    expect(graph().edges[0]?.condition).toEqual({ not: { any: [low, high] } });
    await user.click(rule.getByRole("button", { name: "Remove condition 2" }));
    expect(graph().edges[0]?.condition).toEqual({ not: low });
    await user.click(rule.getByRole("button", { name: "Remove condition 1" }));
    expect(graph().edges[0]?.condition).toBeNull();
  });

  test("adds rules, moves them by the handle’s keys and a menu, and duplicates them", async () => {
    const form = chain(node("sure", "yes_no"), node("why", "short_text"));
    form.edges.unshift({ from: "sure", to: "end", condition: { op: "eq", right: "no" } });
    const { user, graph } = openInspector(form, { selected: "sure" });
    await user.click(tab(/Logic/));
    await user.click(await screen.findByRole("button", { name: "Add rule" }));
    const conditions = () =>
      graph().edges.flatMap(({ from, condition }) => (from === "sure" ? [JSON.stringify(condition)] : []));
    const [no, yes] = ['{"op":"eq","right":"no"}', '{"op":"eq","right":"yes"}'];
    expect(conditions()).toEqual([no, yes, "null"]);
    // the new rule is open, with the focus on its condition
    expect(document.activeElement).toBe(
      within(screen.getByRole("group", { name: "Rule 2" })).getByRole("combobox", { name: "Field" }),
    );
    screen.getByRole("button", { name: "Move rule 2" }).focus();
    await user.keyboard("{ArrowUp}");
    expect(conditions()).toEqual([yes, no, "null"]);
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Move rule 1" }));
    await user.click(screen.getByRole("button", { name: "Actions for rule 1" }));
    await user.click(await screen.findByRole("menuitem", { name: "Move down" }));
    expect(conditions()).toEqual([no, yes, "null"]);
    await user.click(screen.getByRole("button", { name: "Actions for rule 1" }));
    await user.click(await screen.findByRole("menuitem", { name: "Duplicate" }));
    expect(conditions()).toEqual([no, yes, no, "null"]);
  });

  test("tries sample values, and shows the first match", async () => {
    const form = { ...chain(node("sure", "yes_no"), node("why", "short_text")), hidden_fields: ["plan"] };
    const plan = { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };
    form.edges.unshift(
      { from: "sure", to: "end", condition: { op: "eq", right: "no" } },
      { from: "sure", to: "end", condition: plan },
    );
    const { user } = openInspector(form, { selected: "sure" });
    await user.click(tab(/Logic/));
    const trial = within(await screen.findByRole("region", { name: "Try it" }));
    await trial.findByText("Otherwise → About why");
    await user.type(trial.getByRole("textbox", { name: "plan (hidden field)" }), "pro");
    await trial.findByText("Rule 2 matches → About end");
    await user.selectOptions(trial.getByRole("combobox", { name: "This answer" }), "No");
    await trial.findByText("Rule 1 matches → About end");
  });
});

test("opens the tab of a problem’s field, and its rule", async () => {
  const form = chain(node("size", "number", { min: 5, max: 1 }));
  openInspector(form, { selected: "size", place: "config.min" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("spinbutton", { name: "Minimum" })));
  expect(tab(/Advanced/).getAttribute("aria-selected")).toBe("true");
  await screen.findByRole("spinbutton", { name: "Minimum", description: /must be at most “Maximum”/ });
});

test("turns pasted lines into options, which can be moved by their handle", async () => {
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const { user, graph } = openInspector(chain(node("pick", "multiple_choice", { options })), { selected: "pick" });
  const labels = () =>
    (graph().nodes[0]?.data.config?.options as { label: string }[] | undefined)?.map(({ label }) => label);
  await user.click(screen.getByRole("textbox", { name: "Option 2: label" }));
  await user.paste("Red\nGreen\n\n Blue ");
  expect(labels()).toEqual(["a", "Red", "Green", "Blue"]);
  screen.getByRole("button", { name: "Move Green" }).focus();
  await user.keyboard("{ArrowUp}");
  expect(labels()).toEqual(["a", "Green", "Red", "Blue"]);
  expect(await accessibilityProblems()).toEqual([]);
});

describe("the palette", () => {
  test("adds after the selected question, between it and the next, as one step", async () => {
    const { user, graph, undo } = openInspector(chain(node("a", "short_text"), node("b", "short_text")), {
      selected: "a",
      hasPalette: true,
    });
    const search = await screen.findByRole("combobox", { name: "Add or find a question" });
    screen.getByText("1 · About a");
    await user.type(search, "nps{Enter}");
    expect(graph().nodes.map(({ id }) => id)).toEqual(["a", "opinion_scale", "b", "end"]);
    expect(graph().edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "a opinion_scale",
      "b end",
      "opinion_scale b",
    ]);
    undo();
    expect(graph().nodes.map(({ id }) => id)).toEqual(["a", "b", "end"]);
  });

  test("moves by arrows, and finds questions", async () => {
    const { user, editor } = openInspector(chain(node("a", "short_text")), { hasPalette: true });
    const search = await screen.findByRole("combobox", { name: "Add or find a question" });
    const active = () => document.getElementById(search.getAttribute("aria-activedescendant") ?? "")?.textContent;
    await user.keyboard("{ArrowRight}{ArrowDown}");
    expect(active()).toBe("Number scale");
    expect(await accessibilityProblems()).toEqual([]);
    await user.type(search, "about a");
    expect(active()).toContain("About a");
    await user.keyboard("{Enter}");
    expect(editor.state().selected).toBe("a");
  });
});

test("sets and clears the default answer of a question", async () => {
  const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
  const { user, graph } = openInspector(chain(node("q", "multiple_choice", { options: options as never })), {
    selected: "q",
  });
  await user.click(screen.getByRole("tab", { name: /Advanced/ }));
  const field = await screen.findByRole("combobox", { name: "Default answer" });
  await user.selectOptions(field, "B");
  expect(graph().nodes[0]?.data.config).toMatchObject({ default: "b" });
  await user.selectOptions(field, "");
  expect(graph().nodes[0]?.data.config).not.toHaveProperty("default");
});

test("shows problems of options, of their conditions and of settings once, where they are", async () => {
  const gone = { left: { type: "answer", node_id: "gone" }, op: "answered" };
  const options = [
    { value: "a", label: "A" },
    { value: "b", label: "", show_if: gone },
  ];
  openInspector(chain(node("pick", "checkbox", { options: options as never })), { selected: "pick" });
  const described = (name: string) => {
    const ids = screen.getByLabelText(name).getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent);
  };
  await waitFor(() => expect(described("Option 2: label")).toEqual(["Option 2: label must not be empty."]));
  const text = "The question that this reads doesn’t exist. Choose an earlier question.";
  const place = screen.getByText(text, { selector: "p" }).closest("[data-place]")?.getAttribute("data-place");
  expect(place).toBe("config.options.1.show_if");
  cleanup();
  const { user } = openInspector(chain(node("age", "number", { min: 5, max: 1 })), { selected: "age" });
  await user.click(tab(/Advanced/));
  expect(described("Minimum")).toEqual(["Minimum must be at most “Maximum” (1)."]);
});
