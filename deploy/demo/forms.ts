import { readFile } from "node:fs/promises";
import type { Graph } from "../../shared/domain/graph/types.ts";
import type { Api } from "./client.ts";

export interface Form {
  slug: string;
  title: string;
}

const samples = new URL("../../shared/domain/samples/", import.meta.url);

/** The samples of the demo. The others are templates only. */
const names = ["all-types", "audit", "dass-21", "event-registration", "gad-7", "nps", "phq-9", "sus", "who-5"];

/** Creates and publishes the forms of the demo. */
export async function publishSamples(api: Api): Promise<Form[]> {
  const forms: Form[] = [];
  for (const name of names) {
    const { title, graph } = JSON.parse(await readFile(new URL(`${name}.json`, samples), "utf8")) as {
      title: string;
      graph: Graph;
    };
    const { slug } = await api.call<Form>("POST", "/api/v2/form/", { title });
    await api.call("PUT", `/api/v2/form/${slug}/draft/`, { title, graph });
    await api.call("POST", `/api/v2/form/${slug}/publish/`);
    forms.push({ slug, title });
  }
  return forms;
}
