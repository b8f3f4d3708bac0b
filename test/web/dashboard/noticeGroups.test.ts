import { groupNotices } from "../../../services/web/dashboard/notices/groups.ts";
import type { Notice } from "../../../shared/api/shapes/integrations.ts";

const whole = { hasNewer: false, hasOlder: false };
let next = 0;

/** A failed delivery of a webhook, at noon of a day where the reader is. */
const noticeOf = (changed: Partial<Notice> & { at?: Date } = {}): Notice => {
  const { at = new Date(2026, 5, 15, 12), ...rest } = changed;
  next += 1;
  return {
    id: `n${next}`,
    kind: "delivery_failed",
    message: `Message ${next}`,
    integration_id: "webhook",
    form_slug: "survey",
    created: at.toISOString(),
    is_read: true,
    ...rest,
  };
};

test("groups by integration, kind and the reader's day", () => {
  const notices = [
    noticeOf({ at: new Date(2026, 5, 15, 16, 40), is_read: false }),
    noticeOf({ at: new Date(2026, 5, 15, 16, 39), integration_id: "sheet" }),
    noticeOf({ at: new Date(2026, 5, 15, 16, 38), kind: "integration_disabled" }),
    noticeOf({ at: new Date(2026, 5, 15, 0, 1), is_read: false }),
    noticeOf({ at: new Date(2026, 5, 14, 23, 59) }),
  ];
  const [first, ...others] = groupNotices(notices, whole);
  expect(first).toEqual({
    id: notices[0]?.id,
    kind: "delivery_failed",
    message: notices[0]?.message,
    integration_id: "webhook",
    form_slug: "survey",
    day: "2026-06-15",
    count: 2,
    since: notices[3]?.created,
    latest: notices[0]?.created,
    unread: [notices[0]?.id, notices[3]?.id],
    isPartial: false,
  });
  expect(others.map(({ id, day, count }) => [id, day, count])).toEqual([
    [notices[1]?.id, "2026-06-15", 1],
    [notices[2]?.id, "2026-06-15", 1],
    [notices[4]?.id, "2026-06-14", 1],
  ]);
});

test("groups failed emails by form, and keeps other notifications without an integration apart", () => {
  const mail = { integration_id: null };
  const groups = groupNotices(
    [
      noticeOf({ ...mail, form_slug: "a" }),
      noticeOf({ ...mail, form_slug: "a" }),
      noticeOf({ ...mail, form_slug: "b" }),
      noticeOf({ ...mail, kind: "quota_warning", form_slug: "a" }),
      noticeOf({ ...mail, kind: "quota_warning", form_slug: "a" }),
      noticeOf({ ...mail, kind: "api_key_expires", form_slug: null }),
      noticeOf({ ...mail, kind: "api_key_expires", form_slug: null }),
    ],
    whole,
  );
  expect(groups.map(({ count }) => count)).toEqual([2, 1, 1, 1, 1, 1]);
});

test("marks groups that the next or previous page may continue", () => {
  const notices = [15, 14, 13].map((day) => noticeOf({ at: new Date(2026, 5, day, 12) }));
  notices.push(noticeOf({ at: new Date(2026, 5, 13, 11), kind: "retention", integration_id: null }));
  const cut = (hasNewer: boolean, hasOlder: boolean) =>
    groupNotices(notices, { hasNewer, hasOlder }).map(({ isPartial }) => isPartial);
  expect(cut(false, false)).toEqual([false, false, false, false]);
  expect(cut(true, false)).toEqual([true, false, false, false]);
  expect(cut(false, true)).toEqual([false, false, true, false]);
});
