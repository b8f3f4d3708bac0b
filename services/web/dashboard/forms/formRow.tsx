import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FormListItem } from "../../../../shared/domain/shapes/forms.ts";
import { formsKey, setActive } from "../../api/queries/forms.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { buttonRowClass } from "../../parts/buttonRow.tsx";
import { dateText } from "../../parts/dates.ts";
import { problemText } from "../../parts/failed.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { rowClass } from "../../parts/rows.tsx";
import { tell } from "../../parts/toasts.tsx";
import { undo } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import styles from "./forms.module.css";

export function FormRow({ form }: { form: FormListItem }) {
  const { title, slug } = form;
  const status = statusOf(form);
  return (
    <li className={rowClass}>
      <div>
        <h2 className={styles.title}>
          <Link to="/forms/$slug/build" params={{ slug }}>
            <bdi>{title}</bdi>
          </Link>
        </h2>
        <p className={mutedClass}>{slug}</p>
      </div>
      <div className={buttonRowClass}>
        <Badge kind={status === "open" ? "good" : "plain"}>{words.statuses[status]}</Badge>
        {form.has_published_version && form.has_unpublished_changes && (
          <Badge kind="warning">{words.unpublishedChanges}</Badge>
        )}
      </div>
      <div className={mutedClass}>
        <p className={styles.responses}>
          <Link
            to="/forms/$slug/responses"
            params={{ slug }}
            aria-label={words.responsesOf(form.completed_sessions, title)}
          >
            {words.responses(form.completed_sessions)}
          </Link>
        </p>
        <p>
          {words.started(form.total_sessions)} · {words.changed(dateText(form.modified))}
        </p>
      </div>
      <div className={`${buttonRowClass} ${styles.actions}`}>
        {form.has_published_version && form.is_active && (
          <a href={`/f/${slug}`} target="_blank" rel="noreferrer" aria-label={words.openOf(title)}>
            {words.open}
          </a>
        )}
        <Archive form={form} />
      </div>
    </li>
  );
}

function statusOf(form: FormListItem): keyof typeof words.statuses {
  if (!form.is_active) return "archived";
  if (!form.has_published_version) return "draft";
  return form.is_accepting_responses ? "open" : "closed";
}

/** Nothing is lost by it, so it asks nothing, and can be taken back. */
function Archive({ form: { slug, title, is_active: isActive } }: { form: FormListItem }) {
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
  return (
    <Button
      aria-label={isActive ? words.archiveOf(title) : words.restoreOf(title)}
      isPending={change.isPending}
      onPress={() => change.mutate(!isActive)}
    >
      {isActive ? words.archive : words.restore}
    </Button>
  );
}
