import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/privacy.ts";
import { problemText } from "../../../ui/failed.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { dataOf } from "../../api/dataOf.ts";
import { isComing } from "../../api/isComing.ts";
import { formKey } from "../../api/queries/forms.ts";
import { draftQuery } from "../../api/queries/versions.ts";
import { api } from "../../api/service.ts";

/** Marks a question of the draft, whose other changes stay. A concurrent save is refused by its ETag. */
async function mark(queryClient: QueryClient, slug: string, id: string, isPersonal: boolean): Promise<void> {
  const { graph, etag } = await queryClient.fetchQuery(draftQuery(slug));
  const { translations: _, ...rest } = graph as Graph;
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
  const stored = useQuery({ ...draftQuery(slug), enabled: hasDraft });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, isPersonal }: { id: string; isPersonal: boolean }) => mark(queryClient, slug, id, isPersonal),
    onSuccess: () => tell(words.marked),
    onError: (error) => tell(problemText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: formKey(slug) }),
  });
  return {
    draft: (stored.data?.graph ?? null) as Graph | null,
    isComing: isComing(stored),
    mark: mutate,
    marking: isPending ? variables : null,
  };
}
