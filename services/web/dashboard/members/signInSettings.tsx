import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Member } from "../../../../shared/api/shapes/members.ts";
import type { WorkspaceDetail } from "../../../../shared/api/shapes/workspaces.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Notice } from "../../ui/notice.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { Switch } from "../../ui/switch.tsx";
import { allMembersQuery } from "../api/queries/members.ts";
import { currentUser } from "../api/queryClient.ts";
import styles from "./members.module.css";

interface Props {
  workspace: WorkspaceDetail;
  onChange: (isRequired: boolean) => void;
}

/** Whether members need two-step sign-in, and whom that locks out, shown before it is turned on. */
export function SignInSettings({ workspace: { id, settings }, onChange }: Props) {
  const { data: user } = useQuery(currentUser);
  const { data: members } = useQuery(allMembersQuery(id));
  const isRequired = settings.requires_second_factor;
  const mayRequire = isRequired || user?.has_second_factor === true;
  const lockedOut = (members?.results ?? []).filter(hasPasswordOnly);
  return (
    <Section title={words.requireTitle}>
      <Rows label={words.requireTitle}>
        <li className={`${rowClass} ${styles.setting}`}>
          <div className={styles.texts}>
            <h3 className={styles.name}>{words.require}</h3>
            <p className={styles.detail}>{words.requireText}</p>
            {!mayRequire && (
              <p className={styles.detail}>
                <Link to="/settings/security">{words.ownFirst}</Link>
              </p>
            )}
          </div>
          <Switch isBare label={words.require} isOn={isRequired} isDisabled={!mayRequire} onChange={onChange} />
        </li>
      </Rows>
      {mayRequire && lockedOut.length > 0 && (
        <Notice kind="warning">
          {lockedOutText(lockedOut)} <Link to="/settings/members">{words.showMembers}</Link>
        </Notice>
      )}
    </Section>
  );
}

const hasPasswordOnly = ({ sso, has_second_factor: hasOne, has_password: hasPassword }: Member): boolean =>
  !sso && hasOne === false && hasPassword === true;

/** Names as many as one reads at a glance. */
const namesShown = 3;

const lockedOutText = (members: readonly Member[]): string =>
  words.lockedOut(
    members.slice(0, namesShown).map(({ name }) => name),
    Math.max(0, members.length - namesShown),
  );
