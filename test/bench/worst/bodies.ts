import { graphOf, type Hunt, type Input, list, MiB } from "./hunt.ts";

/** Bodies at the limits of decisions §1: of respondents for a session, and of owners for a draft. */
export async function bodies(hunt: Hunt): Promise<Input[]> {
  const { owner, asNobody, send } = hunt;
  const slug = await hunt.formOf(graphOf({ question_type: "short_text", data: { title: "?" } }), true);
  const { id } = await owner.call<{ id: string }>("POST", `/api/v2/r/${slug}/start/`);
  const draft = await hunt.newForm();
  const step = (name: string, body: string): Input => ({
    name: `step: ${name}`,
    send: () => asNobody("POST", `/api/v2/r/session/${id}/next/`, body),
  });
  const answer = (name: string, value: string) => step(name, `{"node_id":"q","value":${value}}`);
  const put = (name: string, config: string): Input => ({
    name: `draft: ${name}`,
    send: () => send("PUT", `/api/v2/form/${draft}/draft/`, draftWith(config)),
  });
  const keys = (count: number, key: (at: number) => string, value = "1") =>
    `{${list(count, (at) => `"${key(at)}":${value}`).join(",")}}`;
  const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
  return [
    answer("19,990 zeros", `[${list(19_990, () => "0")}]`),
    answer(
      "19,990 keys",
      keys(19_990, (at) => `k${at}`),
    ),
    answer("texts of 300 KiB", `"${fill("x", 299 * 1024)}"`),
    answer("escapes of 300 KiB", `"${fill("\\u00e9", 299 * 1024)}"`),
    answer("numbers of 300 KiB", `[${fill("1e20,", 95_000)}1]`),
    step(
      "20,000 unknown fields",
      keys(19_990, (at) => `k${at}`),
    ),
    step("wrong at its end", `{"node_id":"q","value":[${list(19_000, () => '"abcdefghij"')}}`),
    {
      name: "start: 19,990 hidden fields",
      send: () => asNobody("POST", `/api/v2/r/${slug}/start/`, `{"hidden":${keys(19_900, (at) => `k${at}`, '"v"')}}`),
    },
    {
      name: "start: hidden fields of wrong names",
      send: () => asNobody("POST", `/api/v2/r/${slug}/start/`, `{"hidden":${keys(19_900, (at) => `k ${at}`, '"v"')}}`),
    },
    put("199,000 zeros", `{"a":[${list(199_000, () => "0")}]}`),
    put(
      "75,000 keys",
      keys(75_000, (at) => `k${at}`),
    ),
    put(
      "100,000 keys",
      keys(100_000, (at) => at.toString(36)),
    ),
    put("1,300 objects of 75 keys", `{"a":[${list(1_300, (o) => keys(75, (at) => `k${o}_${at}`))}]}`.slice(0, MiB)),
    put("75 objects of 1,000 keys", `{"a":[${list(75, (o) => keys(1_000, (at) => `${o}_${at}`))}]}`),
    put("65,000 objects", `{"a":[${list(65_000, () => '{"a":{}}')}]}`),
    put("49,900 objects", `{"a":[${list(49_900, () => '{"a":1,"b":2}')}]}`),
    put("65,000 objects of different keys", `{"a":[${list(65_000, (at) => `{"k${at}":1}`)}]}`),
    put("19,900 objects of different keys", `{"a":[${list(19_900, (at) => `{"k${at}":1}`)}]}`),
    put("1,990 objects of 10 different keys", `{"a":[${list(1_990, (o) => keys(10, (at) => `${o}_${at}`))}]}`),
    put("760 chains of 25 different keys", `{"a":[${list(760, (o) => `${keysIn(o, 25)}1${"}".repeat(25)}`)}]}`),
    put("25,000 objects of four alike", `{"a":[${list(25_000, () => '{"a":1,"b":2,"c":3,"d":4}')}]}`),
    put("197,000 arrays", `{"a":[${list(197_000, () => "[]")}]}`),
    put("deep arrays", `{"a":[${list(6_000, () => `${"[".repeat(26)}${"]".repeat(26)}`)}]}`),
    put("numbers", `{"a":[${list(49_000, (at) => `${at}.12345678901234`)}]}`),
    put("numbers that grow", `{"a":[${list(199_000, () => "1e20")}]}`),
    put("escapes", `{"a":"${fill("\\u00e9", MiB - 500)}"}`),
    put("short escaped texts", `{"a":[${list(80_000, () => '"\\u00e9"')}]}`),
    put(
      "escaped keys",
      keys(45_000, (at) => `\\u00e9${at}`),
    ),
    put(
      "integer keys",
      keys(75_000, (at) => String(at * 7919)),
    ),
    put(
      "one key over and over",
      keys(120_000, () => "k"),
    ),
    put("white space", `{"a":[${fill(" \n", MiB - 500)}]}`),
    { ...put("wrong at its end", ""), send: () => send("PUT", `/api/v2/form/${draft}/draft/`, wrongAtItsEnd) },
    { ...put("wrong keys", ""), send: () => send("PUT", `/api/v2/form/${draft}/draft/`, wrongNodes) },
    {
      name: "draft: 190,000 unknown fields",
      send: () =>
        send(
          "PUT",
          `/api/v2/form/${draft}/draft/`,
          keys(90_000, (at) => `k${at}`),
        ),
    },
    {
      name: "owner: 19,990 keys in a config",
      send: () => send("POST", "/api/integrations/webhook/", `{"name":"x","config":${keys(19_900, (at) => `k${at}`)}}`),
    },
    {
      name: "owner: 1 MiB of a title",
      send: () => send("POST", "/api/v2/form/", JSON.stringify({ title: fill("é", MiB / 2 - 500) })),
    },
  ];
}

/** Returns nested objects with distinct keys. */
const keysIn = (chain: number, depth: number): string => list(depth, (at) => `{"${chain}_${at}":`).join("");

const draftWith = (config: string): string =>
  `{"graph":{"schema_version":"2.0","entry_node_id":"q","nodes":[{"id":"q","question_type":"short_text","data":{"title":"?","config":${config}}}],"edges":[]}}`;

const wrongAtItsEnd = `{"graph":[${list(110_000, (at) => `"k${at}"`)}}`;
const wrongNodes = JSON.stringify({
  graph: { schema_version: "2.0", nodes: list(999, (at) => ({ id: "!", x: at, data: 1 })), edges: [] },
});
