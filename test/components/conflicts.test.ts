import axe from "axe-core";
import { createElement } from "react";
import { withEdgeIds } from "../../services/web/dashboard/builder/model/ids.ts";
import { foreignOf } from "../../services/web/dashboard/builder/model/merging/foreign.ts";
import { withMember } from "../../services/web/dashboard/builder/model/merging/members.ts";
import { merge } from "../../services/web/dashboard/builder/model/merging/merge.ts";
import { operations } from "../../services/web/dashboard/builder/model/operations.ts";
import { openWritten } from "../../services/web/dashboard/builder/saving/written.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { openInBuilder, screen, waitFor, within } from "./support/builder.ts";

const builder = "../../services/web/dashboard/builder";
const { UsefulOffer } = await import(`${builder}/saving/keptOffer.tsx`);
const { Conflicts } = await import(`${builder}/saving/conflicts.tsx`);
const { conflictsTogether } = await import(`${builder}/saving/together.ts`);
const { tellReplaced } = await import(`${builder}/saving/tellReplaced.ts`);
const { ConflictNotice } = await import("../../services/web/dashboard/settings/editing/conflictNotice.tsx" as string);
const { analyze } = await import("../../shared/domain/graph/analyze.ts");

/** Answers as the worker does, in this process. */
class AnalysisWorker {
  onmessage: (event: { data: object }) => void = () => undefined;
  postMessage({ turn, question }: { turn: number; question: { graph: Graph } }) {
    queueMicrotask(() => this.onmessage({ data: { turn, answer: analyze(question.graph) } }));
  }
  terminate() {}
}
Object.assign(globalThis, { Worker: AnalysisWorker });

/** Changes of two people to the same members of a form: what each of them sees. */
const form = withEdgeIds(chain(node("a", "number", { min: 1 }), node("b", "number")) as Graph);
const titled = (title: string, graph = form) => operations.setData(graph, { id: "a", title });

function openConflicts(mine: Graph, theirs: Graph, together = merge(form, mine, theirs)) {
  const seen = { resolved: 0 };
  const saving = { conflicts: together.conflicts, changedBy: { id: "b", name: "Bo" } };
  const onResolved = () => {
    seen.resolved += 1;
  };
  const card = createElement(Conflicts, { saving, onResolved });
  return { ...openInBuilder(together.graph, () => card), seen };
}

const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });

