import type { Notice } from "../../../../shared/api/shapes/integrations.ts";
import { localDay } from "../url/days.ts";

/** Notifications of the same kind and day, shown as one row. */
export interface NoticeGroup extends Pick<Notice, "kind" | "message" | "integration_id" | "form_slug"> {
  /** of the newest notification, whose message stands for all */
  id: string;
  /** the reader's day (`YYYY-MM-DD`) */
  day: string;
  count: number;
  /** time of the oldest one, and of the newest one */
  since: string;
  latest: string;
  /** IDs of unread notifications */
  unread: string[];
  /** another page of the list may have more of them */
  isPartial: boolean;
}

interface Around {
  /** the list has newer, or older notifications */
  hasNewer: boolean;
  hasOlder: boolean;
}

/**
 * Groups notifications, newest first, by integration, kind and the reader's day. Failed deliveries of emails, which have no
 * integration, by form. All others stay alone: each tells something else.
 */
export function groupNotices(notices: readonly Notice[], { hasNewer, hasOlder }: Around): NoticeGroup[] {
  const groups = new Map<string, NoticeGroup>();
  for (const notice of notices) {
    const { id, kind, message, integration_id, form_slug, created } = notice;
    const day = localDay(new Date(created));
    const key = `${day} ${kind} ${integration_id ?? (kind === "delivery_failed" ? form_slug : null) ?? id}`;
    const group = groups.get(key) ?? {
      ...{ id, kind, message, integration_id, form_slug, day },
      ...{ count: 0, since: created, latest: created, unread: [], isPartial: false },
    };
    group.count += 1;
    group.since = created;
    if (!notice.is_read) group.unread.push(id);
    groups.set(key, group);
  }
  const all = [...groups.values()];
  const cut = [hasNewer && all[0]?.day, hasOlder && all.at(-1)?.day];
  return all.map((group) => ({ ...group, isPartial: cut.includes(group.day) && isGrouped(group) }));
}

const isGrouped = ({ kind, integration_id }: NoticeGroup): boolean =>
  integration_id !== null || kind === "delivery_failed";
