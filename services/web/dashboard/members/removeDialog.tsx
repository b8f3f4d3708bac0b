import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Member, Removal } from "../../../../shared/api/shapes/members.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { RowTexts } from "../../ui/rowTexts.tsx";
import { tell } from "../../ui/toasts.tsx";
import { peopleKeys, removalQuery, removeMember } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { Person } from "../people/person.tsx";
import styles from "./members.module.css";
import { useWorkspace } from "./useWorkspace.ts";

interface Props {
  member: Pick<Member, "user_id" | "name" | "email">;
  onClose: () => void;
}

/** Removes a member, or lets the user leave, after showing what keeps working and what stops. */
export function RemoveDialog({ member, onClose }: Props) {
  const { user_id: id, name, email } = member;
  const workspace = useWorkspace();
  const isMe = id === workspace.me.id;
  const queryClient = useQueryClient();
  const seesAll = useCan()("members:write");
  const query = useQuery({ ...removalQuery(workspace.id, id), enabled: seesAll });
  const [revokesKeys, setRevokesKeys] = useState(false);
  const remove = useMutation({
    mutationFn: () => removeMember(workspace.id, id, revokesKeys),
    onSuccess: async () => {
      // the page belongs to the workspace
      if (isMe) return window.location.assign("/");
      await Promise.all(peopleKeys(workspace.id).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      tell(words.removed(name));
      onClose();
    },
  });
  const title = isMe ? words.leaveTitle(workspace.name) : words.removeTitle(name, workspace.name);
  return (
    <Dialog title={title} onClose={onClose}>
      <Person id={id} name={name} detail={email} isMe={isMe} />
      <p>{isMe ? words.leaveText(workspace.name) : words.removeText(name, workspace.name)}</p>
      {seesAll && (
        <Loaded query={query}>
          {(removal) =>
            removal.is_last_owner ? (
              <Notice kind="warning">{words.lastOwner}</Notice>
            ) : (
              <Consequences removal={removal} email={email} revokesKeys={revokesKeys} onRevokeKeys={setRevokesKeys} />
            )
          }
        </Loaded>
      )}
      {remove.error && <Notice kind="danger">{problemText(remove.error)}</Notice>}
      <DialogFooter aside={isMe ? null : words.inviteAgain}>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
        <Button
          look="dangerFilled"
          isDisabled={query.data?.is_last_owner === true}
          isPending={remove.isPending || (seesAll && query.isPending)}
          onPress={() => remove.mutate()}
        >
          {isMe ? words.leaveAction : words.removeAction}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface ConsequencesProps {
  removal: Removal;
  email: string;
  revokesKeys: boolean;
  onRevokeKeys: (revokes: boolean) => void;
}

function Consequences({ removal, email, revokesKeys, onRevokeKeys }: ConsequencesProps) {
  const { integrations, keys, mails } = removal;
  return (
    <>
      {integrations.length + keys.length > 0 && (
        <Effects title={words.keepsWorking} icon="circle-check">
          {integrations.length > 0 && (
            <Effect
              icon="plug"
              title={words.integrationsOf(integrations.length)}
              text={words.list(integrations.map(({ name }) => name))}
            >
              <span className={styles.aside}>{words.noChange}</span>
            </Effect>
          )}
          {keys.length > 0 && (
            <Effect
              icon="key-round"
              title={words.keysOf(keys.length)}
              text={words.list(keys.map(({ name, prefix }) => `${prefix}… ${name}`))}
            >
              <Checkbox label={words.revokeKeys(keys.length)} isChecked={revokesKeys} onChange={onRevokeKeys} />
            </Effect>
          )}
        </Effects>
      )}
      {mails.length > 0 && (
        <Effects title={words.stopsNow} icon="circle-x">
          <Effect icon="mail" title={words.mailsTo(email)} text={words.list(mails.map(({ name }) => `“${name}”`))}>
            <span className={styles.aside}>{words.mailsOf(mails.length)}</span>
          </Effect>
        </Effects>
      )}
    </>
  );
}

function Effects({ title, icon, children }: { title: string; icon: IconName; children: ReactNode }) {
  return (
    <section className={styles.effects} data-icon={icon}>
      <h3 className={styles.effectsTitle}>
        <Icon name={icon} />
        {title}
      </h3>
      <Rows label={title}>{children}</Rows>
    </section>
  );
}

interface EffectProps {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}

const Effect = ({ icon, title, text, children }: EffectProps) => (
  <li className={`${rowClass} ${styles.effect}`}>
    <Icon name={icon} />
    <RowTexts name={title} text={text} />
    {children}
  </li>
);
