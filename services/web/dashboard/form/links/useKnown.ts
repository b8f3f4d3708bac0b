import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { plainVersionQuery } from "../../api/queries/plainVersions.ts";

/** Parts of the published form. Its own language comes first. */
export interface Published {
  hidden: readonly string[];
  languages: readonly string[];
  nodes: readonly GraphNode[];
  isLoading: boolean;
}

export function useKnown(form: FormDetail): Published {
  const version = form.published_version;
  const { data, isLoading } = useQuery({ ...plainVersionQuery(form.slug, version ?? 1), enabled: version !== null });
  return useMemo(() => {
    const { hidden_fields: hidden = [], translations = {}, nodes = [] } = data?.graph ?? {};
    return { hidden, languages: [form.language, ...Object.keys(translations)], nodes: nodes as GraphNode[], isLoading };
  }, [data, isLoading, form.language]);
}
