import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateLinkMailBody, LinkMailPreview } from "../../../../../shared/api/shapes/linkMails.ts";
import type { Link } from "../../../../../shared/api/shapes/links.ts";
import { linkMailPlan, recipientsQuery } from "../../api/queries/links.ts";

/** True if the link alone doesn't keep a person from an invitation. */
const isInvitable = ({ email, status, mail }: Link): boolean =>
  email !== null && (status === "unused" || status === "started") && mail.status === "none";

/**
 * Steps through the recipients of an invitation. `first` is previewed by its dry run, the others by one of their own. Beyond the
 * first page of people it ends: a preview is a sample.
 */
export function useRecipients(
  slug: string,
  written: CreateLinkMailBody,
  selected: readonly Link[],
  first: LinkMailPreview | null,
) {
  const { filter, link_ids: chosen, ...letter } = written;
  const people = useQuery({ ...recipientsQuery(slug, filter ?? {}), enabled: chosen === undefined });
  const listed = chosen === undefined ? (people.data?.results ?? []) : selected;
  const others = listed.filter((link) => isInvitable(link) && link.id !== first?.link_id).map(({ id }) => id);
  const ids = first ? [first.link_id, ...others] : [];
  const [id, setId] = useState("");
  const at = Math.max(0, ids.indexOf(id));
  const plan = useQuery({
    ...linkMailPlan(slug, { ...letter, link_ids: [ids[at] ?? ""] }),
    enabled: at > 0,
    placeholderData: keepPreviousData,
  });
  return {
    preview: at === 0 ? first : (plan.data?.preview ?? null),
    isWaiting: at > 0 && plan.isPending,
    ...(at > 0 && { previous: () => setId(ids[at - 1] ?? "") }),
    ...(at + 1 < ids.length && { next: () => setId(ids[at + 1] ?? "") }),
  };
}
