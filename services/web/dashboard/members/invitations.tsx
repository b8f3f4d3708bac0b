import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation } from "../../../../shared/api/shapes/members.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { roles } from "../../strings/en/dashboard/rights.ts";
import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/failed.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { tell } from "../../ui/toasts.tsx";
import { peopleKeys, resendInvitation, revokeInvitation } from "../api/queries/members.ts";
import { Person } from "../people/person.tsx";
import { LinksDialog } from "./linksDialog.tsx";
import styles from "./members.module.css";
import { useWorkspace } from "./useWorkspace.ts";

/** Invitations without an answer. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [resent, setResent] = useState<Invitation | null>(null);
  return (
    <Section
      title={words.invitations}
      count={invitations.length}
      actions={<span className={mutedClass}>{words.invitationsText}</span>}
    >
      {invitations.length === 0 && <p className={mutedClass}>{words.noInvitations}</p>}
      <Rows label={words.invitations}>
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onResent={setResent} />
        ))}
      </Rows>
      {resent && <LinksDialog text={words.newLinkText} invitations={[resent]} onClose={() => setResent(null)} />}
    </Section>
  );
}

interface RowProps {
  invitation: Invitation;
  onResent: (invitation: Invitation) => void;
}

function InvitationRow({ invitation, onResent }: RowProps) {
  const { id, email, role, status, invited_by: by, expires } = invitation;
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const onError = (error: Error) => tell(problemText(error));
  const onSettled = () =>
    Promise.all(peopleKeys(workspace.id).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const resend = useMutation({
    mutationFn: () => resendInvitation(workspace.id, id),
    onSuccess: onResent,
    onError,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(workspace.id, id),
    onSuccess: () => tell(words.revoked(email)),
    onError,
    onSettled,
  });
  const isExpired = status === "expired";
  const days = Math.round((Date.parse(expires) - Date.now()) / 86_400_000);
  const detail = words.invited(
    roles[role],
    by.id === workspace.me.id ? words.yourself : by.name,
    isExpired ? words.expired : words.expiresIn(days),
  );
  return (
    <li className={`${rowClass} ${styles.invitation}`}>
      <Person id={null} name={email} detail={<span data-expired={isExpired || undefined}>{detail}</span>} />
      <div className={styles.actions}>
        <Button
          size="small"
          icon={isExpired ? "refresh-cw" : "link"}
          aria-label={isExpired ? words.resendTo(email) : words.newLinkFor(email)}
          isPending={resend.isPending}
          onPress={() => resend.mutate()}
        >
          {isExpired ? words.resend : words.newLink}
        </Button>
        <ActionMenu
          label={words.menuOf(email)}
          actions={[
            {
              id: "revoke",
              label: words.revoke,
              icon: "trash-2",
              isDanger: true,
              isDisabled: revoke.isPending,
              onAction: () => revoke.mutate(),
            },
          ]}
        />
      </div>
    </li>
  );
}
