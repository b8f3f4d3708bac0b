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
    // from here on the editor knows best: nothing is read again behind its back
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  // next time it is read anew, however soon that is: `gcTime` waits for a timer, and who is back before it would edit what was
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
