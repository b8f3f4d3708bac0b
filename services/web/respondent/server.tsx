import { renderToString } from "preact-render-to-string";
import type { OpenRenderer, PageInput, RenderedPage } from "../../../shared/domain/respondentPage.ts";
import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";
import { pageAssets } from "./assets.ts";
import { PageDocument } from "./document.tsx";
import { Page } from "./page.tsx";
import { inlineLimit, type PageData } from "./pageData.ts";

/** What the gateway sends: the page as it is before anything has been done on it. */
export const openRenderer: OpenRenderer = async (manifest) => (input) => {
  const form = input.kind === "form" ? input.form : null;
  const first = form?.graph.nodes.find(({ id }) => id === form.graph.entry_node_id);
  const style = "";
  const html = renderToString(
    <PageDocument
      title={form?.form.title ?? "Pathform"}
      language={form?.form.language ?? "en"}
      style={style}
      assets={pageAssets(manifest, first?.question_type ?? null)}
      data={dataOf(input)}
    >
      <Page form={form} />
    </PageDocument>,
  );
  return { html: `<!doctype html>${html}`, style } satisfies RenderedPage;
};

function dataOf(input: PageInput): PageData | null {
  if (input.kind === "preview") return { slug: input.slug, form: null, isPreview: true };
  if (input.kind !== "form") return null;
  return { slug: input.slug, form: fits(input.form) ? input.form : null, isPreview: false };
}

const fits = (form: PublicForm): boolean => new TextEncoder().encode(JSON.stringify(form)).length <= inlineLimit;
