import { jest } from "@jest/globals";
import fc from "fast-check";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { type Side, takeSide } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { memberAt, withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";

import type { ReadAnswer, SaveAnswer } from "../../../services/web/dashboard/builder/saving/machine.ts";
import { mergeRead } from "../../../services/web/dashboard/builder/saving/mergeRead.ts";
import { openSaver } from "../../../services/web/dashboard/builder/saving/saver.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Two people edit one form, each behind the other by a save and a read, and a third one looks at it. */
const options = ["a", "b"].map((value) => ({ value, label: value }));
const start = withEdgeIds({
  ...(chain(node("pick", "dropdown", { options }), node("many", "number"), node("why", "short_text")) as Graph),
  hidden_fields: ["plan"],
  pages: [{ id: "page", node_ids: ["many", "why"] }],
  calculations: [{ key: "score", value: 1, bands: [{ key: "low", from: 0, to: 1 }] }],
  translations: { de: { "pick.title": "Was?" } },
});
const [rule] = start.edges.map(({ id }) => id);

/** Members that an editor writes. */
const paths = [
  "nodes pick data title",
  "nodes pick data description",
  "nodes pick data config options a label",
  "nodes pick data config options b label",
  "nodes pick data config placeholder",
  "nodes many data config max",
  "nodes many data show_if",
  `edges ${rule} condition`,
  `edges ${rule} to`,
  "pages page title",
  "calculations score title",
  "calculations score bands low label",
  "translations de pick.title",
  "fallback_end_node_id",
].map((path) => path.split(" "));

const latency = 300;
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function openDraft(graph: Graph) {
  const draft = { graph, revision: 1 };
  const etag = () => `"${draft.revision}"`;
  const answer = <T>(act: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(act()), latency));
  return {
    draft,
    save: (sent: Graph, ifMatch: string | null) =>
      answer((): SaveAnswer => {
        if (ifMatch !== etag()) return { kind: "changed_elsewhere" };
        Object.assign(draft, { graph: copied(sent), revision: draft.revision + 1 });
        return { kind: "saved", etag: etag() };
      }),
    read: () => answer((): ReadAnswer => ({ kind: "read", graph: copied(draft.graph), etag: etag(), by: null })),
  };
}

/** An editor who chooses this side of each conflict. */
function openEditor(service: ReturnType<typeof openDraft>, choice: Side) {
  const page = { graph: start, saves: 0, asked: 0, chosen: null as unknown };
  const saver = openSaver(
    { graph: start, etag: '"1"' },
    {
      service: {
        ...service,
        save: (...args: Parameters<typeof service.save>) => (page.saves++, service.save(...args)),
      },
      keeper: { keep: () => undefined, forget: () => undefined },
      adopt: (graph) => {
        page.graph = graph;
      },
      loadMerge: async () => mergeRead,
      check: async (_, { conflicts }) => conflicts,
    },
  );
  const edit = (graph: Graph) => {
    page.graph = graph;
    saver.edited(graph);
  };
  saver.subscribe(() => {
    const { phase, conflicts } = saver.state();
    if (phase !== "conflict" || conflicts === page.chosen) return;
    Object.assign(page, { asked: page.asked + 1, chosen: conflicts });
    page.graph = conflicts.reduce((graph, one) => takeSide(graph, one, choice), page.graph);
    saver.resolve(page.graph);
  });
  return { page, saver, write: (path: string[], value: unknown) => edit(withMember(page.graph, path, value)) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("every member is what one of two editors wrote last, and a third who looks writes nothing", async () => {
  const act = fc.record({ who: fc.nat(1), path: fc.constantFrom(...paths), wait: fc.nat(2_500) });
  const choices = fc.tuple(...[0, 1].map(() => fc.constantFrom<Side>("mine", "theirs"))) as fc.Arbitrary<Side[]>;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), choices, async (acts, sides) => {
      const service = openDraft(start);
      const editors = sides.map((side) => openEditor(service, side));
      const looker = openEditor(service, "mine");
      const last = [new Map<string, string>(), new Map<string, string>()];
      for (const [at, { who, path, wait }] of acts.entries()) {
        const value = `${who} at ${at}`;
        editors[who]?.write(path, value);
        last[who]?.set(path.join(" "), value);
        await pass(wait);
        looker.saver.refresh();
      }
      for (let round = 0; round < 3; round++)
        for (const { saver } of [...editors, looker]) {
          await pass(10_000);
          saver.refresh();
        }
      await pass(10_000);
      for (const path of paths) {
        const written = last.flatMap((values) => values.get(path.join(" ")) ?? []);
        const value = memberAt(service.draft.graph, path);
        expect([path, written.length > 0 ? written : [memberAt(start, path)]]).toEqual([
          path,
          expect.arrayContaining([value]),
        ]);
      }
      const wroteBoth = paths.some((path) => last.every((values) => values.has(path.join(" "))));
      if (!wroteBoth) expect(editors.map(({ page }) => page.asked)).toEqual([0, 0]);
      for (const { page, saver } of [...editors, looker])
        expect([saver.state().phase, copied(page.graph)]).toEqual(["saved", service.draft.graph]);
      expect(looker.page.saves).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test("a description and a title of one question are both there, and no one is asked", async () => {
  const service = openDraft(start);
  const [first, second] = [openEditor(service, "mine"), openEditor(service, "mine")];
  first.write(["nodes", "pick", "data", "description"], "A hint");
  await pass(5_000);
  second.write(["nodes", "pick", "data", "title"], "A title");
  await pass(5_000);
  expect(service.draft.graph.nodes[0]?.data).toMatchObject({ description: "A hint", title: "A title" });
  expect(second.page.asked).toBe(0);
});
