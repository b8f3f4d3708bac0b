import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Member } from "../../../../shared/api/shapes/members.ts";
import type { WorkspaceDetail } from "../../../../shared/api/shapes/workspaces.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { Icon } from "../../ui/icon.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { CardNote, CardRow, RowsCard, Tile } from "../../ui/rowsCard.tsx";
import { Switch } from "../../ui/switch.tsx";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { allMembersQuery } from "../api/queries/members.ts";
import { currentUser } from "../api/queryClient.ts";

interface Props {
  workspace: WorkspaceDetail;
  onChange: (isRequired: boolean) => void;
}

/** Single sign-on of the server, and whether members need two-step sign-in, with those whom that locks out, before it is turned on. */
export function SignInSettings({ workspace: { id, settings }, onChange }: Props) {
  const { data: user } = useQuery(currentUser);
  const { data: options } = useQuery(entryOptionsQuery);
  const { data: members } = useQuery(allMembersQuery(id));
  const isRequired = settings.requires_second_factor;
  const mayRequire = isRequired || user?.has_second_factor === true;
  const lockedOut = (members?.results ?? []).filter(hasPasswordOnly);
  const sso = options?.sso?.name;
  return (
    <RowsCard
      title={words.requireTitle}
      foot={
        mayRequire &&
        lockedOut.length > 0 && (
          <CardNote>
            {lockedOutText(lockedOut)} <Link to="/settings/members">{words.showMembers}</Link>
          </CardNote>
        )
      }
    >
      {sso !== undefined && (
        <CardRow
          picture={
            <Tile>
              <Icon name="badge-check" size={18} />
            </Tile>
          }
          name={
            <>
              {sso} <Badge kind="good">{words.ssoConnected}</Badge>
            </>
          }
          text={ssoText(members)}
        >
          <span className={mutedClass}>{words.ssoByAdministrator}</span>
        </CardRow>
      )}
      <CardRow
        name={words.require}
        text={mayRequire ? words.requireText : <Link to="/settings/security">{words.ownFirst}</Link>}
      >
        <Switch isBare label={words.require} isOn={isRequired} isDisabled={!mayRequire} onChange={onChange} />
      </CardRow>
    </RowsCard>
  );
}

/** Counts the members with single sign-on if the list has all of them. */
function ssoText(members: { count: number; results: readonly Member[] } | undefined): string {
  if (!members || members.results.length < members.count) return words.ssoForMembers;
  return words.ssoMembers(members.results.filter(({ sso }) => sso).length, members.count);
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
