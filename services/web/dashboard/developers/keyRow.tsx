import { dayMs } from "../../../../shared/domain/dates.ts";
import type { ApiKey } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { dateText, recentTimeText } from "../../ui/dates.ts";
import { listRowClass, rowActionsClass } from "../../ui/listTable.tsx";
import { ActionMenu } from "../../ui/menu.tsx";
import { useCan } from "../api/rights.ts";
import styles from "./developers.module.css";
import { kindNames, levelsOf, presetOf } from "./permissions.ts";

interface Props {
  apiKey: ApiKey;
  onRotate: () => void;
  onRevoke: () => void;
}

/** Owners get a mail as many days before. */
const soonDays = 14;

/** A key, and the buttons of one that still works. On phones a card. */
export function KeyRow({ apiKey, onRotate, onRevoke }: Props) {
  const { name, prefix, status, form_ids: forms, created_by: creator, last_used: used, expires } = apiKey;
  const canChange = useCan()("keys:write") && status === "active";
  const days = expires === null ? null : Math.floor((Date.parse(expires) - Date.now()) / dayMs);
  const isSoon = status === "active" && days !== null && days < soonDays;
  return (
    <li className={listRowClass}>
      <div className={styles.key}>
        <h2 className={styles.keyName}>
          <bdi>{name}</bdi>
        </h2>
        <code className={styles.prefix}>{prefix}…</code>
      </div>
      <Permissions apiKey={apiKey} />
      <p>{forms === null ? words.allForms : words.formsOf(forms.length)}</p>
      <p className={styles.creator}>
        {creator && (
          <>
            <Avatar id={creator.id} name={creator.name} size="small" />
            <bdi>{creator.name}</bdi>
          </>
        )}
      </p>
      <p>
        <span className={styles.caption}>{words.captions.used} </span>
        {used === null ? words.never : recentTimeText(used, new Date())}
      </p>
      <p>
        <span className={styles.caption}>{words.captions.expires} </span>
        {status === "inactive" && <Badge>{words.ended}</Badge>}
        {isSoon && <Badge kind="warning">{words.expiresIn(days)}</Badge>}
        {status === "active" && !isSoon && (expires === null ? words.never : dateText(expires))}
      </p>
      <div className={rowActionsClass}>
        {canChange && isSoon && (
          <Button size="small" icon="refresh-cw" aria-label={words.rotateOf(name)} onPress={onRotate}>
            {words.rotate}
          </Button>
        )}
        {canChange && (
          <ActionMenu
            label={words.menuOf(name)}
            actions={[
              { id: "rotate", label: words.rotateMenu, icon: "refresh-cw", onAction: onRotate },
              { id: "revoke", label: words.revoke, icon: "trash-2", isDanger: true, onAction: onRevoke },
            ]}
          />
        )}
      </div>
    </li>
  );
}

/** The preset, or the first permission and how many more there are. */
function Permissions({ apiKey: { scopes } }: Pick<Props, "apiKey">) {
  const levels = levelsOf(scopes);
  const preset = presetOf(levels);
  if (preset) {
    return (
      <p>
        <Badge kind="info">{preset === "full" ? words.fullAccess : words.presets[preset].title}</Badge>
      </p>
    );
  }
  const held = kindNames.flatMap((kind) => {
    const level = levels[kind];
    return level === "none" ? [] : [words.permissionOf[level][kind]];
  });
  return (
    <p className={styles.permissions} title={held.join(", ")}>
      <Badge kind="info">{held[0] ?? words.levels.none}</Badge>
      {held.length > 1 && (
        <>
          <span aria-hidden="true">{words.more(held.length - 1)}</span>
          <span className="visually-hidden">{held.slice(1).join(", ")}</span>
        </>
      )}
    </p>
  );
}
