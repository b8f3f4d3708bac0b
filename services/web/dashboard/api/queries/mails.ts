import { queryOptions } from "@tanstack/react-query";
import type { CreateMailBody, UpdateMailBody } from "../../../../../shared/api/shapes/mails.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const mailsKey = (slug: string) => ["mails", slug];

/** All email notifications of a form, at most 20. */
export const mailsQuery = (slug: string) =>
  queryOptions({
    queryKey: mailsKey(slug),
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/mails/", { path: { slug }, query: { limit: 100 }, signal })),
  });

export const createMail = (slug: string, body: CreateMailBody) =>
  dataOf(api.post("/api/v2/form/{slug}/mails/", { path: { slug }, body }));
export const updateMail = (slug: string, id: string, body: UpdateMailBody) =>
  dataOf(api.patch("/api/v2/form/{slug}/mails/{id}/", { path: { slug, id }, body }));
export const deleteMail = (slug: string, id: string) =>
  dataOf(api.delete("/api/v2/form/{slug}/mails/{id}/", { path: { slug, id } }));
export const testMail = (slug: string, id: string) =>
  dataOf(api.post("/api/v2/form/{slug}/mails/{id}/test/", { path: { slug, id } }));

/** The newest attempts of an email notification. */
export const mailDeliveriesQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...mailsKey(slug), id, "deliveries"],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/v2/form/{slug}/mails/{id}/deliveries/", { path: { slug, id }, query: { limit: 50 }, signal }),
      ),
    staleTime: 0,
  });

/** The form's questions: of the current version, else of the draft. Null without either. */
export const questionsQuery = (slug: string) =>
  queryOptions({
    queryKey: ["form", slug, "questions"],
    async queryFn({ signal }): Promise<Graph | null> {
      const path = { slug };
      const form = await dataOf(api.get("/api/v2/form/{slug}/", { path, signal }));
      if (form.published_version !== null) {
        const version = { ...path, version_number: form.published_version };
        const { graph } = await dataOf(
          api.get("/api/v2/form/{slug}/versions/{version_number}/", { path: version, signal }),
        );
        return graph as Graph;
      }
      if (form.draft_saved_at === null) return null;
      return (await dataOf(api.get("/api/v2/form/{slug}/draft/", { path, signal }))).graph as Graph;
    },
    staleTime: 0,
  });
