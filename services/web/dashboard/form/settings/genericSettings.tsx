import { useId } from "react";
import { durationText } from "../../../strings/en/dashboard/formSettings.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { SelectField } from "../../../ui/selectField.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { useHasMail } from "../../api/useHasMail.ts";
import type { FieldsProps } from "./fieldsProps.ts";
import styles from "./formSettings.module.css";
import { isRetention, RetentionPreview } from "./retentionPreview.tsx";
import { type DurationSetting, type Generic, isDuration, isSwitch, type Labeled } from "./settingFields.ts";

interface Props extends FieldsProps {
  fields: readonly Generic[];
}

/** Settings with a field of a common kind. */
export function GenericSettings({ fields, form, values, set, text }: Props) {
  const hasMail = useHasMail() !== false;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hintOf = ({ hint }: Labeled) =>
    typeof hint === "string" ? hint : hint({ zone, completed: form.completed_sessions, hasMail });
  return (
    <div className={styles.settings}>
      {fields.map((entry) => {
        if (isSwitch(entry)) {
          const [name, field] = entry;
          const change = (isOn: boolean) => set(name, isOn);
          return <Setting key={name} label={field.label} hint={hintOf(field)} isOn={values[name]} onChange={change} />;
        }
        if (isDuration(entry)) {
          const [name, field] = entry;
          return (
            <div key={name}>
              <SelectField
                label={field.label}
                description={hintOf(field)}
                value={values[name]}
                options={durations(field, values[name])}
                onChange={(value) => set(name, value)}
              />
              {isRetention(name) && <RetentionPreview form={form} setting={name} days={values[name]} />}
            </div>
          );
        }
        const [name, field] = entry;
        const { kind, label, hint, ...limits } = field;
        return (
          <div key={name} className={kind === "time" ? styles.time : undefined}>
            <TextField {...text(name)} {...inputOf[kind]} {...limits} description={hintOf(field)} />
          </div>
        );
      })}
    </div>
  );
}

/** Returns the names of the durations by their values, with the value that it has. */
function durations({ unit, options, never }: DurationSetting, value: string): Record<string, string> {
  const known = options.map((option) => String(option ?? ""));
  const values = known.includes(value) ? known : [...known, value];
  return Object.fromEntries(values.map((one) => [one, Number(one) ? durationText(Number(one) * unit) : never]));
}

const inputOf = { text: {}, number: { inputMode: "numeric" }, time: { type: "datetime-local" } } as const;

interface SettingProps {
  label: string;
  hint: string;
  isOn: boolean;
  onChange(isOn: boolean): void;
}

function Setting({ hint, ...setting }: SettingProps) {
  const id = useId();
  return (
    <div>
      <Switch {...setting} describedBy={id} />
      <p id={id} className={`${mutedClass} ${styles.hint}`}>
        {hint}
      </p>
    </div>
  );
}
