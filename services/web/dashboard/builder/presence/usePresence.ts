import { useQuery } from "@tanstack/react-query";
import { createContext, useEffect } from "react";
import type { PresentPerson } from "../../../../../shared/api/shapes/presence.ts";
import { newUuid } from "../../../respondent/walk/uuid.ts";
import { dataOf } from "../../api/dataOf.ts";
import { renaming } from "../../api/queries/forms.ts";
import { backgroundApi } from "../../api/service.ts";
import { useEditorPart } from "../editing/useEditor.ts";
import type { Session } from "../saving/session.ts";

/** Other people who edit the form. */
export const PeopleContext = createContext<readonly PresentPerson[]>([]);

const everyMs = 15_000;
/** A question that is only passed isn't told. */
const staysMs = 500;
const clientId = newUuid(Date.now());
const none: readonly PresentPerson[] = [];

/** Says which question is edited here, and returns who else edits the form. Reads their changes soon after. */
export function usePresence(slug: string, session: Session): readonly PresentPerson[] {
  const selected = useEditorPart(({ selected }) => selected);
  const { data, refetch } = useQuery({
    queryKey: ["presence", slug],
    // a rename can change the slug
    queryFn: ({ client, signal }) =>
      client.isMutating({ mutationKey: renaming })
        ? null
        : dataOf(
            backgroundApi.put("/api/v2/form/{slug}/draft/presence/", {
              path: { slug },
              body: { client_id: clientId, node_id: session.editor.state().selected },
              signal,
            }),
          ),
    refetchInterval: everyMs,
    retry: false,
    gcTime: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: says it again for each question
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), staysMs);
    return () => clearTimeout(timer);
  }, [selected, refetch]);
  useEffect(() => {
    if (data) session.follow(data.etag);
  }, [data, session]);
  return data?.people ?? none;
}
