import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { TranslationState } from "../../../../../shared/api/shapes/translations.ts";
import type { Translations } from "../../../../../shared/domain/graph/types.ts";
import { dataOf } from "../../api/dataOf.ts";
import { isComing } from "../../api/isComing.ts";
import { api } from "../../api/service.ts";
import { useGraph } from "../editing/useEditor.ts";
import type { Session } from "../saving/session.ts";
import { type Changes, groupsOf, noChanges, type TextGroup } from "./rows.ts";

/** Returns the form's texts by question. They stay the same objects while only translations change. */
export function useGroups({ title, closed_message }: FormDetail): TextGroup[] {
  const { nodes, pages, calculations } = useGraph();
  return useMemo(() => {
    const graph = {
      schema_version: "2.0" as const,
      nodes,
      edges: [],
      ...(pages && { pages }),
      ...(calculations && { calculations }),
    };
    return groupsOf(graph, { title, closed_message });
  }, [nodes, pages, calculations, title, closed_message]);
}

interface Asked {
  changed: TranslationState["changed"];
  /** when the service was asked */
  translations: Translations;
}

const stateKey = (formId: string) => ["translations", formId, "state"];

interface Known {
  changesOf(language: string): Changes;
  /** False until the service was asked once. */
  isKnown: boolean;
}

/** Returns what changed since it was translated, of each language. The service knows once everything is saved. */
export function useChanges(session: Session, { id, slug }: FormDetail): Known {
  const hasLanguages = useGraph().translations !== undefined;
  const asked = useQuery({
    queryKey: stateKey(id),
    queryFn: async (): Promise<Asked> => {
      await session.saver.settled();
      const { translations = {} } = session.editor.state().history.graph;
      const answer = await dataOf(api.get("/api/v2/form/{slug}/draft/translations/", { path: { slug } }));
      // the row's type is that of its files
      const { changed } = answer as unknown as TranslationState;
      return { changed, translations };
    },
    enabled: hasLanguages,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = asked;
  const changesOf = useMemo(() => {
    const byLanguage = new Map<string, Changes>();
    for (const [language, originals] of Object.entries(data?.changed ?? {}))
      byLanguage.set(language, { originals, texts: data?.translations[language] ?? {} });
    return (language: string) => byLanguage.get(language) ?? noChanges;
  }, [data]);
  // saving can take long. A page once shown stays: someone may be typing in it.
  const isShown = useRef(false);
  isShown.current ||= !isComing(asked) || session.saver.state().phase !== "saved";
  return { changesOf, isKnown: isShown.current };
}

/** Returns a function that asks the service again, and one that forgets the changes of texts. */
export function useChangesKnown({ id }: FormDetail) {
  const queryClient = useQueryClient();
  return {
    ask: () => queryClient.invalidateQueries({ queryKey: stateKey(id) }),
    forget: (language: string, keys: readonly string[]) =>
      queryClient.setQueryData<Asked>(stateKey(id), (known) => {
        if (!known) return known;
        const others = Object.entries(known.changed[language] ?? {}).filter(([key]) => !keys.includes(key));
        return { ...known, changed: { ...known.changed, [language]: Object.fromEntries(others) } };
      }),
  };
}
