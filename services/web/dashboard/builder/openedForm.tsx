import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useContext, useEffect } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Page, TitleOfForm } from "../../ui/page.tsx";
import { type OpenedForm, openForm } from "./openForm.ts";

interface Props {
  slug: string;
  /** Name of the page. Each reads the form again. */
  name: "builder" | "translations";
  /** title until the form is there */
  title: string;
  children(opened: OpenedForm): ReactNode;
}

/** A form that a page edits, once it is read. The editor has the newest state then: nothing is read again. */
export function Opened({ slug, name, title, children }: Props) {
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: [name, slug],
    queryFn: () => openForm(slug),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
  // the next visit reads the form again: `gcTime` waits for a timer, and an earlier visit would edit an old draft
  useEffect(() => () => queryClient.removeQueries({ queryKey: [name, slug], exact: true }), [queryClient, name, slug]);
  const { data } = query;
  const shownTitle = useContext(TitleOfForm) ?? data?.title;
  if (!data)
    return (
      <Page title={title}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return (
    <>
      <title>{`${shownTitle} · ${productName}`}</title>
      {children(data)}
    </>
  );
}
