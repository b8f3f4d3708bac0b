import { useId } from "react";
import { durationText } from "../../../strings/en/dashboard/formSettings.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { SelectField } from "../../../ui/selectField.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextField } from "../../../ui/textField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";
import styles from "./formSettings.module.css";
import { genericFields, isMinutes, isSwitch, type Labeled } from "./settingFields.ts";

/** The settings with a field of a common kind. */
export function Availability({ form, values, set, text }: FieldsProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const hintOf = ({ hint }: Labeled) =>
    typeof hint === "string" ? hint : hint({ zone, completed: form.completed_sessions });
  return (
    <div className={styles.settings}>
      {genericFields.map((entry) => {
        if (isSwitch(entry)) {
          const [name, field] = entry;
          const change = (isOn: boolean) => set(name, isOn);
          return <Setting key={name} label={field.label} hint={hintOf(field)} isOn={values[name]} onChange={change} />;
        }
        if (isMinutes(entry)) {
          const [name, { label, hint, options }] = entry;
          return (
            <SelectField
              key={name}
              label={label}
              description={hintOf({ label, hint })}
              value={values[name]}
              options={lasting([...options, Number(values[name])])}
              onChange={(minutes) => set(name, minutes)}
            />
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

/** Returns names by numbers of minutes. */
const lasting = (minutes: readonly number[]): Record<string, string> =>
  Object.fromEntries(minutes.map((count) => [count, durationText(count)]));

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
      <p id={id} className={mutedClass}>
        {hint}
      </p>
    </div>
  );
}
