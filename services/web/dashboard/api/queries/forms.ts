import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FormDetail, MoveFormBody, UpdateFormBody } from "../../../../../shared/api/shapes/forms.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const formsKey = ["forms"];
export const formsPageSize = 20;

export interface FormsView {
  /** `changed`: published, with a newer draft */
  show: "active" | "changed" | "archived";
  search: string;
  /** all of them */
  label: readonly string[];
  ordering: "-created" | "-modified" | "title";
  page: number;
}

type Filtered = Pick<FormsView, "show" | "search" | "label">;

/** Returns the parameters of the list for what a view shows. */
export const formsShown = ({ show, search, label }: Filtered) => ({
  ...(show === "archived" && { is_active: "false" as const }),
  ...(show === "changed" && { has_unpublished_changes: true }),
  ...(search && { search }),
  ...(label.length > 0 && { label: [...label] }),
});

/** Refetched, because respondents change its counts. */
export const formsQuery = ({ ordering, page, ...filtered }: FormsView) =>
  queryOptions({
    queryKey: [...formsKey, { ...filtered, ordering, page }],
    queryFn: ({ signal }) => {
      const query = { ...formsShown(filtered), ordering, page, limit: formsPageSize };
      return dataOf(api.get("/api/v2/form/", { query, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

/** The workspace's labels, with the number of active forms that have each. */
export const labelsQuery = queryOptions({
  queryKey: [...formsKey, "labels"],
  queryFn: ({ signal }) => dataOf(api.get("/api/v2/label/", { signal })),
});

/** Forms to choose from, by title. */
export const formChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...formsKey, "choices", search],
    queryFn: async ({ signal }) => {
      const query = { ...(search && { search }), ordering: "title" as const, limit: formsPageSize };
      return (await dataOf(api.get("/api/v2/form/", { query, signal }))).results;
    },
    placeholderData: keepPreviousData,
  });

/** Key of the mutation that changes a form's title. */
export const renaming = ["rename"];

export const formKey = (slug: string) => ["form", slug];

/** Throws ApiError 404 or 403 if the account has no such form. */
export const formQuery = (slug: string) =>
  queryOptions({
    queryKey: formKey(slug),
    queryFn: ({ signal }) => dataOf(api.get("/api/v2/form/{slug}/", { path: { slug }, signal })),
  });

/** The newest versions, one page. */
export const versionsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...formKey(slug), "versions"],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/versions/", { path: { slug }, query: { limit: 100 }, signal })),
  });

/** A version with its graph. It never changes. */
export const versionQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: [...formKey(slug), "versions", number],
    queryFn: ({ signal }) => {
      const path = { slug, version_number: number };
      return dataOf(api.get("/api/v2/form/{slug}/versions/{version_number}/", { path, signal }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const updateForm = (slug: string, body: UpdateFormBody): Promise<FormDetail> =>
  dataOf(api.patch("/api/v2/form/{slug}/", { path: { slug }, body }));

export const setActive = (slug: string, isActive: boolean): Promise<FormDetail | null> =>
  isActive
    ? dataOf(api.patch("/api/v2/form/{slug}/", { path: { slug }, body: { is_active: true } }))
    : dataOf(api.delete("/api/v2/form/{slug}/", { path: { slug } }));

export const moveForm = (slug: string, body: MoveFormBody) =>
  dataOf(api.post("/api/v2/form/{slug}/move/", { path: { slug }, body }));

/** Lists everything that a move would leave behind. */
export const movableQuery = (slug: string, workspace: string) =>
  queryOptions({
    queryKey: [...formKey(slug), "move", workspace],
    queryFn: () => moveForm(slug, { workspace_id: workspace, is_dry_run: true }),
    staleTime: 0,
  });

/** The responses that this retention would delete. */
export const retentionQuery = (slug: string, days: number) =>
  queryOptions({
    queryKey: [...formKey(slug), "retention", days],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/retention/", { path: { slug }, query: { days }, signal })),
  });