test("shows the name of a field with both texts, and saves the chosen one, none by default", async () => {
  const { user, graph, undo, seen } = openConflicts(titled("Mine"), titled("Theirs"));
  const card = screen.getByRole("region", { name: "Bo changed this too" });
  const texts = within(card).getByRole("group", { name: "Title of “Mine”" });
  const versions = within(texts).getAllByRole<HTMLInputElement>("radio");
  expect(versions.map(({ checked, labels }) => [checked, labels?.[0]?.textContent?.trim()])).toEqual([
    [false, "YoursMine"],
    [false, "BoTheirs"],
  ]);
  expect(save().disabled).toBe(true);
  const { violations } = await axe.run(card, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
  await user.click(within(texts).getByRole("radio", { name: /Bo/ }));
  expect([graph().nodes[0]?.data.title, seen.resolved]).toEqual(["Mine", 0]);
  await user.click(save());
  expect([graph().nodes[0]?.data.title, seen.resolved]).toEqual(["Theirs", 1]);
  undo();
  expect(graph().nodes[0]?.data.title).toBe("Mine");
});

test("waits behind its title if the owner decides later", async () => {
  const { user, seen } = openConflicts(titled("Mine"), titled("Theirs"));
  await user.click(screen.getByRole("button", { name: "Decide later" }));
  expect([screen.queryByRole("radio"), seen.resolved]).toEqual([null, 0]);
  await user.click(screen.getByRole("button", { name: "Choose a version" }));
  expect(screen.getAllByRole("radio")).toHaveLength(2);
});

test("names a problem of both changes together, which can also stay", async () => {
  const mine = operations.setConfig(form, { id: "a", key: "min", value: 15 });
  const theirs = operations.setConfig(form, { id: "a", key: "max", value: 10 });
  const merged = merge(form, mine, theirs);
  const problemsOf = async (graph: Graph) => analyze(graph);
  const conflicts = await conflictsTogether({ base: form, mine, theirs }, merged, problemsOf);
  const { user, graph, seen } = openConflicts(mine, theirs, { ...merged, conflicts });
  const texts = screen.getByRole("group", { name: "Together, your changes cause a problem" });
  expect(texts.textContent).toMatch(/Minimum.*15.*1/);
  await user.click(within(texts).getByRole("radio", { name: "Keep both, and fix the problem" }));
  await user.click(save());
  expect([graph().nodes[0]?.data.config, seen.resolved]).toEqual([{ min: 15, max: 10 }, 1]);
});

function openOffer(mine: Graph, theirs: Graph) {
  const seen = { left: 0, broughtBack: 0 };
  const kept = { id: "page", form_id: "form", base: form, graph: mine, sent: [], at: 0 };
  const offer = createElement(UsefulOffer, {
    kept,
    onLeave: () => void seen.left++,
    onBringBack: () => void seen.broughtBack++,
  });
  return { ...openInBuilder(theirs, () => offer), seen };
}

test("asks before restoring what only causes a problem with changes made since", async () => {
  const mine = operations.setConfig(form, { id: "a", key: "min", value: 15 });
  const theirs = operations.setConfig(form, { id: "a", key: "max", value: 10 });
  const { user, graph, seen } = openOffer(mine, theirs);
  await user.click(screen.getByRole("button", { name: "Restore changes" }));
  const texts = await screen.findByRole("group", { name: "Together, your changes cause a problem" });
  expect([graph().nodes[0]?.data.config, seen.left]).toEqual([{ min: 1, max: 10 }, 0]);
  await user.click(within(texts).getByRole("radio", { name: "Keep both, and fix the problem" }));
  await user.click(screen.getByRole("button", { name: "Restore changes" }));
  await waitFor(() => expect(graph().nodes[0]?.data.config).toEqual({ min: 15, max: 10 }));
  expect(seen.left).toBeGreaterThan(0);
});

test("offers discarded changes again with Undo, instead of choosing for the owner", async () => {
  const { user, graph, seen } = openOffer(titled("Mine"), titled("Theirs"));
  await user.click(screen.getByRole("button", { name: "Discard changes" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect([graph().nodes[0]?.data.title, seen.left, seen.broughtBack]).toEqual(["Theirs", 1, 1]);
});

/** Shows what an owner is told of a replacement, once. */
function openTold(base: Graph, own: Graph, theirs: Graph) {
  const written = openWritten();
  written.saved(base, own);
  const foreign = foreignOf(own, theirs);
  const replaced = written.replacedBy(foreign, theirs);
  // further typing isn't told
  const later = titled("Theirs too", theirs);
  expect(written.replacedBy(foreignOf(theirs, later), later)).toEqual([]);
  return openInBuilder(theirs, (editor) => {
    tellReplaced(editor, replaced, foreign, "Bo");
    return null;
  });
}

test("tells an owner by name what another person replaced, with Undo", async () => {
  const theirs = operations.setData(titled("Theirs"), { id: "b", title: "Not mine" });
  const { user, graph } = openTold(form, titled("Mine"), theirs);
  await screen.findByText("Bo replaced Title of “Theirs”: “Mine”.");
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(graph().nodes.map(({ data }) => data.title)).toEqual(["Mine", "Not mine", "About end"]));
});

test("puts an option that another person removed back in its place, with its points", async () => {
  const config = {
    options: ["x", "y", "z"].map((value) => ({ value, label: value })),
    scoring: { mode: "options", points: { x: 5, y: 1 } },
  };
  const base = withMember(form, ["nodes", "b", "data", "config"], config);
  const own = withMember(base, ["nodes", "b", "data", "config", "options", "x", "label"], "Mine");
  const paths = [
    ["options", "x"],
    ["scoring", "points", "x"],
  ];
  const theirs = paths.reduce(
    (all, path) => withMember(all, ["nodes", "b", "data", "config", ...path], undefined),
    own,
  );
  const { user, graph } = openTold(base, own, theirs);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(graph()).toEqual(own));
});

test("puts a text back in a question that another person renamed", async () => {
  const own = titled("Mine");
  const theirs = operations.setData(operations.renameNode(own, { id: "a", to: "age" }), { id: "age", title: "Theirs" });
  const { user, graph } = openTold(form, own, theirs);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(graph()).toEqual(operations.renameNode(own, { id: "a", to: "age" })));
});

test("shows both values of a setting that two people changed, without a primary button", async () => {
  const chosen: string[] = [];
  const editing = {
    stored: { title: "Supper" },
    values: { title: "Dinner" },
    conflicts: ["title"],
    keepMine: () => chosen.push("mine"),
    takeTheirs: () => chosen.push("theirs"),
  };
  const { user } = openInBuilder(form, () =>
    createElement(ConflictNotice, { editing, labels: { title: "Form title" } }),
  );
  expect(screen.getByRole("group", { name: "Form title" }).textContent).toBe("Form titleYoursDinnerTheirsSupper");
  for (const name of ["Keep mine", "Use theirs"]) await user.click(screen.getByRole("button", { name }));
  expect(chosen).toEqual(["mine", "theirs"]);
});
