import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useContext, useEffect } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, TitleOfForm } from "../../ui/page.tsx";
import { Builder } from "./builder.tsx";
import { openForm } from "./openForm.ts";
import { useView } from "./useView.ts";
import { loadView } from "./views.ts";

/** `/forms/{slug}/build` */
export function BuilderPage() {
  const { slug = "" } = useParams({ strict: false });
  const [view] = useView();
  useEffect(() => void loadView[view](), [view]);
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: ["builder", slug],
    queryFn: () => openForm(slug),
    // the editor has the newest state: nothing is read again
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  // the next visit reads the form again: `gcTime` waits for a timer, and an earlier visit would edit an old draft
  useEffect(() => () => queryClient.removeQueries({ queryKey: ["builder", slug], exact: true }), [queryClient, slug]);
  const { data } = query;
  const title = useContext(TitleOfForm) ?? data?.title;
  if (data) {
    return (
      <>
        <title>{`${title} · ${productName}`}</title>
        <Builder key={slug} slug={slug} opened={data} />
      </>
    );
  }
  return (
    <Page title={words.editor}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}
