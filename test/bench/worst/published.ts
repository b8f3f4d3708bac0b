import { ApiError } from "../../../deploy/demo/client.ts";
import { end, graphOf, type Hunt, type Input, list } from "./hunt.ts";

/** Published forms: fetched for the first time and again, as JSON and as a page, and answered with the longest texts. */
export async function published(hunt: Hunt): Promise<Input[]> {
  const forms: [string, object, unknown[]][] = [
    [
      "24 endless patterns",
      graphOf(
        text(5_000),
        patterns((at) => `[ab].{20}x{${at + 1}}`, 2),
      ),
      ["abx".repeat(1_666)],
    ],
    [
      "one long pattern",
      graphOf(
        text(20_000),
        patterns((at) => `.*[ab].{18${at}}[xyz]`, 1),
      ),
      ["ab".repeat(1_000)],
    ],
    [
      "24 simple patterns",
      graphOf(
        text(20_000),
        patterns((at) => `(?i)w${at}.*z$`, 24),
      ),
      ["w1".repeat(10_000)],
    ],
    [
      "letters of all scripts",
      graphOf(
        text(500),
        patterns((at) => `^\\p{L}{${at + 1}}\\p{Lu}[\\p{Han}ß]+$`, 6),
      ),
      ["é".repeat(500)],
    ],
    ["parts of long texts", graphOf(text(20_000), contains(180)), ["abcdefgh".repeat(2_500)]],
    [
      "lengths of long texts",
      graphOf(
        text(20_000),
        list(180, (at) => ({ op: "length_gte", right: 20_000 + at })),
      ),
      ["😀".repeat(20_000)],
    ],
    ["a checkbox of 100", graphOf(choice("checkbox", 100), sets(4_900)), [list(100, (at) => `v${at}`)]],
    ["a ranking of 25", graphOf(choice("ranking", 25), places(4_900)), [list(25, (at) => `v${at}`)]],
    [
      "a dropdown of 500",
      graphOf(
        choice("dropdown", 500),
        list(4_900, (at) => ({ op: "in", right: [`v${at % 500}`] })),
      ),
      ["v1"],
    ],
    [
      "a matrix of 1,000 cells",
      graphOf(matrix, cells(4_900)),
      [Object.fromEntries(list(50, (at) => [`r${at}`, "c1"]))],
    ],
    ["50 hidden fields", graphOf(text(10), hiddens(3_500), { hidden_fields: list(50, (at) => `h${at}`) }), ["x"]],
    ["999 questions", chain(), ["x"]],
    ["1,000 matrices of 12 KiB", manyOf(matrix, 60), [Object.fromEntries(list(50, (at) => [`r${at}`, "c1"]))]],
    ["1,000 patterns", manyPatterns(), ["x"]],
  ];
  const inputs: Input[] = [];
  for (const [name, graph, answers] of forms) inputs.push(...(await inputsOf(hunt, name, graph, answers)));
  return inputs;
}

