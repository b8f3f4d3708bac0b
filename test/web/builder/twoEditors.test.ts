import { jest } from "@jest/globals";
import fc from "fast-check";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import type { Side } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { memberAt, withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { copied, openDraft, openPerson, pass } from "./editors.ts";

/** Two people edit one form, each behind the other by a save and a read, and a third one looks at it. */
const options = ["a", "b"].map((value) => ({ value, label: value }));
const scoring = { mode: "options", points: { a: 1, b: 2 } };
const start = withEdgeIds({
  ...(chain(
    node("pick", "multiple_choice", { options, scoring }),
    node("many", "number"),
    node("why", "short_text"),
    node("who", "short_text"),
  ) as Graph),
  hidden_fields: ["plan"],
  pages: [
    { id: "page", node_ids: ["many", "why"] },
    { id: "last", node_ids: ["who"] },
  ],
  calculations: [{ key: "score", value: 1, bands: [{ key: "low", from: 0, to: 1 }] }],
  translations: { de: { "pick.title": "Was?" } },
});
const [rule] = start.edges.map(({ id }) => id);

/** A question under the name that it has. */
const idOf = (graph: Graph, name: string) => graph.nodes.find(({ id }) => id.split("-")[0] === name)?.id ?? name;

/** Members that a person writes. */
const texts = [
  ...["pick", "many", "why", "who"].flatMap((name) => [`nodes ${name} data title`, `nodes ${name} data description`]),
  "nodes pick data config options a label",
  "nodes pick data config options b label",
  "pages page title",
  "pages last title",
  "calculations score title",
  "calculations score bands low label",
  "translations de pick.title",
];
const numbers = [
  "nodes pick data config scoring points a",
  "nodes pick data config scoring points b",
  "nodes many data config min",
  "nodes many data config max",
];
const pathOf = (graph: Graph, member: string) =>
  member.split(" ").map((key, at) => (at === 1 ? idOf(graph, key) : key));
const memberOf = (graph: Graph, member: string) => memberAt(graph, pathOf(graph, member));

/** Pages that both add get different ids. */
const pageOf = (graph: Graph, name: string) => {
  const page = graph.pages?.find(({ node_ids }) => node_ids.includes(idOf(graph, name)));
  return page && (start.pages?.some(({ id }) => id === page.id) ? page.id : "new");
};
const placed = ["many", "why", "who"];

/** Returns what people see of a draft, by names that stay. */
const seenIn = (graph: Graph): Map<string, unknown> =>
  new Map<string, unknown>([
    ...[...texts, ...numbers].map((member) => [member, memberOf(graph, member)] as const),
    ...placed.map((name) => [`page of ${name}`, pageOf(graph, name)] as const),
    ...start.nodes.map(({ id }) => [`id of ${id}`, graph.nodes.find((one) => one.id === idOf(graph, id))?.id] as const),
    [`edges ${rule} condition`, memberAt(graph, ["edges", rule ?? "", "condition"])],
  ]);

/** Returns the question, option or page of a member, which comes and goes with it. */
const ownerOf = (member: string) =>
  /(?:options|points) (\w+)/.exec(member)?.[1] ?? member.replace(/^(?:nodes|pages|page of|id of) (\w+).*/, "$1");

interface Act {
  who: number;
  kind: "write" | "number" | "rule" | "remove" | "option" | "rename" | "place" | "undo" | "reload";
  one: number;
  other: number;
  wait: number;
  isLost: boolean;
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Returns the draft after an act; `text` differs each time. */
function acted(graph: Graph, { kind, one, other }: Act, text: string): Graph {
  const { removeNodes, renameNode, moveToPage, makePage } = operations;
  const question = idOf(graph, pick(placed, one));
  switch (kind) {
    case "write":
      return withMember(graph, pathOf(graph, pick(texts, one)), text);
    case "number":
      return withMember(graph, pathOf(graph, pick(numbers, one)), other);
    case "rule":
      return withMember(graph, ["edges", rule ?? "", "condition"], { op: "answered" });
    case "remove":
      return removeNodes(graph, { ids: [question], reconnect: true });
    case "option": {
      const config = ["nodes", "pick", "data", "config"];
      const value = pick(["a", "b"], one);
      const isThere = memberAt(graph, [...config, "options", value]) !== undefined;
      const points = [...config, "scoring", "points", value];
      const next = withMember(graph, [...config, "options", value], isThere ? undefined : { value, label: text });
      return withMember(next, points, isThere ? undefined : other);
    }
    case "rename":
      return renameNode(graph, { id: question, to: `${pick(placed, one)}-${text}` });
    case "place": {
      const page = pick([null, ...(graph.pages ?? []).map(({ id }) => id)], other);
      return other % 5 === 4 ? makePage(graph, { ids: [question] }) : moveToPage(graph, { ids: [question], page });
    }
    default:
      return graph;
  }
}

const acts = fc.array(
  fc.record<Act>({
    who: fc.nat(1),
    kind: fc.constantFrom<Act["kind"][]>(
      "write",
      "write",
      "write",
      "number",
      "number",
      "rule",
      "remove",
      "option",
      "rename",
      "place",
      "place",
      "undo",
      "reload",
    ),
    one: fc.nat(20),
    other: fc.nat(20),
    wait: fc.nat(2_500),
    isLost: fc.boolean(),
  }),
  { maxLength: 20 },
);
const sides = fc.tuple(fc.constantFrom<Side>("mine", "theirs"), fc.constantFrom<Side>("mine", "theirs"));

/** Names of questions that changed don't make other problems. */
const problemsIn = (graph: Graph) =>
  analyze(graph).map(({ code, node_id }) => `${code} ${node_id?.split("-")[0] ?? ""}`);

async function run(list: readonly Act[], choices: readonly Side[]) {
  let isLost = false;
  const service = openDraft(start, () => {
    const was = isLost;
    isLost = false;
    return was;
  });
  const last = [new Map<string, unknown>(), new Map<string, unknown>()];
  /** what each person had of a question, an option or a page after they changed something in it */
  const had = [new Map<string, Map<string, unknown>>(), new Map<string, Map<string, unknown>>()];
  const problems = new Set(problemsIn(start));
  const people = choices.map((side, who) =>
    openPerson(service, side, (before, after) => {
      const [was, now] = [seenIn(before), seenIn(after)];
      for (const [member, value] of now)
        if (JSON.stringify(value) !== JSON.stringify(was.get(member))) {
          last[who]?.set(member, value);
          had[who]?.set(ownerOf(member), now);
        }
      for (const problem of problemsIn(after)) problems.add(problem);
    }),
  );
  const looker = openPerson(service, "mine");
  for (const [at, act] of list.entries()) {
    const person = people[act.who];
    if (!person) continue;
    isLost ||= act.isLost && act.other % 3 === 0;
    const touched = new Set(last[act.who]?.keys());
    if (act.kind === "undo") {
      person.undo();
      expect([...(last[act.who]?.keys() ?? [])].filter((member) => !touched.has(member))).toEqual([]);
    } else if (act.kind === "reload") await person.reload();
    else {
      const { graph, edit } = person.page();
      edit(acted(graph(), act, `t${at}`));
    }
    await pass(act.wait);
    looker.page().saver.refresh();
  }
  isLost = false;
  const everyone = [...people, looker];
  for (let round = 0; round < 3; round++)
    for (const person of everyone) {
      await pass(10_000);
      person.page().saver.refresh();
    }
  await pass(10_000);
  return { service, people, looker, everyone, last, had, problems };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("every member is what one of two people did last, without new problems, and who looks writes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(acts, sides, async (list, choices) => {
      const { service, people, looker, everyone, last, had, problems } = await run(list, choices);
      const { graph } = service.draft;
      const [first, seen] = [seenIn(start), seenIn(graph)];
      for (const [member, value] of seen) {
        const written = last.flatMap((values) => (values.has(member) ? [values.get(member)] : []));
        const [id, label] = [`id of ${ownerOf(member)}`, `nodes pick data config options ${ownerOf(member)} label`];
        const isRemoved = last.some((values) =>
          [id, label].some((one) => values.has(one) && values.get(one) === undefined),
        );
        if (isRemoved) written.push(undefined);
        // someone kept it with another change in it, though it was removed
        if (written.includes(undefined)) written.push(...had.map((owners) => owners.get(ownerOf(member))?.get(member)));
        expect([member, written.length > 0 ? written : [first.get(member)]]).toEqual([
          member,
          expect.arrayContaining([value]),
        ]);
      }
      expect(problemsIn(graph).filter((problem) => !problems.has(problem))).toEqual([]);
      for (const person of everyone) {
        const page = person.page();
        expect([page.saver.state().phase, copied(page.graph())]).toEqual(["saved", graph]);
      }
      expect(looker.page().page.saves).toBe(0);
      const isApart = [...seen.keys()].every((member) => !last.every((values) => values.has(member)));
      if (isApart && list.every(({ kind }) => kind === "write"))
        expect(people.map((person) => person.asked())).toEqual([0, 0]);
    }),
    {
      numRuns: Number(process.env.RUNS ?? 30),
      ...(process.env.SEED && { seed: Number(process.env.SEED), endOnFailure: true }),
    },
  );
});

test("a description and a title of one question are both there, and no one is asked", async () => {
  const service = openDraft(start);
  const [first, second] = [openPerson(service, "mine"), openPerson(service, "mine")];
  const write = (person: typeof first, member: string, text: string) => {
    const { edit, graph } = person.page();
    edit(withMember(graph(), member.split(" "), text));
    return pass(5_000);
  };
  await write(first, "nodes pick data description", "A hint");
  await write(second, "nodes pick data title", "A title");
  expect(service.draft.graph.nodes[0]?.data).toMatchObject({ description: "A hint", title: "A title" });
  expect(second.asked()).toBe(0);
});
