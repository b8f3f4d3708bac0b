import { readdir, readFile } from "node:fs/promises";
import type { Graph } from "../../shared/domain/graph/types.ts";
import type { Api } from "./client.ts";

export interface Form {
  slug: string;
  title: string;
}

const samples = new URL("../../shared/domain/samples/", import.meta.url);

/** Creates and publishes a form for each sample questionnaire. */
export async function publishSamples(api: Api): Promise<Form[]> {
  const forms: Form[] = [];
  for (const file of (await readdir(samples)).sort()) {
    const { title, graph } = JSON.parse(await readFile(new URL(file, samples), "utf8")) as {
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
