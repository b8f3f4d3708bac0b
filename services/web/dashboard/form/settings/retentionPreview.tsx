import { useQuery } from "@tanstack/react-query";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { monthText } from "../../../ui/dates.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { retentionQuery } from "../../api/queries/forms.ts";
import styles from "./formSettings.module.css";

type Retention = "retention_days" | "personal_retention_days";
export const isRetention = (name: string): name is Retention => Object.hasOwn(deletes, name);

const deletes = { retention_days: words.retentionDeletes, personal_retention_days: words.personalDeletes };

interface Props {
  form: FormDetail;
  setting: Retention;
  days: string;
}

/** The responses that a new or shorter retention would delete, or their personal answers, before it is saved (wants §21.4, §21.5). */
export function RetentionPreview({ form, setting, days }: Props) {
  const { [setting]: stored } = form;
  const isNew = days !== "" && (stored === null || Number(days) < stored);
  const { data } = useQuery({ ...retentionQuery(form.slug, Number(days)), enabled: isNew });
  if (!isNew || !data) return null;
  if (data.count === 0) return <p className={mutedClass}>{deletes[setting](0)}</p>;
  return (
    <Notice kind="warning">
      <p>{deletes[setting](data.count)}</p>
      <ul className={styles.months}>
        {data.by_month.map(({ month, count }) => (
          <li key={month}>{words.retentionMonth(monthText(`${month}-01`), count)}</li>
        ))}
      </ul>
    </Notice>
  );
}
