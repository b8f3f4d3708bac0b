import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { LinkMailing } from "../../../../../shared/api/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Badge, type BadgeKind } from "../../../ui/badge.tsx";
import { spreadRowClass } from "../../../ui/buttonRow.tsx";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { recentDayText, recentTimeText } from "../../../ui/dates.ts";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Pager } from "../../../ui/pager.tsx";
import { Rows, rowClass } from "../../../ui/rows.tsx";
import { Section } from "../../../ui/section.tsx";
import { tell } from "../../../ui/toasts.tsx";
import {
  cancelLinkMail,
  isBeingSent,
  linkMailDeliveriesQuery,
  linkMailsQuery,
  linksKey,
  mailingsPageSize,
} from "../../api/queries/links.ts";
import { useFormCan } from "../useFormCan.ts";
import { leftOutReasons } from "./leftOut.ts";
import { letterText } from "./letterText.ts";
import styles from "./mailings.module.css";

const MailLog = lazyPart(() => import("../../mails/mailLog.tsx"), "MailLog");

type Sent = LinkMailing & { id: string };
/** The dialog over the list. */
type Open = { kind: "log" | "cancel"; mailing: Sent } | null;

/** Invitations by email that were sent or are on the way. Nothing before the first. */
export function Mailings({ slug }: { slug: string }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<Open>(null);
  const query = useQuery(linkMailsQuery(slug, page));
  const close = () => setOpen(null);
  return (
    <Loaded query={query} skeleton={<span />}>
      {({ count, results }) =>
        count > 0 && (
          <Section title={words.list} count={count}>
            <Rows label={words.list}>
              {results.filter(isSent).map((mailing) => (
                <MailingRow key={mailing.id} slug={slug} mailing={mailing} onOpen={setOpen} />
              ))}
            </Rows>
            <Pager count={count} size={mailingsPageSize} page={page} onPage={setPage} />
            {open?.kind === "log" && <Log slug={slug} mailing={open.mailing} onClose={close} />}
            {open?.kind === "cancel" && <CancelDialog slug={slug} mailing={open.mailing} onClose={close} />}
          </Section>
        )
      }
    </Loaded>
  );
}

/** Only the reply of a dry run has no id. */
const isSent = (mailing: LinkMailing): mailing is Sent => mailing.id !== null;
const nameOf = ({ name, subject }: LinkMailing): string => name ?? letterText(subject);

const looks: Record<LinkMailing["status"], BadgeKind> = {
  queued: "plain",
  sending: "warning",
  done: "good",
  cancelled: "plain",
};

interface RowProps {
  slug: string;
  mailing: Sent;
  onOpen: (open: Open) => void;
}

function MailingRow({ slug, mailing, onOpen }: RowProps) {
  const can = useFormCan(slug);
  const { status, counts, next_reminder_at: next } = mailing;
  const name = nameOf(mailing);
  const hasMore = status !== "cancelled" && (counts.waiting > 0 || next !== null);
  const canCancel = hasMore && can("forms:write") && can("responses:write");
  const actions: MenuAction[] = [
    { id: "log", label: words.showLog, onAction: () => onOpen({ kind: "log", mailing }) },
    ...(canCancel
      ? [
          {
            id: "cancel",
            label: words.cancelMailing,
            isDanger: true,
            startsGroup: true,
            onAction: () => onOpen({ kind: "cancel", mailing }),
          },
        ]
      : []),
  ];
  return (
    <li className={rowClass}>
      <div className={spreadRowClass}>
        <div className={styles.about}>
          <h3 className={styles.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={mutedClass}>{factsOf(mailing).join(" · ")}</p>
          {isBeingSent(mailing) && <WhyWaiting slug={slug} mailing={mailing} />}
        </div>
        <div className={styles.state}>
          <Badge kind={looks[status]}>{words.states[status]}</Badge>
          <ActionMenu label={words.menuOf(name)} actions={actions} />
        </div>
      </div>
      {isBeingSent(mailing) && (
        <progress
          className={styles.progress}
          aria-label={words.progress(counts.sent, counts.recipients)}
          value={counts.recipients - counts.waiting}
          max={counts.recipients}
        />
      )}
    </li>
  );
}

/** Why the others wait, such as for the next day's quota: by the newest attempt. */
function WhyWaiting({ slug, mailing }: { slug: string; mailing: Sent }) {
  const { data } = useQuery({ ...linkMailDeliveriesQuery(slug, mailing.id, 1), refetchInterval: waitingPollMs });
  const [newest] = data?.results ?? [];
  if (newest?.status !== "skipped" || newest.next_attempt_at === null) return null;
  return <p className={mutedClass}>{newest.error_message}</p>;
}

const waitingPollMs = 10_000;

function factsOf(mailing: LinkMailing): string[] {
  const { status, counts, next_reminder_at: next, created } = mailing;
  const now = new Date();
  const reasons = leftOutReasons(counts.left_out);
  return [
    recentTimeText(created, now),
    words.progress(counts.sent, counts.recipients),
    ...(isBeingSent(mailing) && counts.waiting > 0 ? [words.waiting(counts.waiting)] : []),
    ...(counts.failed > 0 ? [words.failed(counts.failed)] : []),
    ...(next !== null && status !== "cancelled" ? [words.nextReminder(recentDayText(next, now))] : []),
    ...(reasons.length > 0 ? [words.without(reasons)] : []),
  ];
}

interface DialogProps {
  slug: string;
  mailing: Sent;
  onClose: () => void;
}

function Log({ slug, mailing, onClose }: DialogProps) {
  const query = useQuery(linkMailDeliveriesQuery(slug, mailing.id));
  return (
    <Suspense>
      <MailLog name={nameOf(mailing)} query={query} onClose={onClose} />
    </Suspense>
  );
}

function CancelDialog({ slug, mailing, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const cancel = async () => {
    await cancelLinkMail(slug, mailing.id);
    await queryClient.invalidateQueries({ queryKey: linksKey(slug) });
    tell(words.cancelled);
  };
  return (
    <ConfirmDialog
      title={words.cancelTitle(nameOf(mailing))}
      label={words.cancelMailing}
      cancelLabel={words.keep}
      onConfirm={cancel}
      onClose={onClose}
    >
      <p>{words.cancelText}</p>
    </ConfirmDialog>
  );
}
