import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Annotations } from "../../../../../shared/api/shapes/annotations.ts";
import type { CorrectBody } from "../../../../../shared/api/shapes/corrections.ts";
import type { ResponseDetail, SessionDetail } from "../../../../../shared/api/shapes/sessions.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";
import { responseQuery, responsesKey } from "./responses.ts";

const at = "/api/v2/form/{slug}/responses/{session_id}/";

/** The corrections of a response, oldest first. */
export const historyQuery = (slug: string, { id, revision }: Pick<SessionDetail, "id" | "revision">) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "history", id, revision],
    queryFn: ({ signal }) => dataOf(api.get(`${at}history/`, { path: { slug, session_id: id }, signal })),
  });

/** Corrects a response. Lists and insights follow. */
export async function correctResponse(
  queryClient: QueryClient,
  slug: string,
  id: string,
  body: CorrectBody,
): Promise<void> {
  const detail = await dataOf(api.patch(`${at}answers/`, { path: { slug, session_id: id }, body }));
  queryClient.setQueryData(responseQuery(slug, id).queryKey, detail);
  void queryClient.invalidateQueries({ queryKey: formKey(slug) });
}

export async function annotateResponse(
  queryClient: QueryClient,
  slug: string,
  id: string,
  body: Annotations,
): Promise<void> {
  const annotations = await dataOf(api.put(`${at}annotations/`, { path: { slug, session_id: id }, body }));
  queryClient.setQueryData<ResponseDetail>(
    responseQuery(slug, id).queryKey,
    (detail) => detail && { ...detail, annotations },
  );
}
