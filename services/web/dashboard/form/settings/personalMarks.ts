import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/privacy.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { problemText } from "../../../ui/failed.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { dataOf } from "../../api/dataOf.ts";
import { formKey } from "../../api/queries/forms.ts";
import { api } from "../../api/service.ts";

const draftKey = (slug: string) => [...formKey(slug), "marks"];

/** Reads the draft with its ETag. */
async function draftOf(slug: string, signal?: AbortSignal): Promise<{ graph: Graph; etag: string | null }> {
  const answer = await api.get("/api/v2/form/{slug}/draft/", { path: { slug }, ...(signal && { signal }) });
  if (!answer.ok) throw new ApiError(answer);
  return { graph: answer.data.graph as Graph, etag: answer.etag };
}

/** Marks a question of the draft, whose other changes stay. A concurrent save is refused by its ETag. */
async function mark(slug: string, id: string, isPersonal: boolean): Promise<void> {
  const { graph, etag } = await draftOf(slug);
  const { translations: _, ...rest } = graph;
  const nodes = rest.nodes.map((node) => {
    const { is_personal: __, ...data } = node.data;
    return node.id === id ? { ...node, data: isPersonal ? { ...data, is_personal: true } : data } : node;
  });
  const body = { graph: { ...rest, nodes } as SubmittedGraph };
  await dataOf(
    api.put("/api/v2/form/{slug}/draft/", { path: { slug }, query: { exclude: "translations" }, body, ifMatch: etag }),
  );
}

/** The draft of a form, a function that marks its questions as personal or not, and the mark that is being saved. */
export function usePersonalMarks(slug: string, hasDraft: boolean) {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...queryOptions({ queryKey: draftKey(slug), queryFn: ({ signal }) => draftOf(slug, signal) }),
    enabled: hasDraft,
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, isPersonal }: { id: string; isPersonal: boolean }) => mark(slug, id, isPersonal),
    onSuccess: () => tell(words.marked),
    onError: (error) => tell(problemText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: formKey(slug) }),
  });
  return { draft: data?.graph ?? null, mark: mutate, marking: isPending ? variables : null };
}
