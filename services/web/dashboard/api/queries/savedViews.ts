import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CreateViewBody, SavedView, UpdateViewBody } from "../../../../../shared/api/shapes/savedViews.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { responsesKey } from "./responses.ts";

const list = "/api/v2/form/{slug}/view/";
const one = "/api/v2/form/{slug}/view/{id}/";

/** The saved views of a form's responses. */
export const savedViewsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "views"],
    queryFn: ({ signal }) => dataOf(api.get(list, { path: { slug }, signal })),
  });

export async function saveView(queryClient: QueryClient, slug: string, body: CreateViewBody): Promise<SavedView> {
  const view = await dataOf(api.post(list, { path: { slug }, body }));
  change(queryClient, slug, (views) => [...views, view]);
  return view;
}

export async function changeView(
  queryClient: QueryClient,
  slug: string,
  id: string,
  body: UpdateViewBody,
): Promise<void> {
  const changed = await dataOf(api.patch(one, { path: { slug, id }, body }));
  change(queryClient, slug, (views) => views.map((view) => (view.id === id ? changed : view)));
}

export async function deleteView(queryClient: QueryClient, slug: string, id: string): Promise<void> {
  await dataOf(api.delete(one, { path: { slug, id } }));
  change(queryClient, slug, (views) => views.filter((view) => view.id !== id));
}

function change(queryClient: QueryClient, slug: string, changed: (views: SavedView[]) => SavedView[]): void {
  queryClient.setQueryData<SavedView[]>(savedViewsQuery(slug).queryKey, (views) => views && changed(views));
}
