import { useQuery } from "@tanstack/react-query";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { monthText } from "../../../ui/dates.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { retentionQuery } from "../../api/queries/forms.ts";
import styles from "./formSettings.module.css";

/** The responses that a new or shorter retention would delete, before it is saved (wants §21.4). */
export function RetentionPreview({ form, days }: { form: FormDetail; days: string }) {
  const isNew = days !== "" && (form.retention_days === null || Number(days) < form.retention_days);
  const { data } = useQuery({ ...retentionQuery(form.slug, Number(days)), enabled: isNew });
  if (!isNew || !data) return null;
  if (data.count === 0) return <p className={mutedClass}>{words.retentionDeletes(0)}</p>;
  return (
    <Notice kind="warning">
      <p>{words.retentionDeletes(data.count)}</p>
      <ul className={styles.months}>
        {data.by_month.map(({ month, count }) => (
          <li key={month}>{words.retentionMonth(monthText(`${month}-01`), count)}</li>
        ))}
      </ul>
    </Notice>
  );
}
