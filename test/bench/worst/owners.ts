import { graphOf, type Hunt, type Input, list, MiB } from "./hunt.ts";

/** Owners' requests besides drafts: lists, searches, exports, insights, integrations, keys and files. */
export async function owners(hunt: Hunt): Promise<Input[]> {
  const { send, owner, asNobody, formOf } = hunt;
  const slug = await formOf(wide(), true);
  await Promise.all(list(8, () => fill(hunt, slug)));
  const responses = `/api/v2/form/${slug}/responses/`;
  const { results } = await owner.call<{ results: { id: string }[] }>("GET", responses);
  const session = results[0]?.id ?? "";
  const hook = await owner.call<{ id: string }>("POST", "/api/integrations/webhook/", {
    name: "Hunt",
    config: { url: "http://127.0.0.1:9/", headers: Object.fromEntries(list(10, (at) => [`x-${at}`, "v".repeat(500)])) },
  });
  await owner.call("POST", `/api/v2/form/${slug}/integrations/`, {
    integration_id: hook.id,
    events: ["session.started", "session.completed", "session.abandoned"],
  });
  const words = list(240, (at) => `${at % 10}`).join("+");
  const get = (name: string, path: string): Input => ({ name: `owner: ${name}`, send: () => send("GET", path) });
  const { id: started } = await owner.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`);
  return [
    get("search of 240 words", `${responses}?search=${words}`),
    get("search of one long word", `${responses}?search=${"a".repeat(499)}`),
    get("search of forms", `/api/v2/form/?search=${"a+".repeat(2_000)}`),
    get("unknown parameters", `/api/v2/form/?${list(1_500, (at) => `p${at}=1`).join("&")}`),
    get("one parameter 1,500 times", `/api/v2/form/?${list(1_500, () => "limit=1").join("&")}`),
    get("100 forms", "/api/v2/form/?limit=100"),
    get("100 responses", `${responses}?limit=100&ordering=-total_score`),
    get("a response of 240 KiB", `${responses}${session}/`),
    get("export", `${responses}export/`),
    get("export in JSON", `${responses}export/?format=json`),
    get("insights", `/api/v2/form/${slug}/insights/`),
    get("usage", "/api/account/usage/?from=2020-01-01"),
    {
      name: "owner: test delivery",
      send: () => send("POST", `/api/integrations/webhook/${hook.id}/test/`),
    },
    {
      name: "owner: idempotency key with a body of 1 MiB",
      send: () =>
        send("POST", "/api/v2/form/", JSON.stringify({ title: "x".repeat(MiB - 50) }), {
          "idempotency-key": crypto.randomUUID(),
        }),
    },
    {
      name: "owner: 10,000 fields under an idempotency key",
      send: () =>
        send(
          "POST",
          "/api/integrations/hubspot/",
          JSON.stringify({
            name: "x",
            config: { property_map: Object.fromEntries(list(9_000, (at) => [`k${at}`, "q"])) },
          }),
          { "idempotency-key": crypto.randomUUID() },
        ),
    },
    {
      name: "owner: 5 MiB that are no image",
      send: () => sendFile(hunt, "/api/v2/image/", png(5 * MiB - 1_000)),
    },
    {
      name: "upload: 10 MiB",
      send: () => sendFile(hunt, `/api/v2/r/session/${started}/upload/?node_id=q`, png(10 * MiB - 1_000)),
    },
    {
      name: "upload: 1 MiB of part headers",
      send: () =>
        sendFile(
          hunt,
          `/api/v2/r/session/${started}/upload/?node_id=q`,
          new Uint8Array(10),
          `x"${"a".repeat(60_000)}.png`,
        ),
    },
    {
      name: "session: complete",
      async prepare() {
        last = await fill(hunt, slug, false);
      },
      send: () => asNobody("POST", `/api/v2/r/session/${last}/complete/`),
    },
    {
      name: "session: back to the first of 100 answers",
      async prepare() {
        last = await fill(hunt, slug, false);
      },
      send: () =>
        asNobody(
          "POST",
          `/api/v2/r/session/${last}/next/`,
          JSON.stringify({ node_id: "t0", value: "other", back: true }),
        ),
    },
  ];
}

let last = "";

/** Creates 100 long texts after a file. */
function wide() {
  const ids = ["q", ...list(100, (at) => `t${at}`), "end"];
  const graph = graphOf({ question_type: "file_upload", data: { title: "?", config: { max_files: 10 } } });
  const nodes = ids.slice(1, -1).map((id) => ({
    id,
    question_type: "long_text",
    data: { title: id, config: { max_length: 5_000 } },
  }));
  return {
    ...graph,
    nodes: [graph.nodes[0], ...nodes, graph.nodes[1]],
    edges: ids.slice(0, -1).map((from, at) => ({ from, to: ids[at + 1], condition: null })),
  };
}

/** Creates a session with 240 KiB of answers. */
async function fill({ owner }: Hunt, slug: string, completes = true): Promise<string> {
  const { id } = await owner.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`);
  const next = (nodeId: string, value: unknown) =>
    owner.call("POST", `/api/v2/r/session/${id}/next/`, { node_id: nodeId, value });
  await next("q", null);
  for (let at = 0; at < 100; at += 1) await next(`t${at}`, `${at} word`.repeat(300).slice(0, 2_400));
  if (completes) await owner.call("POST", `/api/v2/r/session/${id}/complete/`);
  return id;
}

async function sendFile({ product }: Hunt, path: string, bytes: Uint8Array, name = "a.png"): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  const headers = { authorization: `Bearer ${product.key}` };
  const response = await fetch(product.url + path, { method: "POST", body: form, headers });
  return `${response.status}`;
}

const png = (size: number): Uint8Array => {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return bytes;
};
