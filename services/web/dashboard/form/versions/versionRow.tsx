import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { FormDetail, Version } from "../../../../../shared/api/shapes/forms.ts";
import { unpublishedChanges } from "../../../strings/en/dashboard/form.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { recentTimeText, timeText } from "../../../ui/dates.ts";
import { Icon } from "../../../ui/icon.tsx";
import { versionResponsesQuery } from "../../api/queries/versions.ts";
import { useFormCan } from "../useFormCan.ts";
import { Differences } from "./differences.tsx";
import styles from "./versions.module.css";

/** The dialog over the page. */
export interface VersionDialog {
  kind: "look" | "restore" | "discard";
  number: number;
}

interface Props {
  form: FormDetail;
  version: Version;
  onOpen: (open: VersionDialog) => void;
}

/** The draft, while it is ahead of the current version. */
export function DraftRow({ form, current, onOpen }: Pick<Props, "form" | "onOpen"> & { current: number }) {
  const { slug, draft_saved_at: saved } = form;
  const canChange = useFormCan(slug)("forms:write");
  return (
    <li className={styles.version}>
      <div className={styles.row}>
        <h3 className={styles.head}>
          <span className={styles.about}>
            <span className={styles.unknown}>
              <Icon name="pencil" size={16} />
            </span>
            <span className={styles.texts}>
              <span className={styles.name}>
                {words.draft} <Badge kind="info">{unpublishedChanges}</Badge>
              </span>
              {saved !== null && (
                <span className={styles.facts}>
                  <time dateTime={saved} title={timeText(saved)}>
                    {words.savedAt(recentTimeText(saved, new Date()))}
                  </time>
                </span>
              )}
            </span>
          </span>
        </h3>
        {canChange && (
          <div className={styles.actions}>
            <Link to="/forms/$slug/build" params={{ slug }} className={buttonClass("quiet")} data-size="small">
              {words.toBuilder}
            </Link>
            <Button
              size="small"
              icon="history"
              aria-label={words.discardSince(current)}
              onPress={() => onOpen({ kind: "discard", number: current })}
            >
              {words.discard}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

/** A version, which opens to its changes since the one before. */
export function VersionRow({ form, version, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { version_number: number } = version;
  return (
    <li className={styles.version}>
      <div className={styles.row}>
        <h3 className={styles.head}>
          {number === 1 ? (
            <span className={styles.about}>
              <About version={version} />
            </span>
          ) : (
            <button
              type="button"
              className={styles.about}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <About version={version} />
              <Icon name="chevron-down" size={16} />
            </button>
          )}
        </h3>
        <Actions form={form} version={version} onOpen={onOpen} />
      </div>
      {isOpen && (
        <div id={id} className={styles.changes}>
          <Differences slug={form.slug} from={number - 1} to={number} />
        </div>
      )}
    </li>
  );
}

function About({
  version: { version_number: number, published_at: at, published_by: by, is_current },
}: Pick<Props, "version">) {
  return (
    <>
      {by?.id ? (
        <Avatar id={by.id} name={by.name} />
      ) : (
        <span className={styles.unknown}>
          {/* an API key has no id */}
          <Icon name={by ? "key-round" : "history"} size={16} />
        </span>
      )}
      <span className={styles.texts}>
        <span className={styles.name}>
          {words.version(number)} {is_current && <Badge kind="good">{words.current}</Badge>}
        </span>
        <span className={styles.facts}>
          {by && !by.id && words.byKey}
          {by && <bdi>{by.name}</bdi>}
          {by && " · "}
          <time dateTime={at} title={timeText(at)}>
            {recentTimeText(at, new Date())}
          </time>
        </span>
      </span>
    </>
  );
}

function Actions({ form: { slug }, version, onOpen }: Props) {
  const { version_number: number, is_current } = version;
  const can = useFormCan(slug);
  const canRestore = can("forms:write");
  return (
    <div className={styles.actions} data-current={(canRestore && is_current) || undefined}>
      {can("responses:read_anonymous") && <Responses slug={slug} number={number} />}
      <Button
        size="small"
        icon="eye"
        aria-label={words.lookOf(number)}
        onPress={() => onOpen({ kind: "look", number })}
      >
        {words.look}
      </Button>
      {/* the draft begins at the current version, and its own row goes back there */}
      {canRestore && !is_current && (
        <Button
          size="small"
          icon="history"
          aria-label={words.restoreOf(number)}
          onPress={() => onOpen({ kind: "restore", number })}
        >
          {words.restore}
        </Button>
      )}
    </div>
  );
}

function Responses({ slug, number }: { slug: string; number: number }) {
  const { data: count } = useQuery(versionResponsesQuery(slug, number));
  return (
    <Link
      to="/forms/$slug/responses"
      params={{ slug }}
      search={{ version: number }}
      aria-label={words.responsesOf(number, count)}
      className={`${buttonClass("plain")} ${styles.responses}`}
      data-size="small"
    >
      {words.responses(count)}
    </Link>
  );
}
