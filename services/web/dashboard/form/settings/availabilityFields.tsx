import { useId } from "react";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { TextField } from "../../../ui/textField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";
import styles from "./formSettings.module.css";

export function Availability({ form, values, set, text }: FieldsProps) {
  const id = useId();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={values.is_accepting_responses}
            aria-describedby={id}
            onChange={({ currentTarget }) => set("is_accepting_responses", currentTarget.checked)}
          />
          {words.accepting}
        </label>
        <p id={id} className={mutedClass}>
          {words.acceptingHint}
        </p>
      </div>
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
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={values.bot_protection}
            aria-describedby={`${id}-bots`}
            onChange={({ currentTarget }) => set("bot_protection", currentTarget.checked)}
          />
          {words.botProtection}
        </label>
        <p id={`${id}-bots`} className={mutedClass}>
          {words.botProtectionHint}
        </p>
      </div>
      <TextField {...text("closed_message")} rows={3} maxLength={500} description={words.closedMessageHint} />
    </>
  );
}
