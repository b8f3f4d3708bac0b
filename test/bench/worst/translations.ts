import { graphOf, type Hunt, type Input, list } from "./hunt.ts";

/** Drafts and versions at the limits of translations: 20 languages, 200,000 texts, 8 MiB (features §13). */
export async function translations(hunt: Hunt): Promise<Input[]> {
  const shapes = { "190,000 short texts": textsOf(9_500, 20), "20,000 long texts": textsOf(1_000, 380) };
  const inputs: Input[] = [];
  for (const [name, texts] of Object.entries(shapes)) inputs.push(...(await inputsOf(hunt, name, texts)));
  return inputs;
}

const languages = "de fr es it nl pl pt ru tr uk ar fa he hi ja ko sv da fi cs".split(" ");

const textsOf = (count: number, length: number) =>
  Object.fromEntries(list(count, (at) => [`q.options.o${at}`, "x".repeat(length)]));

async function inputsOf({ formOf, send }: Hunt, name: string, texts: object): Promise<Input[]> {
  const graph = graphOf({ question_type: "short_text", data: { title: "?" } }, [], {
    translations: Object.fromEntries(languages.map((tag) => [tag, texts])),
  });
  const slug = await formOf(graph, true);
  const form = `/api/v2/form/${slug}/`;
  const draft = `${form}draft/`;
  const body = JSON.stringify({ graph });
  const language = JSON.stringify({ texts });
  const lines = Object.entries(texts).map(([key, text]) => [key, text, ...languages.map(() => text)].join());
  // half of it fits into 5 MiB
  const file = [["key", "source", ...languages].join(), ...lines.slice(0, lines.length / 2)].join("\n");
  return [
    { name: `save: ${name}`, send: () => send("PUT", draft, body) },
    { name: `save one language: ${name}`, send: () => send("PUT", `${draft}translations/de/`, language) },
    { name: `read: ${name}`, prepare: () => send("PUT", draft, body), send: () => send("GET", draft) },
    { name: `read without: ${name}`, send: () => send("GET", `${draft}?exclude=translations`) },
    { name: `state: ${name}`, send: () => send("GET", `${draft}translations/`) },
    { name: `as CSV: ${name}`, send: () => send("GET", `${draft}translations/?format=csv`) },
    {
      name: `from CSV: ${name}`,
      send: () => send("PUT", `${draft}translations/`, file, { "content-type": "text/csv" }),
    },
    {
      name: `validate: ${name}`,
      prepare: () => send("PUT", draft, body),
      send: () => send("POST", `${draft}validate/`),
    },
    { name: `publish: ${name}`, prepare: () => send("PUT", draft, body), send: () => send("POST", `${form}publish/`) },
    { name: `version: ${name}`, send: () => send("GET", `${form}versions/1/`) },
    { name: `restore: ${name}`, send: () => send("POST", `${form}versions/1/restore/`) },
    { name: `copy: ${name}`, send: () => send("POST", `${form}copy/`, "{}") },
    { name: `public form: ${name}`, send: () => send("GET", `/api/v2/r/${slug}/?lang=de`) },
    { name: `start: ${name}`, send: () => send("POST", `/api/v2/r/${slug}/start/`, '{"language":"de"}') },
  ];
}
