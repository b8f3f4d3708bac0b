import { useId } from "react";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { Switch } from "../../../ui/switch.tsx";
import { TextField } from "../../../ui/textField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";
import styles from "./formSettings.module.css";

export function Availability({ form, values, set, text }: FieldsProps) {
  const check = (field: "is_accepting_responses" | "bot_protection" | "resume") => ({
    isOn: values[field],
    onChange: (isOn: boolean) => set(field, isOn),
  });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Setting {...check("is_accepting_responses")} label={words.accepting} hint={words.acceptingHint} />
      <div className={styles.times}>
        <TextField {...text("opens_at")} type="datetime-local" description={words.timeHint(zone)} />
        <TextField {...text("closes_at")} type="datetime-local" description={words.timeHint(zone)} />
      </div>
      <TextField
        {...text("response_limit")}
        inputMode="numeric"
        description={words.limitHint(form.completed_sessions)}
        maxLength={12}
      />
      <Setting {...check("bot_protection")} label={words.botProtection} hint={words.botProtectionHint} />
      <Setting {...check("resume")} label={words.finishLater} hint={words.finishLaterHint} />
      <TextField {...text("closed_message")} rows={3} maxLength={500} description={words.closedMessageHint} />
    </>
  );
}

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
