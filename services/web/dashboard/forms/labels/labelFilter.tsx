import { useQuery } from "@tanstack/react-query";
import { labelKey, labelLimit } from "../../../../../shared/domain/labels.ts";
import * as words from "../../../strings/en/dashboard/labels.ts";
import { Icon } from "../../../ui/icon.tsx";
import { labelsQuery } from "../../api/queries/forms.ts";
import { hueOf } from "./labelChip.tsx";
import styles from "./labels.module.css";

interface Props {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The workspace's labels. The list shows the forms that have all of the pressed ones. Nothing where no form has a label. */
export function LabelFilter({ chosen, onChange }: Props) {
  const { data = [] } = useQuery(labelsQuery);
  const keys = chosen.map(labelKey);
  // a label of the URL can be turned off, even if its last form lost it
  const missing = chosen.filter((label) => !data.some((one) => labelKey(one.label) === labelKey(label)));
  const shown = [...data, ...missing.map((label) => ({ label, forms_count: 0 }))];
  if (shown.length === 0) return null;
  return (
    <fieldset aria-label={words.title} className={styles.filter}>
      <span className={styles.title} aria-hidden="true">
        <Icon name="tag" size={16} />
        {words.title}
      </span>
      {shown.map(({ label, forms_count: count }) => {
        const isOn = keys.includes(labelKey(label));
        return (
          <button
            key={label}
            type="button"
            className={styles.toggle}
            data-hue={hueOf(label)}
            aria-pressed={isOn}
            disabled={!isOn && chosen.length >= labelLimit}
            onClick={() =>
              onChange(isOn ? chosen.filter((one) => labelKey(one) !== labelKey(label)) : [...chosen, label])
            }
          >
            <bdi>{label}</bdi>{" "}
            <span className={styles.count}>
              {count}
              <span className="visually-hidden"> {words.forms(count)}</span>
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
