import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FormDetail, SaveDraftBody, UpdateFormBody } from "../../../../../shared/domain/shapes/forms.ts";
import { dataOf } from "../apiError.ts";
import { api } from "../service.ts";

export const formsKey = ["forms"];
export const formsPageSize = 20;

export interface FormsView {
  /** `changed`: published, and the draft is another by now */
  show: "active" | "changed" | "archived";
  search: string;
  ordering: "-created" | "-modified" | "title";
  page: number;
}

/** Its counts follow the respondents. */
export const formsQuery = ({ show, search, ordering, page }: FormsView) =>
  queryOptions({
    queryKey: [...formsKey, { show, search, ordering, page }],
    queryFn: ({ signal }) => {
      const shown = {
        ...(show === "archived" && { is_active: "false" as const }),
        ...(show === "changed" && { has_unpublished_changes: true }),
        ...(search && { search }),
      };
      return dataOf(api.get("/api/v2/form/", { query: { ...shown, ordering, page, limit: formsPageSize }, signal }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const formKey = (slug: string) => ["form", slug];

/** Throws ApiError: 404 and 403 where there is no such form for this account. */
export const formQuery = (slug: string) =>
  queryOptions({
    queryKey: formKey(slug),
    queryFn: ({ signal }) => dataOf(api.get("/api/v2/form/{slug}/", { path: { slug }, signal })),
  });

/** The newest of them, as many as one page has. */
export const versionsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...formKey(slug), "versions"],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/versions/", { path: { slug }, query: { limit: 100 }, signal })),
  });

/** With its graph: it never changes. */
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

/** `graph` as somebody has written it: the service says what is wrong with it. */
export interface NewForm {
  title: string;
  graph?: unknown;
  isPublished?: boolean;
  /** of the creation, so that trying again makes no second form */
  key: string;
}

/** A new form, with its draft and its first version as far as they are asked for. */
export async function createForm({ title, graph, isPublished = false, key }: NewForm): Promise<FormDetail> {
  const form = await dataOf(api.post("/api/v2/form/", { body: { title }, idempotencyKey: key }));
  const path = { slug: form.slug };
  if (graph !== undefined) {
    const body = { title, graph } as SaveDraftBody;
    await dataOf(api.put("/api/v2/form/{slug}/draft/", { path, body }));
  }
  if (isPublished) await dataOf(api.post("/api/v2/form/{slug}/publish/", { path, idempotencyKey: `${key}-publish` }));
  return form;
}
