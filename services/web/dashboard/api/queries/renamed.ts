import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";

/** The change of the form's title since a version, if there is one. */
export const renamedQuery = (slug: string, version: number) =>
  queryOptions({
    queryKey: [...formKey(slug), "renamed", version],
    queryFn: async ({ signal }) => {
      const path = { slug, version_number: version };
      const { changes } = await dataOf(
        api.get("/api/v2/form/{slug}/versions/{version_number}/diff/", { path, signal }),
      );
      return changes.filter(({ subject, field }) => subject === "form" && field === "title");
    },
    // it can be renamed at any time
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
