import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Envelope } from "../../../../../shared/api/paging.ts";
import { parametersOf } from "../../../../../shared/api/parameters.ts";
import type { CreateLinkMailBody, LinkMailing, TestLinkMailBody } from "../../../../../shared/api/shapes/linkMails.ts";
import type { Link, LinkCounts, LinksQuery, NewLink } from "../../../../../shared/api/shapes/links.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const linksPageSize = 50;
export const mailingsPageSize = 10;
const sendingPollMs = 3_000;

export interface LinksView extends LinksQuery {
  search: string;
  page: number;
}

export const linksKey = (slug: string) => ["links", slug];

/** `isSending`: invitations are on the way, so the states of people change. */
export const linksQuery = (slug: string, view: LinksView, isSending = false) =>
  queryOptions({
    queryKey: [...linksKey(slug), view],
    queryFn: async ({ signal }) => {
      const { search, ...rest } = view;
      const ordering = "reference" as const;
      const query = { ...rest, ...(search && { search }), ordering, limit: linksPageSize };
      const found = await dataOf(api.get("/api/v2/form/{slug}/links/", { path: { slug }, query, signal }));
      return found as Envelope<Link> & { counts: LinkCounts };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !state.error && (isSending || state.data?.results.some(({ mail }) => mail.status === "queued"))
        ? sendingPollMs
        : false,
  });

/** The number of people who haven't answered. Links of several responses can be started again by those who have. */
export const unansweredQuery = (slug: string) =>
  queryOptions({
    queryKey: [...linksKey(slug), "unanswered"],
    queryFn: async ({ signal }) => {
      const query = { status: "unanswered", limit: 1 } as const;
      return (await dataOf(api.get("/api/v2/form/{slug}/links/", { path: { slug }, query, signal }))).count;
    },
    placeholderData: keepPreviousData,
  });

/** `idempotencyKey`: a repeat after a lost reply creates none twice. */
export const createLinks = (slug: string, links: readonly NewLink[], idempotencyKey: string) =>
  dataOf(api.post("/api/v2/form/{slug}/links/", { path: { slug }, body: { links: [...links] }, idempotencyKey }));

export const revokeLink = (slug: string, id: string, erase: boolean) =>
  dataOf(api.delete("/api/v2/form/{slug}/links/{id}/", { path: { slug, id }, ...(erase && { query: { erase } }) }));

/** Returns the path of a download with the links of all pages. */
export const linksExportPath = (slug: string, { page: _, search, ...filters }: LinksView, workspace: string): string =>
  `/api/v2/form/${slug}/links/export/?${new URLSearchParams(parametersOf({ ...filters, ...(search && { search }), workspace }))}`;

/** The first people that a filter of invitations matches, in its order. */
export const recipientsQuery = (slug: string, filter: NonNullable<CreateLinkMailBody["filter"]>) =>
  queryOptions({
    queryKey: [...linksKey(slug), "recipients", filter],
    queryFn: ({ signal }) => {
      const query = { ...filter, ordering: "created" as const, limit: linksPageSize };
      return dataOf(api.get("/api/v2/form/{slug}/links/", { path: { slug }, query, signal }));
    },
  });

export type LinkLetter = TestLinkMailBody;

/** Returns who would get an email, without sending one. */
export const linkMailPlan = (slug: string, body: CreateLinkMailBody) =>
  queryOptions({
    queryKey: [...linksKey(slug), "plan", body],
    queryFn: ({ signal }) =>
      dataOf(
        api.post("/api/v2/form/{slug}/links/mail/", { path: { slug }, body: { ...body, is_dry_run: true }, signal }),
      ),
    staleTime: 0,
  });

/** `idempotencyKey`: a repeat after a lost reply sends none twice. */
export const sendLinkMails = (slug: string, body: CreateLinkMailBody, idempotencyKey: string) =>
  dataOf(api.post("/api/v2/form/{slug}/links/mail/", { path: { slug }, body, idempotencyKey }));

export const testLinkMail = (slug: string, body: LinkLetter) =>
  dataOf(api.post("/api/v2/form/{slug}/links/mail/test/", { path: { slug }, body }));

export const isBeingSent = ({ status }: LinkMailing): boolean => status === "queued" || status === "sending";

/** The newest invitations of a form. Asks again while one is being sent. */
export const linkMailsQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: [...linksKey(slug), "mails", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/v2/form/{slug}/links/mail/", {
          path: { slug },
          query: { page, limit: mailingsPageSize },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (!state.error && state.data?.results.some(isBeingSent) ? sendingPollMs : false),
  });

/** Cancels what isn't sent, reminders included. */
export const cancelLinkMail = (slug: string, id: string) =>
  dataOf(api.delete("/api/v2/form/{slug}/links/mail/{id}/", { path: { slug, id } }));

/** The newest attempts of an invitation and its reminders. */
export const linkMailDeliveriesQuery = (slug: string, id: string, limit = 50) =>
  queryOptions({
    queryKey: [...linksKey(slug), "mails", id, "deliveries", limit],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/v2/form/{slug}/links/mail/{id}/deliveries/", {
          path: { slug, id },
          query: { limit, include: "reference" },
          signal,
        }),
      ),
    staleTime: 0,
  });
