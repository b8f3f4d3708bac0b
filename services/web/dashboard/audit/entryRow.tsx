import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "../../../../shared/api/shapes/audit.ts";
import { deviceOf } from "../../../../shared/domain/device.ts";
import * as words from "../../strings/en/dashboard/audit.ts";
import { none } from "../../strings/en/dashboard/numbers.ts";
import { responseLevels, roles } from "../../strings/en/dashboard/rights.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { clockText, timeText } from "../../ui/dates.ts";
import { FromTo } from "../../ui/fromTo.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./audit.module.css";

/** An entry as a sentence. It opens what changed, and from where. */
export function EntryRow({ entry }: { entry: AuditEntry }) {
  const { occurred_at: at, actor, context } = entry;
  const [first] = entry.targets;
  return (
    <li>
      <details className={styles.entry}>
        <summary className={styles.row}>
          <time className={styles.time} dateTime={at} title={timeText(at)}>
            {clockText(at)}
          </time>
          <Picture actor={actor} />
          <span className={styles.sentence}>
            <Sentence entry={entry} />
          </span>
          <span className={styles.address}>{context.address ?? none}</span>
          <Icon name="chevron-down" size={16} />
        </summary>
        <div className={styles.details}>
          {entry.changes.length > 0 && <Changes entry={entry} />}
          <div className={styles.facts}>
            {context.user_agent && (
              <span title={context.user_agent}>{deviceOf(context.user_agent) ?? context.user_agent}</span>
            )}
            {context.address && <span>{context.address}</span>}
            <code>{entry.action}</code>
            {context.request_id && (
              <span>
                {words.request} <code>{context.request_id}</code>
              </span>
            )}
            <span className={styles.links}>
              {first?.id && first.name && (
                <Link to="/settings/audit" search={{ target: first.id, since: "all" }}>
                  {words.everythingAbout(first.name)}
                </Link>
              )}
              {actor.id && actor.name && (
                <Link to="/settings/audit" search={{ actor: actor.id, since: "all" }}>
                  {words.everythingBy(actor.name)}
                </Link>
              )}
            </span>
          </div>
        </div>
      </details>
    </li>
  );
}

type Actor = AuditEntry["actor"];

function actorName({ type, name }: Actor): string {
  if (type === "operator") return words.administrator;
  return name ?? (type === "system" ? words.server : words.deletedPerson);
}

const icons = { api_key: "key-round", operator: "terminal", system: "settings" } as const;

function Picture({ actor }: { actor: Actor }) {
  const { type, id } = actor;
  if (type === "user" || type === "sso") return <Avatar id={id ?? ""} name={actorName(actor)} size="small" />;
  return (
    <span className={styles.picture} data-type={type}>
      <Icon name={icons[type]} size={13} />
    </span>
  );
}

/** An entry: actor, action and target. */
export function Sentence({ entry }: { entry: AuditEntry }) {
  const { action, actor, targets, outcome } = entry;
  const [did, of] = words.sentences[action];
  const [first] = targets;
  const form = of && targets.find(({ type }, index) => index > 0 && type === "form");
  return (
    <>
      {actor.type === "api_key" && `${words.key} `}
      <strong>{actorName(actor)}</strong> {did} <Thing target={first} />
      {form && (
        <>
          {" "}
          {of} <Thing target={form} />
        </>
      )}
      {outcome === "denied" && (
        <>
          {" "}
          <Badge kind="danger">{words.denied}</Badge>
        </>
      )}
    </>
  );
}

const Thing = ({ target }: { target: AuditEntry["targets"][number] | undefined }) =>
  target?.name ? (
    <span className={styles.thing}>{target.name}</span>
  ) : (
    (words.kinds[target?.type ?? ""] ?? words.someThing)
  );

const Changes = ({ entry }: { entry: AuditEntry }) => (
  <dl className={styles.changes}>
    {entry.changes.map(({ field, before, after }) => (
      <div key={field} className={styles.change}>
        <dt>{words.fields[field] ?? field}</dt>
        <dd>
          <FromTo
            before={before === null ? null : valueText(field, before)}
            after={after === null ? null : valueText(field, after)}
          />
        </dd>
      </div>
    ))}
  </dl>
);

const named: Record<string, Readonly<Record<string, string>>> = { role: roles, responses: responseLevels };

function valueText(field: string, value: unknown): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "string") return named[field]?.[value] ?? value;
  return Array.isArray(value) && value.every((item) => typeof item === "string")
    ? value.join(", ") || words.noneOf
    : JSON.stringify(value);
}
