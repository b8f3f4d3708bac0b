import { Link } from "@tanstack/react-router";
import type { FormListItem } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import styles from "./themes.module.css";

/** The loaded forms, of `count`. */
export function FormsWithTheme({ count, forms }: { count: number; forms: readonly FormListItem[] }) {
  if (count === 0) return null;
  return (
    <ul className={styles.forms}>
      {forms.map(({ id, slug, title, is_active: isActive }) => (
        <li key={id}>
          <Link to="/forms/$slug/settings" params={{ slug }}>
            <bdi>{title}</bdi>
          </Link>{" "}
          {!isActive && <Badge>{words.archived}</Badge>}
        </li>
      ))}
      {count > forms.length && <li className={mutedClass}>{words.andMore(count - forms.length)}</li>}
    </ul>
  );
}
