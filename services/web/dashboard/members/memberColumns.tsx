import { useMutation, useQueryClient } from "@tanstack/react-query";
import { hasResponseChoice } from "../../../../shared/api/access/roles.ts";
import type { Member, UpdateMemberBody } from "../../../../shared/api/shapes/members.ts";
import { dayMs, utcDay } from "../../../../shared/domain/dates.ts";
import { rowActions, undo } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { responseLevels, roles } from "../../strings/en/dashboard/rights.ts";
import { passwordOnly, signInColumn, withTwoStep } from "../../strings/en/dashboard/security.ts";
import { dayText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { type Column, rowActionsClass } from "../../ui/table.tsx";
import { tell } from "../../ui/toasts.tsx";
import { peopleKeys, updateMember } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { readUserAgain } from "../api/session.ts";
import { Person } from "../people/person.tsx";
import { levels, mayChange, rolesFor } from "./memberRights.ts";
import styles from "./members.module.css";
import { TextSelect } from "./textSelect.tsx";
import { useWorkspace } from "./useWorkspace.ts";

/** The columns of the list. Those who may change members see how each signs in, and have menus. */
export const memberColumns = (
  canChange: boolean,
  isLastOwner: (member: Member) => boolean,
  onRemove: (member: Member) => void,
): readonly Column<Member>[] => [
  { id: "member", title: words.columns.member, cell: (member) => <Name member={member} /> },
  {
    id: "role",
    title: words.columns.role,
    cell: (member) => <Role member={member} isLastOwner={isLastOwner(member)} />,
  },
  { id: "responses", title: words.columns.responses, cell: (member) => <Responses member={member} /> },
  ...(canChange ? [{ id: "signIn", title: signInColumn, cell: (member: Member) => <SignIn member={member} /> }] : []),
  { id: "active", title: words.columns.active, cell: lastActiveText },
  {
    id: "actions",
    title: rowActions,
    cell: (member) => <Actions member={member} isLastOwner={isLastOwner(member)} onRemove={() => onRemove(member)} />,
  },
];

interface Props {
  member: Member;
}

function Name({ member: { user_id: id, name, email } }: Props) {
  const { me } = useWorkspace();
  return <Person id={id} name={name} detail={email} isMe={id === me.id} />;
}

interface ActionsProps extends Props {
  isLastOwner: boolean;
  onRemove: () => void;
}

function Actions({ member, isLastOwner, onRemove }: ActionsProps) {
  const { me } = useWorkspace();
  const isMe = member.user_id === me.id;
  const canChange = useCanChange(member);
  if (!canChange && !isMe) return null;
  return (
    <div className={rowActionsClass}>
      <ActionMenu
        label={words.menuOf(member.name)}
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
  );
}

function useCanChange(member: Member): boolean {
  const { me } = useWorkspace();
  return useCan()("members:write") && mayChange(me, member);
}

/** A menu, or what the role is. */
function Role({ member, isLastOwner }: Props & { isLastOwner: boolean }) {
  const { me } = useWorkspace();
  const { name, role } = member;
  const change = useChange(member);
  if (!useCanChange(member)) return <span className={styles.fixed}>{roles[role]}</span>;
  return (
    <TextSelect
      label={words.roleOf(name)}
      value={role}
      values={rolesFor(me, member)}
      names={roles}
      fixed={isLastOwner ? words.lastOwner : undefined}
      onChange={(next) => change.mutate({ role: next })}
    />
  );
}

/** A menu, or what the member may do with responses. */
function Responses({ member }: Props) {
  const { name, role, responses } = member;
  const change = useChange(member);
  if (!useCanChange(member) || !hasResponseChoice(role))
    return <span className={styles.fixed}>{responseLevels[responses]}</span>;
  return (
    <TextSelect
      label={words.responsesOf(name)}
      value={responses}
      values={levels}
      names={responseLevels}
      onChange={(next) => change.mutate({ responses: next })}
    />
  );
}

/** How safely a member signs in, for those who may change members. */
function SignIn({ member: { sso, has_second_factor: hasSecondFactor, has_password: hasPassword } }: Props) {
  if (sso) return <Way icon="badge-check" name={sso.name} />;
  if (hasSecondFactor) return <Way icon="lock" name={withTwoStep} />;
  return hasPassword ? <Way icon="key-round" name={passwordOnly} isWeak /> : null;
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

/** Returns a day in UTC. People who haven't opened the workspace since they joined were active on that day. */
function lastActiveText({ last_active, created }: Member): string {
  const day = last_active ?? created.slice(0, 10);
  const ago = Math.round((Date.parse(utcDay()) - Date.parse(day)) / dayMs);
  if (ago <= 0) return words.today;
  return ago === 1 ? words.yesterday : dayText(day);
}

/** `isWeak`: a password alone */
const Way = ({ icon, name, isWeak }: { icon: IconName; name: string; isWeak?: boolean }) => (
  <span className={styles.way} data-weak={isWeak}>
    <Icon name={icon} size={14} />
    {name}
  </span>
);
