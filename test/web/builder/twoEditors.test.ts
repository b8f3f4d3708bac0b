import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Side } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { type Act, acted, acts, isPage, ownerOf, problemsIn, seenIn, start } from "./editedForm.ts";
import { copied, openDraft, openPerson, pass } from "./editors.ts";

/** Two people edit one form, each behind the other by a save and a read, and a third one looks at it. */
type Seen = Map<string, unknown>;

/** Records the changes of each person. */
function openRecord() {
  const last: Seen[] = [new Map(), new Map()];
  /** all that a person saw, by a question, option or page in which they changed something */
  const had: Map<string, Seen>[] = [new Map(), new Map()];
  const problems = new Set(problemsIn(start));
  const hear = (who: number) => (before: Graph, after: Graph) => {
    const [was, now] = [seenIn(before), seenIn(after)];
    for (const [member, value] of now)
      if (JSON.stringify(value) !== JSON.stringify(was.get(member))) {
        last[who]?.set(member, value);
        had[who]?.set(ownerOf(member), now);
      }
    for (const problem of problemsIn(after)) problems.add(problem);
  };
  /** Returns the values that a member can have: what someone gave it last, else what it had. */
  const valuesOf = (member: string): unknown[] => {
    const owner = ownerOf(member);
    const given = (one: string) => last.flatMap((values) => (values.has(one) ? [values.get(one)] : []));
    const values = given(member);
    const names = [member, `id of ${owner}`, `nodes pick data config options ${owner} label`];
    const isRemoved = names.some((one) => given(one).includes(undefined));
    // someone can have kept it, with another change in it
    if (isRemoved) return [...values, undefined, ...had.map((owners) => owners.get(owner)?.get(member))];
    return values.length > 0 ? values : [seenIn(start).get(member)];
  };
  return { last, problems, hear, valuesOf };
}

type Person = ReturnType<typeof openPerson>;

async function perform(person: Person, act: Act, text: string): Promise<void> {
  if (act.kind === "undo") return person.undo();
  if (act.kind === "reload") return person.reload();
  const { graph, edit } = person.page();
  edit(acted(graph(), act, text));
}

/** Lets everyone read and save until nothing is left. */
async function settle(everyone: readonly Person[]): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const person of everyone) {
      await pass(10_000);
      person.page().saver.refresh();
    }
  await pass(10_000);
}

async function run(list: readonly Act[], choices: readonly Side[]) {
  const losing = { isNext: false };
  const service = openDraft(start, () => {
    const { isNext } = losing;
    losing.isNext = false;
    return isNext;
  });
  const record = openRecord();
  const people = choices.map((side, who) => openPerson(service, side, record.hear(who)));
  const looker = openPerson(service, "mine");
  for (const [at, act] of list.entries()) {
    losing.isNext ||= act.isLost;
    const touched = new Set(record.last[act.who]?.keys());
    await perform(people[act.who] as Person, act, `t${at}`);
    if (act.kind === "undo") {
      const isForeign = (member: string) => !touched.has(member) && !isPage(member);
      expect([...(record.last[act.who]?.keys() ?? [])].filter(isForeign)).toEqual([]);
    }
    await pass(act.wait);
    looker.page().saver.refresh();
  }
  losing.isNext = false;
  await settle([...people, looker]);
  return { graph: service.draft.graph, people, looker, record };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const sides = fc.tuple(fc.constantFrom<Side>("mine", "theirs"), fc.constantFrom<Side>("mine", "theirs"));

test("every member is what one of two people did last, without new problems, and who looks writes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(acts, sides, async (list, choices) => {
      const { graph, people, looker, record } = await run(list, choices);
      const seen = seenIn(graph);
      const isOfGonePage = (member: string) => {
        const id = `id of ${ownerOf(member)}`;
        return isPage(id) && (isPage(member) || seen.get(id) === undefined);
      };
      for (const [member, value] of seen)
        if (!isOfGonePage(member))
          expect([member, record.valuesOf(member)]).toEqual([member, expect.arrayContaining([value])]);
      expect(problemsIn(graph).filter((problem) => !record.problems.has(problem))).toEqual([]);
      for (const person of [...people, looker]) {
        const page = person.page();
        expect([page.saver.state().phase, copied(page.graph())]).toEqual(["saved", graph]);
      }
      expect(looker.page().page.saves).toBe(0);
      const isApart = [...seen.keys()].every((member) => !record.last.every((values) => values.has(member)));
      if (isApart && list.every(({ kind }) => kind === "write"))
        expect(people.map((person) => person.asked())).toEqual([0, 0]);
    }),
    { numRuns: 25 },
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
