import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";
import { dayMs } from "../../../../shared/domain/dates.ts";
import { rowActions } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { dateText, recentTimeText } from "../../ui/dates.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { type Column, rowActionsClass } from "../../ui/table.tsx";
import { useCan } from "../api/rights.ts";
import styles from "./developers.module.css";
import { type Kind, kindNames, levelsOf, presetOf } from "./permissions.ts";

/** Owners get a mail as many days before. */
const soonDays = 14;

type Ask = (kind: "rotate" | "revoke", key: ApiKey) => void;

/** The columns of the list. Keys that still work have buttons. */
export const keyColumns = (onAsk: Ask): readonly Column<ApiKey>[] => [
  {
    id: "key",
    title: words.columns.key,
    cell: ({ name, prefix }) => (
      <>
        <h2 className={styles.keyName}>
          <bdi>{name}</bdi>
        </h2>
        <code className={styles.prefix}>{prefix}…</code>
      </>
    ),
  },
  { id: "permissions", title: words.columns.permissions, cell: (key) => <Permissions apiKey={key} /> },
  {
    id: "forms",
    title: words.columns.forms,
    cell: ({ form_ids: forms }) => (forms === null ? words.allForms : words.formsOf(forms.length)),
  },
  {
    id: "creator",
    title: words.columns.creator,
    cell: ({ created_by: creator }) =>
      creator && (
        <span className={styles.creator}>
          <Avatar id={creator.id} name={creator.name} size="small" />
          <bdi>{creator.name}</bdi>
        </span>
      ),
  },
  {
    id: "used",
    title: words.columns.used,
    cell: ({ last_used: used }) => (
      <>
        <span className={styles.caption}>{words.captions.used} </span>
        {used === null ? words.never : recentTimeText(used, new Date())}
      </>
    ),
  },
  { id: "expires", title: words.columns.expires, cell: (key) => <Expires apiKey={key} /> },
  { id: "actions", title: rowActions, cell: (key) => <Actions apiKey={key} onAsk={onAsk} /> },
];

interface Props {
  apiKey: ApiKey;
}

/** Returns the days left, of a key that works and expires. */
const daysLeft = ({ status, expires }: ApiKey): number | null =>
  status === "inactive" || expires === null ? null : Math.floor((Date.parse(expires) - Date.now()) / dayMs);

function Expires({ apiKey }: Props) {
  const { status, expires } = apiKey;
  const days = daysLeft(apiKey);
  return (
    <>
      <span className={styles.caption}>{words.captions.expires} </span>
      {status === "inactive" ? (
        <Badge>{words.ended}</Badge>
      ) : days !== null && days < soonDays ? (
        <Badge kind="warning">{words.expiresIn(days)}</Badge>
      ) : expires === null ? (
        words.never
      ) : (
        dateText(expires)
      )}
    </>
  );
}

function Actions({ apiKey, onAsk }: Props & { onAsk: Ask }) {
  const { name, status } = apiKey;
  const canChange = useCan()("keys:write") && status === "active";
  const days = daysLeft(apiKey);
  if (!canChange) return null;
  const rotate = () => onAsk("rotate", apiKey);
  return (
    <div className={rowActionsClass}>
      {days !== null && days < soonDays && (
        <Button size="small" icon="refresh-cw" aria-label={words.rotateOf(name)} onPress={rotate}>
          {words.rotate}
        </Button>
      )}
      <ActionMenu
        label={words.menuOf(name)}
        actions={[
          { id: "rotate", label: words.rotateMenu, icon: "refresh-cw", onAction: rotate },
          {
            id: "revoke",
            label: words.revoke,
            icon: "trash-2",
            isDanger: true,
            onAction: () => onAsk("revoke", apiKey),
          },
        ]}
      />
    </div>
  );
}

/** The preset, or the first permission and how many more there are. */
function Permissions({ apiKey: { scopes } }: Props) {
  const levels = levelsOf(scopes);
  const preset = presetOf(levels);
  if (preset) {
    return <Badge kind="info">{preset === "full" ? words.fullAccess : words.presets[preset].title}</Badge>;
  }
  const held = kindNames.flatMap((kind) => {
    const level = levels[kind];
    const texts: Partial<Record<Kind, string>> = level === "none" ? {} : words.permissionOf[level];
    return texts[kind] ?? [];
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
