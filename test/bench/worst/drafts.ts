import { end, graphOf, type Hunt, type Input, list, MiB } from "./hunt.ts";

/** Drafts at the limits of decisions §4: fetched, validated, simulated, compared, published and restored. */
export async function drafts(hunt: Hunt): Promise<Input[]> {
  const { send } = hunt;
  const shapes: Record<string, () => unknown> = {
    "19 objects of 1,000 keys": () =>
      draftOf({ a: list(19, (o) => Object.fromEntries(list(1_000, (at) => [`${o}_${at}`, 1]))) }),
    "19,900 different objects": () => draftOf({ a: list(19_900, (at) => ({ [`k${at}`]: 1 })) }),
    "49,900 objects": () => draftOf({ a: list(49_900, () => ({ a: 1, b: 2 })) }),
    "1 MiB of text": () => draftOf({ a: "é".repeat(MiB / 2 - 1_000) }),
    "5,000 edges that do not hold": wideGraph,
    "1,000 nodes that read all before": deepGraph,
  };
  const inputs: Input[] = [];
  for (const [name, make] of Object.entries(shapes)) {
    const graph = make();
    const slug = await hunt.formOf(graph);
    const path = `/api/v2/form/${slug}/draft/`;
    const body = JSON.stringify({ graph });
    // saving a draft invalidates its validation
    const save = () => send("PUT", path, body);
    inputs.push(
      { name: `save: ${name}`, send: save },
      { name: `read: ${name}`, prepare: save, send: () => send("GET", path) },
      { name: `read again: ${name}`, send: () => send("GET", path) },
      { name: `validate: ${name}`, prepare: save, send: () => send("POST", `${path}validate/`) },
      { name: `simulate: ${name}`, send: () => send("POST", `${path}simulate/`, '{"answers":{"q0":"yes"}}') },
      { name: `publish: ${name}`, prepare: save, send: () => send("POST", `/api/v2/form/${slug}/publish/`) },
    );
  }
  return [...inputs, ...(await versions(hunt))];
}

async function versions({ formOf, send, owner }: Hunt): Promise<Input[]> {
  const before = chain("a");
  const slug = await formOf(before, true);
  const after = chain("b");
  await owner.call("PUT", `/api/v2/form/${slug}/draft/`, { graph: after });
  const path = `/api/v2/form/${slug}/versions/1/`;
  const answers = Object.fromEntries(list(999, (at) => [`q${at}`, "a".repeat(200)]));
  const strangers = Object.fromEntries(list(9_999, (at) => [`x${at}`, "yes"]));
  return [
    { name: "version: read", send: () => send("GET", path) },
    { name: "version: restore", send: () => send("POST", `${path}restore/`) },
    { name: "version: compare", send: () => send("GET", `${path}diff/`) },
    {
      name: "version: simulate 999 answers",
      send: () => send("POST", `${path}simulate/`, JSON.stringify({ answers })),
    },
    {
      name: "version: simulate answers to nothing",
      send: () => send("POST", `${path}simulate/`, JSON.stringify({ answers: strangers })),
    },
    { name: "version: publish 999 nodes again", send: () => send("POST", `/api/v2/form/${slug}/publish/`) },
  ];
}

const draftOf = (config: object) => graphOf({ question_type: "short_text", data: { title: "?", config } });

/** Creates 999 consecutive questions with long descriptions and five edges each. */
function chain(letter: string) {
  const ids = [...list(999, (at) => `q${at}`), "end"];
  return {
    schema_version: "2.0",
    entry_node_id: "q0",
    nodes: [
      ...ids.slice(0, -1).map((id) => ({
        id,
        question_type: "short_text",
        data: { title: letter, description: letter.repeat(500) },
      })),
      end,
    ],
    edges: ids
      .slice(0, -1)
      .flatMap((from, at) => [
        ...list(3, (k) => ({ from, to: ids[at + 1], condition: { op: "eq", right: `${letter}${k}` } })),
        { from, to: ids[at + 1], condition: null },
      ]),
  };
}

function wideGraph() {
  const conditions = list(4_990, (at) => ({
    all: list(2, (part) => ({ left: { type: "answer", node_id: `n${(at * part) % 900}` }, op: "nope", right: [at] })),
  }));
  return graphOf({ question_type: "yes_no", data: { title: "?" } }, conditions);
}

function deepGraph() {
  const ids = [...list(999, (at) => `q${at}`), "end"];
  return {
    schema_version: "2.0",
    entry_node_id: "q0",
    nodes: [
      ...ids.slice(0, -1).map((id) => ({ id, question_type: "yes_no", data: { title: "?", is_required: true } })),
      end,
    ],
    edges: ids.slice(0, -1).flatMap((from, at) =>
      list(5, (k) => ({
        from,
        to: ids[Math.min(at + 1 + k, 999)],
        condition: {
          all: list(2, (part) => ({
            left: { type: "answer", node_id: `q${(at * (part + 2) + k) % (at + 1)}` },
            op: "eq",
            right: (at + part) % 2 ? "yes" : "no",
          })),
        },
      })),
    ),
  };
}
