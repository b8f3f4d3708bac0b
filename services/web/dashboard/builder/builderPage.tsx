import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useContext, useEffect } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, TitleOfForm } from "../../ui/page.tsx";
import { formQuery } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";
import { Builder } from "./builder.tsx";
import { openForm } from "./openForm.ts";
import { useView } from "./useView.ts";
import { loadView } from "./views.ts";

/** `/forms/{slug}/build`. Leads those who may not edit the form to its insights. */
export function BuilderPage() {
  const { slug = "" } = useParams({ strict: false });
  const can = useCan();
  const { data: form } = useQuery({ ...formQuery(slug), enabled: !can("forms:write") });
  if (can("forms:write") || (form && can("forms:write", form.id))) return <Editing key={slug} slug={slug} />;
  return form ? <Navigate to="/forms/$slug/insights" params={{ slug }} replace /> : null;
}

function Editing({ slug }: { slug: string }) {
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
