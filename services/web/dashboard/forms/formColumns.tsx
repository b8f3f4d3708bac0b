import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { FormListItem } from "../../../../shared/api/shapes/forms.ts";
import { rowActions, undo } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { daysBetween, recentDayText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { Sparkline } from "../../ui/plots/sparkline.tsx";
import { type Column, opensClass, rowActionsClass, rowTitleClass } from "../../ui/table.tsx";
import { tell } from "../../ui/toasts.tsx";
import { formsKey, setActive } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";
import { availabilityOf } from "../form/availability.ts";
import { opensTo } from "../form/formTabs.ts";
import { useCopyForm } from "../form/useCopyForm.ts";
import styles from "./forms.module.css";
import { LabelChip } from "./labels/labelChip.tsx";

const LabelsDialog = lazyPart(() => import("./labels/labelsDialog.tsx"), "LabelsDialog");

/** The columns of the list. A row opens its form, and its menu has the other actions. */
export const formColumns: readonly Column<FormListItem>[] = [
  { id: "form", title: words.columns.form, cell: (form) => <Title form={form} /> },
  { id: "status", title: words.columns.status, cell: (form) => <Status form={form} /> },
  {
    id: "days",
    title: words.columns.days,
    cell: ({ daily_completed: daily }) => (
      <>
        <Sparkline counts={daily} />
        <span className="visually-hidden">{words.daysOf(daily.reduce((sum, count) => sum + count, 0))}</span>
      </>
    ),
  },
  { id: "responses", title: words.columns.responses, cell: (form) => <Responses form={form} />, isNumber: true },
  {
    id: "rate",
    title: words.columns.completed,
    cell: ({ completion_rate: rate }) => percentText(rate),
    isNumber: true,
  },
  { id: "changed", title: words.columns.changed, cell: ({ modified }) => recentDayText(modified, new Date()) },
  { id: "actions", title: rowActions, cell: (form) => <Actions form={form} /> },
];

interface Props {
  form: FormListItem;
}

/** Labels that a row shows. */
const shownLabels = 3;

function Title({ form: { id, title, slug, labels, theme_colors: colors } }: Props) {
  const can = useCan();
  return (
    <div className={styles.form}>
      <FormPicture colors={colors} />
      <div className={styles.names}>
        <h2 className={rowTitleClass}>
          <Link to={opensTo(can, id)} params={{ slug }} className={opensClass}>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {labels.length === 0 ? (
          <p className={styles.slug}>
            <bdi dir="ltr">{`/f/${slug}`}</bdi>
          </p>
        ) : (
          <p className={styles.labels} title={words.labelsOf(labels)}>
            {labels.slice(0, shownLabels).map((label) => (
              <LabelChip key={label} label={label} />
            ))}
            {labels.length > shownLabels && <span>{words.moreLabels(labels.length - shownLabels)}</span>}
          </p>
        )}
      </div>
    </div>
  );
}

/** An open form that closes within these days says so. */
const soonDays = 7;

function Status({ form }: Props) {
  const now = new Date();
  const status = availabilityOf(form, now.getTime());
  const days = form.closes_at === null ? Number.POSITIVE_INFINITY : daysBetween(now, new Date(form.closes_at));
  return (
    <div className={styles.status}>
      {status === "open" && days <= soonDays ? (
        <Badge kind="warning">{words.closesIn(days)}</Badge>
      ) : (
        <Badge kind={status === "open" ? "good" : "plain"}>{words.statuses[status]}</Badge>
      )}
      {form.has_published_version && form.has_unpublished_changes && (
        <Badge kind="info">{words.unpublishedChanges}</Badge>
      )}
    </div>
  );
}

function Responses({ form: { id, slug, title, total_sessions: all, completed_sessions: completed } }: Props) {
  const count = <strong>{numberText(all)}</strong>;
  return (
    <p className={styles.responses}>
      {useCan()("responses:read_anonymous", id) ? (
        <Link to="/forms/$slug/responses" params={{ slug }} aria-label={words.responsesOf(all, title)}>
          {count}
        </Link>
      ) : (
        count
      )}
      <span aria-hidden="true" className={styles.unit}>
        {words.responsesUnit(all)}
      </span>
      {all > 0 && <span className={styles.completed}>{words.completedOf(completed)}</span>}
    </p>
  );
}

/** A miniature of a form in its theme's colors: a title, two answers and a button. */
const FormPicture = ({ colors }: { colors: FormListItem["theme_colors"] }) => (
  <svg aria-hidden="true" width="60" height="44" viewBox="0 0 60 44" style={{ flex: "none" }}>
    <rect x="0.5" y="0.5" width="59" height="43" rx="6.5" fill={colors.background} stroke="var(--border)" />
    <rect x="10" y="9" width="30" height="4" rx="2" fill={colors.text} />
    <g fill={colors.primary} opacity="0.35">
      <rect x="10" y="17" width="40" height="5" rx="2.5" />
      <rect x="10" y="25" width="40" height="5" rx="2.5" />
    </g>
    <rect x="10" y="33" width="13" height="5" rx="2.5" fill={colors.primary} />
  </svg>
);

const copyLink = (slug: string): void =>
  void navigator.clipboard.writeText(`${location.origin}/f/${slug}`).then(() => tell(words.linkCopied));

function Actions({ form }: Props) {
  const { slug, title } = form;
  const [isLabelling, setLabelling] = useState(false);
  const actions = useRowMenu(form, () => setLabelling(true));
  return (
    <div className={rowActionsClass}>
      {isLive(form) && (
        <span className={styles.onHover}>
          {navigator.clipboard && (
            <Button
              look="plain"
              size="small"
              icon="copy"
              aria-label={words.copyLinkOf(title)}
              onPress={() => copyLink(slug)}
            />
          )}
          <Button
            look="plain"
            size="small"
            icon="external-link"
            aria-label={words.openOf(title)}
            onPress={() => openForm(slug)}
          />
        </span>
      )}
      {actions.length > 0 && <ActionMenu label={words.menuOf(title)} actions={actions} />}
      {isLabelling && (
        <Suspense>
          <LabelsDialog forms={[form]} onClose={() => setLabelling(false)} />
        </Suspense>
      )}
    </div>
  );
}

const isLive = ({ is_active, has_published_version }: FormListItem): boolean => is_active && has_published_version;
const openForm = (slug: string): void => void open(`/f/${slug}`, "_blank", "noopener");

function useRowMenu(form: FormListItem, onLabels: () => void): MenuAction[] {
  const { slug, title, is_active: isActive } = form;
  const navigate = useNavigate();
  const can = useCan();
  const change = useArchive(slug, title, isActive);
  const copy = useCopyForm(slug);
  const ofLink: MenuAction[] = [
    { id: "open", label: words.open, icon: "external-link", onAction: () => openForm(slug) },
    ...(navigator.clipboard
      ? [{ id: "copy", label: words.copyLink, icon: "link" as const, onAction: () => copyLink(slug) }]
      : []),
  ];
  const builder: MenuAction = {
    id: "builder",
    label: words.openBuilder,
    icon: "workflow",
    onAction: () => void navigate({ to: "/forms/$slug/build", params: { slug } }),
  };
  const duplicate: MenuAction = {
    id: "duplicate",
    label: words.duplicate,
    icon: "copy",
    isDisabled: copy.isPending,
    onAction: () => copy.mutate(),
  };
  const labels: MenuAction = { id: "labels", label: words.editLabels, icon: "tag", onAction: onLabels };
  const archive: MenuAction = {
    id: "archive",
    label: isActive ? words.archive : words.restore,
    icon: isActive ? "archive" : "archive-restore",
    startsGroup: true,
    isDisabled: change.isPending,
    onAction: () => change.mutate(!isActive),
  };
  const canEdit = can("forms:write", form.id);
  return [
    ...(canEdit ? [builder] : []),
    ...(isLive(form) ? ofLink : []),
    ...(can("forms:write") ? [duplicate] : []),
    ...(canEdit ? [labels, archive] : []),
  ];
}

/** Archiving loses nothing, so it doesn't ask: the notification offers Undo. */
function useArchive(slug: string, title: string, isActive: boolean) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (next: boolean) => setActive(slug, next),
    onSuccess: async (_, next) => {
      await queryClient.invalidateQueries({ queryKey: formsKey });
      const back = { label: undo, onPress: () => change.mutate(!next) };
      tell(next ? words.restored(title) : words.archived(title), isActive === next ? undefined : back);
    },
    onError: (error) => tell(problemText(error)),
  });
  return change;
}
