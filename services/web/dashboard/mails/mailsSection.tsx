import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Mail } from "../../../../shared/api/shapes/mails.ts";
import { attachableEvents } from "../../strings/en/dashboard/deliveries.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { disabled } from "../../strings/en/dashboard/states.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { cardClass } from "../../ui/card.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { Rows } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { tell } from "../../ui/toasts.tsx";
import { deleteMail, mailDeliveriesQuery, mailsKey, mailsQuery, testMail, updateMail } from "../api/queries/mails.ts";
import { useHasMail } from "../api/useHasMail.ts";
import { MailLog } from "./mailLog.tsx";
import styles from "./mails.module.css";

const MailEditor = lazyPart(() => import("./mailEditor.tsx"), "MailEditor");

/** The dialog over the list. */
type Open = { kind: "new" } | { kind: "edit" | "remove" | "log"; mail: Mail } | null;

/** A form's email notifications. Without a mail server they can only be read. */
export function MailsSection({ slug, canChange }: { slug: string; canChange: boolean }) {
  const query = useQuery(mailsQuery(slug));
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const hasMail = useHasMail();
  const add = canChange && (
    <Button icon="plus" isDisabled={!hasMail} onPress={() => setOpen({ kind: "new" })}>
      {words.add}
    </Button>
  );
  const remove = async ({ id, name }: Mail) => {
    await deleteMail(slug, id);
    await queryClient.invalidateQueries({ queryKey: mailsKey(slug) });
    tell(words.removed(name));
  };
  return (
    <Section title={words.title} guide="mails" actions={!query.isPending && query.data?.count !== 0 && add}>
      <p className={mutedClass}>{words.intro}</p>
      {hasMail === false && <Notice kind="warning">{words.noMail}</Notice>}
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            {count === 0 && hasMail && (
              <EmptyState icon="mail" title={words.emptyTitle} text={words.emptyText}>
                {add}
              </EmptyState>
            )}
            <Rows label={words.list}>
              {results.map((mail) => (
                <MailRow
                  key={mail.id}
                  slug={slug}
                  mail={mail}
                  canChange={canChange}
                  hasMail={hasMail}
                  onOpen={setOpen}
                />
              ))}
            </Rows>
          </>
        )}
      </Loaded>
      {(open?.kind === "new" || open?.kind === "edit") && (
        <Suspense>
          <MailEditor slug={slug} mail={open.kind === "edit" ? open.mail : null} onClose={close} />
        </Suspense>
      )}
      {open?.kind === "log" && <Log slug={slug} mail={open.mail} onClose={close} />}
      {open?.kind === "remove" && (
        <ConfirmDialog
          title={words.removeTitle(open.mail.name)}
          label={words.remove}
          onConfirm={() => remove(open.mail)}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}

function Log({ slug, mail, onClose }: { slug: string; mail: Mail; onClose: () => void }) {
  const query = useQuery(mailDeliveriesQuery(slug, mail.id));
  return <MailLog name={mail.name} query={query} onClose={onClose} />;
}

interface RowProps {
  slug: string;
  mail: Mail;
  canChange: boolean;
  hasMail: boolean | undefined;
  onOpen(open: Open): void;
}

function MailRow({ slug, mail, canChange, hasMail, onOpen }: RowProps) {
  const { id, name, to, event, digest, status, is_enabled: isEnabled, condition } = mail;
  const queryClient = useQueryClient();
  // enabling asks addresses that unsubscribed again
  const isOn = isEnabled && status !== "stopped";
  const onError = (error: Error) => tell(problemText(error));
  const enable = useMutation({
    mutationFn: () => updateMail(slug, id, { is_enabled: !isOn }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: mailsKey(slug) }),
    onError,
  });
  const test = useMutation({
    mutationFn: () => testMail(slug, id),
    onSuccess: ({ success, error_message }) => tell(success ? words.testSent : words.testFailed(error_message)),
    onError,
  });
  const facts = [
    to ? words.toAddresses(to) : words.toRespondent,
    attachableEvents[event],
    ...(digest === "daily" ? [words.daily] : []),
    ...(condition ? [words.hasCondition] : []),
  ];
  const change: MenuAction[] = [
    { id: "edit", label: words.edit, isDisabled: !hasMail, onAction: () => onOpen({ kind: "edit", mail }) },
    { id: "test", label: words.sendTest, isDisabled: !hasMail, onAction: () => test.mutate() },
  ];
  const others: MenuAction[] = [
    { id: "enable", label: isOn ? words.disable : words.enable, isDisabled: !hasMail, onAction: () => enable.mutate() },
    {
      id: "remove",
      label: words.remove,
      isDanger: true,
      startsGroup: true,
      onAction: () => onOpen({ kind: "remove", mail }),
    },
  ];
  const log: MenuAction = { id: "log", label: words.showLog, onAction: () => onOpen({ kind: "log", mail }) };
  return (
    <li className={cardClass}>
      <div className={spreadRowClass}>
        <div>
          <h3 className={styles.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={mutedClass}>{facts.join(" · ")}</p>
        </div>
        <div className={styles.state}>
          <Badge kind={isEnabled ? tones[status] : "plain"}>{isEnabled ? words.statuses[status] : disabled}</Badge>
          <ActionMenu label={words.menuOf(name)} actions={canChange ? [...change, log, ...others] : [log]} />
        </div>
      </div>
    </li>
  );
}

const tones = { active: "good", pending: "warning", stopped: "plain" } as const;