/** Publishes the form again, so that no process has compiled its version. */
async function inputsOf(hunt: Hunt, name: string, graph: object, answers: unknown[]): Promise<Input[]> {
  const { owner, asNobody, formOf } = hunt;
  let slug = "";
  let session = "";
  const publish = async () => {
    slug = await formOf(graph, true);
  };
  const start = async () => {
    if (!slug) await publish();
    session = (await owner.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`)).id;
  };
  // respondents never see a graph that fails validation
  const refusal = await publish().then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal instanceof ApiError) return [{ name: `form: ${name}`, send: async () => "not published" }];
  if (refusal) throw refusal;
  const answer = answers[0];
  const body = JSON.stringify({ node_id: "q", value: answer });
  return [
    { name: `form: ${name}, fetched first`, prepare: publish, send: () => asNobody("GET", `/api/v2/r/${slug}/`) },
    { name: `form: ${name}, fetched`, send: () => asNobody("GET", `/api/v2/r/${slug}/`) },
    { name: `form: ${name}, its page`, prepare: publish, send: () => asNobody("GET", `/f/${slug}`) },
    {
      name: `form: ${name}, first step`,
      async prepare() {
        await publish();
        await start();
      },
      send: () => asNobody("POST", `/api/v2/r/session/${session}/next/`, body),
    },
    {
      name: `form: ${name}, step`,
      prepare: start,
      send: () => asNobody("POST", `/api/v2/r/session/${session}/next/`, body),
    },
    {
      name: `form: ${name}, 20 steps at once`,
      async prepare() {
        await start();
      },
      async send() {
        const sent = list(20, () => asNobody("POST", `/api/v2/r/session/${session}/next/`, body));
        return (await Promise.all(sent))[0] ?? "";
      },
    },
  ];
}

const text = (length: number) => ({ question_type: "long_text", data: { title: "?", config: { max_length: length } } });
const patterns = (source: (at: number) => string, count: number) =>
  list(count, (at) => ({ op: "matches", right: source(at) }));
const contains = (count: number) => list(count, (at) => ({ op: "contains", right: `abcdefgh`.repeat(30) + at }));
const options = (count: number) => list(count, (at) => ({ value: `v${at}`, label: "x" }));
const choice = (type: string, count: number) => ({
  question_type: type,
  data: { title: "?", config: { options: options(count) } },
});
const sets = (count: number) =>
  list(count, (at) => ({ op: "includes_none", right: [`v${at % 100}`, `v${(at * 7) % 100}`] }));
const places = (count: number) =>
  list(count, (at) => ({ left: { type: "answer", node_id: "q", path: `v${at % 25}` }, op: "gt", right: 25 }));
const matrix = {
  question_type: "matrix",
  data: {
    title: "?",
    config: {
      rows: list(50, (at) => ({ key: `r${at}`, label: "r" })),
      columns: list(20, (at) => ({ value: `c${at}`, label: "c" })),
    },
  },
};
const cells = (count: number) =>
  list(count, (at) => ({ left: { type: "answer", node_id: "q", path: `r${at % 50}` }, op: "eq", right: "c2" }));
const hiddens = (count: number) =>
  list(count, (at) => ({ left: { type: "hidden", key: `h${at % 50}` }, op: "eq", right: `${at}` }));

/** Creates consecutive questions, the first with the maximum number of edges. */
function chain() {
  const ids = ["q", ...list(998, (at) => `q${at}`), "end"];
  const conditions = list(3_900, (at) => ({ op: "eq", right: `x${at}` }));
  return {
    ...graphOf({}),
    nodes: [
      ...ids.slice(0, -1).map((id) => ({ id, question_type: "short_text", data: { title: "x".repeat(300) } })),
      end,
    ],
    edges: [
      ...conditions.map((condition) => ({ from: "q", to: "q0", condition })),
      ...ids.slice(0, -1).map((from, at) => ({ from, to: ids[at + 1], condition: null })),
    ],
  };
}

/** Creates `count` + 1 consecutive questions. */
export function manyOf(node: object, count: number) {
  const ids = ["q", ...list(count, (at) => `q${at}`), "end"];
  return {
    ...graphOf({}),
    nodes: [...ids.slice(0, -1).map((id) => ({ id, ...node })), end],
    edges: ids.slice(0, -1).map((from, at) => ({ from, to: ids[at + 1], condition: null })),
  };
}

/** The maximum number of distinct ones in a form. */
function manyPatterns() {
  const graph = manyOf({}, 298);
  const nodes = graph.nodes.slice(0, -1).map(({ id }, at) => ({
    id,
    question_type: "short_text",
    data: { title: "?", config: { pattern: `x{1,${(at % 5) + 1}}|[a-f]{${(at % 7) + 1}}${at}` } },
  }));
  return { ...graph, nodes: [...nodes, end] };
}
