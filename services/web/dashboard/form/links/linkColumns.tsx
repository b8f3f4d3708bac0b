import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Link } from "../../../../../shared/api/shapes/links.ts";
import { rowActions } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { Badge, type BadgeKind } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { dateText, recentDayText } from "../../../ui/dates.ts";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { type Column, rowActionsClass } from "../../../ui/table.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { linksKey, revokeLink } from "../../api/queries/links.ts";
import { useFormCan } from "../useFormCan.ts";
import styles from "./links.module.css";

const looks: Record<Link["status"], BadgeKind> = {
  unused: "plain",
  started: "warning",
  completed: "good",
  expired: "plain",
  revoked: "plain",
};

export const referenceOf = ({ reference }: Link): string => reference ?? words.deleted;

/** The columns of the list of people. */
export const linkColumns = (slug: string): readonly Column<Link>[] => [
  {
    id: "reference",
    title: words.columns.reference,
    cell: (link) => (
      <span className={styles.person}>
        <span className={link.reference === null ? mutedClass : styles.reference}>{referenceOf(link)}</span>
        {link.email !== null && link.email !== link.reference && <bdi className={styles.note}>{link.email}</bdi>}
      </span>
    ),
  },
  {
    id: "hidden",
    title: words.columns.hidden,
    cell: ({ hidden }) => {
      const named = Object.entries(hidden).map(([key, value]) => `${key}: ${value}`);
      return (
        <span className={styles.hidden} title={named.join("\n")}>
          {named.join(" · ")}
        </span>
      );
    },
  },
  { id: "status", title: words.columns.status, cell: (link) => <Status link={link} /> },
  {
    id: "invited",
    title: words.columns.invited,
    cell: ({ mail }) => (
      <>
        <span className={`visually-hidden ${styles.invitedLabel}`}>{words.invitedLabel}</span> {invitedText(mail)}
      </>
    ),
  },
  { id: "actions", title: rowActions, cell: (link) => <Actions slug={slug} link={link} /> },
];

function Status({ link }: { link: Link }) {
  const { status, mail, max_responses: max, responses_count: responses, expires_at: expires } = link;
  const notes = [
    ...(max > 1 ? [words.uses(responses, max)] : []),
    ...(expires !== null && (status === "unused" || status === "started") ? [words.expires(dateText(expires))] : []),
  ];
  const isUndeliverable = mail.status === "undeliverable" && status !== "completed" && status !== "revoked";
  return (
    <span className={styles.statusCell}>
      <Badge kind={isUndeliverable ? "danger" : looks[status]}>
        {isUndeliverable ? words.undeliverable : words.statuses[status]}
      </Badge>
      {notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
    </span>
  );
}

function invitedText({ status, last_sent_at: last, sent_count: count }: Link["mail"]): string {
  if (status === "queued") return words.queued;
  if (status === "unsubscribed") return words.unsubscribed;
  if (last === null && status === "undeliverable") return words.refused;
  return last === null ? words.notInvited : words.invited(recentDayText(last, new Date()), count - 1);
}

interface ActionsProps {
  slug: string;
  link: Link;
}

function Actions({ slug, link }: ActionsProps) {
  const reference = referenceOf(link);
  const [asks, setAsks] = useState<"revoke" | "erase" | null>(null);
  const actions = useActions(slug, link, setAsks);
  const { id, url, status } = link;
  return (
    <div className={rowActionsClass}>
      {url !== null && status !== "revoked" && navigator.clipboard && (
        <Button
          look="plain"
          size="small"
          icon="link"
          aria-label={words.copy(reference)}
          onPress={() => void navigator.clipboard.writeText(url).then(() => tell(words.copied(reference)))}
        />
      )}
      {actions.length > 0 && <ActionMenu label={words.menuOf(reference)} actions={actions} />}
      {asks && (
        <RevokeDialog
          slug={slug}
          id={id}
          reference={reference}
          erases={asks === "erase"}
          onClose={() => setAsks(null)}
        />
      )}
    </div>
  );
}

/** Returns what the user may do with this link. */
function useActions(slug: string, link: Link, ask: (what: "revoke" | "erase") => void): MenuAction[] {
  const navigate = useNavigate();
  const canChange = useFormCan(slug)("forms:write");
  const { url, reference, responses_count: responses } = link;
  const isRevoked = link.status === "revoked";
  const actions: MenuAction[] = [];
  if (url !== null && !isRevoked) actions.push({ id: "open", label: words.open, icon: "external-link", href: url });
  if (responses > 0 && reference !== null) {
    const shown = { to: "/forms/$slug/responses", params: { slug }, search: { reference } } as const;
    actions.push({ id: "responses", label: words.responsesOf, onAction: () => void navigate(shown) });
  }
  if (canChange && !isRevoked)
    actions.push({ id: "revoke", label: words.revoke, isDanger: true, onAction: () => ask("revoke") });
  if (canChange && reference !== null)
    actions.push({ id: "erase", label: words.erase, icon: "trash-2", isDanger: true, onAction: () => ask("erase") });
  return actions;
}

interface RevokeProps {
  slug: string;
  id: string;
  reference: string;
  erases: boolean;
  onClose: () => void;
}

function RevokeDialog({ slug, id, reference, erases, onClose }: RevokeProps) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => revokeLink(slug, id, erases),
    onSuccess: async () => {
      tell(erases ? words.erased : words.revoked(reference));
      await queryClient.invalidateQueries({ queryKey: linksKey(slug) });
    },
  });
  return (
    <ConfirmDialog
      title={erases ? words.eraseTitle(reference) : words.revokeTitle(reference)}
      label={erases ? words.erase : words.revoke}
      onConfirm={() => mutateAsync()}
      onClose={onClose}
    >
      <p>{erases ? words.eraseText : words.revokeText}</p>
    </ConfirmDialog>
  );
}
