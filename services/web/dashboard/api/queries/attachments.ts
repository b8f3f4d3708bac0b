import { queryOptions } from "@tanstack/react-query";
import type { AttachBody, UpdateAttachmentBody } from "../../../../../shared/api/shapes/integrations.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const attachmentsKey = (slug: string) => ["attachments", slug];

/** All attachments of a form: at most 20 by default (decisions §8), 100 with higher limits. */
export const attachmentsQuery = (slug: string) =>
  queryOptions({
    queryKey: attachmentsKey(slug),
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/integrations/", { path: { slug }, query: { limit: 100 }, signal })),
  });

/** The account's integrations to choose from, the first 100 by name. */
export const attachableQuery = queryOptions({
  queryKey: ["integrations", "names"],
  queryFn: ({ signal }) => dataOf(api.get("/api/integrations/", { query: { limit: 100, ordering: "name" }, signal })),
});

export const attach = (slug: string, body: AttachBody) =>
  dataOf(api.post("/api/v2/form/{slug}/integrations/", { path: { slug }, body }));

export const updateAttachment = (slug: string, id: string, body: UpdateAttachmentBody) =>
  dataOf(api.patch("/api/v2/form/{slug}/integrations/{id}/", { path: { slug, id }, body }));

export const detach = (slug: string, id: string) =>
  dataOf(api.delete("/api/v2/form/{slug}/integrations/{id}/", { path: { slug, id } }));
