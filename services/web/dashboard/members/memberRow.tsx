import { useMutation, useQueryClient } from "@tanstack/react-query";
import { hasResponseChoice } from "../../../../shared/domain/access/roles.ts";
import { dayMs, utcDay } from "../../../../shared/domain/dates.ts";
import type { Member, UpdateMemberBody } from "../../../../shared/domain/shapes/members.ts";
import { undo } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { responseLevels, roles } from "../../strings/en/dashboard/rights.ts";
import { passwordOnly, withTwoStep } from "../../strings/en/dashboard/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { dayText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { listRowClass } from "../../ui/listTable.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { tell } from "../../ui/toasts.tsx";
import { peopleKeys, updateMember } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { readUserAgain } from "../api/session.ts";
import { Person } from "../people/person.tsx";
import { levels, mayChange, rolesFor } from "./memberRights.ts";
import styles from "./members.module.css";
import { TextSelect } from "./textSelect.tsx";
import { useWorkspace } from "./useWorkspace.ts";

interface Props {
  member: Member;
  isLastOwner: boolean;
  onRemove: () => void;
}

/** A member with menus for role and responses, if the user may change them. */
export function MemberRow({ member, isLastOwner, onRemove }: Props) {
  const { me } = useWorkspace();
  const { user_id: id, name, email } = member;
  const isMe = id === me.id;
  const showsSignIn = useCan()("members:write");
  const canChange = showsSignIn && mayChange(me, member);
  return (
    <li className={`${listRowClass} ${styles.row}`}>
      <Person id={id} name={name} detail={email} isMe={isMe} />
      <Rights member={member} isLastOwner={isLastOwner} canChange={canChange} />
      {showsSignIn && (
        <p className={styles.signIn}>
          <SignIn member={member} />
        </p>
      )}
      <p className={styles.active}>{lastActiveText(member.last_active)}</p>
      {(canChange || isMe) && (
        <div className={styles.menu}>
          <ActionMenu
            label={words.menuOf(name)}
            actions={[
              {
                id: "remove",
                label: isMe ? words.leave : words.remove,
                icon: isMe ? "log-out" : "trash-2",
                isDanger: true,
                isDisabled: isLastOwner,
                onAction: onRemove,
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}

/** Menus for role and responses, or what they are. */
function Rights({ member, isLastOwner, canChange }: Omit<Props, "onRemove"> & { canChange: boolean }) {
  const { me } = useWorkspace();
  const { name, role, responses } = member;
  const change = useChange(member);
  return (
    <>
      <div className={styles.role}>
        {canChange ? (
          <TextSelect
            label={words.roleOf(name)}
            value={role}
            values={rolesFor(me, member)}
            names={roles}
            fixed={isLastOwner ? words.lastOwner : undefined}
            onChange={(next) => change.mutate({ role: next })}
          />
        ) : (
          <span className={styles.fixed}>{roles[role]}</span>
        )}
      </div>
      <div className={styles.responses}>
        {canChange && hasResponseChoice(role) ? (
          <TextSelect
            label={words.responsesOf(name)}
            value={responses}
            values={levels}
            names={responseLevels}
            onChange={(next) => change.mutate({ responses: next })}
          />
        ) : (
          <span className={styles.fixed}>{responseLevels[responses]}</span>
        )}
      </div>
    </>
  );
}

/** How safely a member signs in, for those who may change members. */
function SignIn({
  member: { sso, has_second_factor: hasSecondFactor, has_password: hasPassword },
}: Pick<Props, "member">) {
  if (sso) return <Way icon="badge-check" name={sso.name} />;
  if (hasSecondFactor) return <Way icon="lock" name={withTwoStep} />;
  return hasPassword ? <Badge kind="warning">{passwordOnly}</Badge> : null;
}

/** Saves a change immediately, and offers Undo. */
function useChange(member: Member) {
  const { user_id: id, name, role, responses } = member;
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const save = (body: UpdateMemberBody) => updateMember(workspace.id, id, body);
  const reload = async () => {
    await Promise.all(peopleKeys(workspace.id).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    if (id === workspace.me.id) await readUserAgain(queryClient);
  };
  const onError = (error: Error) => tell(problemText(error));
  const revert = useMutation({ mutationFn: () => save({ role, responses }), onSuccess: reload, onError });
  return useMutation({
    mutationFn: save,
    onSuccess: async (now, { role: next }) => {
      await reload();
      const text = next
        ? words.roleChanged(name, roles[now.role])
        : words.responsesChanged(name, responseLevels[now.responses]);
      tell(text, { label: undo, onPress: () => revert.mutate() });
    },
    onError,
  });
}

/** Days are in UTC. */
function lastActiveText(day: string | null): string {
  if (day === null) return words.neverActive;
  const ago = Math.round((Date.parse(utcDay()) - Date.parse(day)) / dayMs);
  if (ago <= 0) return words.today;
  return ago === 1 ? words.yesterday : dayText(day);
}

const Way = ({ icon, name }: { icon: IconName; name: string }) => (
  <span className={styles.way}>
    <Icon name={icon} size={14} />
    {name}
  </span>
);
