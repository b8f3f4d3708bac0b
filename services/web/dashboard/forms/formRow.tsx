import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { FormListItem } from "../../../../shared/domain/shapes/forms.ts";
import { undo } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { dateText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { listRowClass, listTitleClass, opensClass, rowActionsClass } from "../../ui/listTable.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { Sparkline } from "../../ui/plots/sparkline.tsx";
import { tell } from "../../ui/toasts.tsx";
import { formsKey, setActive } from "../api/queries/forms.ts";
import { type Can, useCan } from "../api/rights.ts";
import { availabilityOf } from "../form/availability.ts";
import { useCopyForm } from "../form/useCreateForm.ts";
import styles from "./forms.module.css";

/** A row of the list. The row opens the form, and its menu has the other actions. */
export function FormRow({ form }: { form: FormListItem }) {
  const { title, slug, daily_completed: daily, completion_rate: rate } = form;
  const status = availabilityOf(form, Date.now());
  const { total_sessions: all, completed_sessions: completed } = form;
  const can = useCan();
  return (
    <li className={listRowClass}>
      <div className={styles.form}>
        <FormPicture colors={form.theme_colors} />
        <div className={styles.names}>
          <h2 className={listTitleClass}>
            <Link to={opensTo(can, form.id)} params={{ slug }} className={opensClass}>
              <bdi>{title}</bdi>
            </Link>
          </h2>
          <p className={styles.slug}>
            <bdi dir="ltr">{`/f/${slug}`}</bdi>
          </p>
        </div>
      </div>
      <div className={styles.status}>
        <Badge kind={status === "open" ? "good" : "plain"}>{words.statuses[status]}</Badge>
        {form.has_published_version && form.has_unpublished_changes && (
          <Badge kind="info">{words.unpublishedChanges}</Badge>
        )}
      </div>
      <div className={styles.days}>
        <Sparkline counts={daily} />
        <span className="visually-hidden">{words.daysOf(daily.reduce((sum, count) => sum + count, 0))}</span>
      </div>
      <p className={styles.responses}>
        {can("responses:read", form.id) ? (
          <Link to="/forms/$slug/responses" params={{ slug }} aria-label={words.responsesOf(all, title)}>
            <strong>{numberText(all)}</strong>
          </Link>
        ) : (
          <strong>{numberText(all)}</strong>
        )}
        <span aria-hidden="true" className={styles.unit}>
          {words.responsesUnit(all)}
        </span>
        {all > 0 && <span className={styles.completed}>{words.completedOf(completed)}</span>}
      </p>
      <p className={styles.rate}>
        {percentText(rate)}
        {rate !== null && <span className="visually-hidden"> {words.columns.completed.toLowerCase()}</span>}
      </p>
      <p className={styles.changed}>{dateText(form.modified)}</p>
      <Actions form={form} />
    </li>
  );
}

/** The page that the row opens. */
const opensTo = (can: Can, formId: string) =>
  can("forms:write", formId) ? "/forms/$slug/build" : "/forms/$slug/insights";

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

function Actions({ form }: { form: FormListItem }) {
  const { slug, title } = form;
  const actions = useRowMenu(form);
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
    </div>
  );
}

const isLive = ({ is_active, has_published_version }: FormListItem): boolean => is_active && has_published_version;
const openForm = (slug: string): void => void open(`/f/${slug}`, "_blank", "noopener");

function useRowMenu(form: FormListItem): MenuAction[] {
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
    ...(canEdit ? [archive] : []),
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
