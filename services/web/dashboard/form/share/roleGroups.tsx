import { gives } from "../../../../../shared/api/access/roles.ts";
import type { Member } from "../../../../../shared/api/shapes/members.ts";
import * as words from "../../../strings/en/dashboard/people.ts";
import { responseLevels, roles } from "../../../strings/en/dashboard/rights.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { rowClass } from "../../../ui/rows.tsx";
import { PersonTexts } from "../../people/person.tsx";
import styles from "./share.module.css";

interface Props {
  members: readonly Member[];
  formId: string;
}

/** Members with access by their role, a row for those with the same access. It is changed in Members. */
export function RoleGroups({ members, formId }: Props) {
  const isAdded = ({ forms }: Member) => forms.some((form) => form.form_id === formId);
  const groups = Map.groupBy(members, (member) => `${member.role} ${member.responses} ${isAdded(member)}`);
  return [...groups].map(([key, group]) => (
    <Group key={key} group={group as [Member, ...Member[]]} isAdded={group.some(isAdded)} />
  ));
}

/** Avatars of a group. All names follow. */
const shownAvatars = 3;

function Group({ group, isAdded }: { group: readonly [Member, ...Member[]]; isAdded: boolean }) {
  const [{ role, responses }] = group;
  const isAlways = gives(role, "responses:write");
  return (
    <li className={`${rowClass} ${styles.person}`}>
      <div className={styles.group}>
        <span className={styles.avatars}>
          {group.slice(0, shownAvatars).map(({ user_id: id, name }) => (
            <Avatar key={id} id={id} name={name} />
          ))}
        </span>
        <PersonTexts
          name={words.everyone(group.map(({ name }) => name))}
          detail={words.roleText(roles[role], responseLevels[responses])}
        />
      </div>
      <span className={mutedClass}>{isAlways ? words.always : isAdded ? words.plusHere : words.byTheirRole}</span>
    </li>
  );
}
