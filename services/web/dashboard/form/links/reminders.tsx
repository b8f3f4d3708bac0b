import { useState } from "react";
import { reminderLimit } from "../../../../../shared/api/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { TextField } from "../../../ui/textField.tsx";
import styles from "./sendInvitations.module.css";

/** as the service takes them */
const longestDays = 60;

interface Props {
  days: readonly number[];
  onChange: (days: readonly number[]) => void;
}

/** After how many days people who haven't answered are reminded. */
export function Reminders({ days, onChange }: Props) {
  return (
    <fieldset className={styles.reminders}>
      <legend>{words.reminders}</legend>
      <div className={styles.chips}>
        {days.map((day) => (
          <Button
            key={day}
            size="small"
            aria-label={words.removeReminder(day)}
            onPress={() => onChange(days.filter((one) => one !== day))}
          >
            {words.afterDays(day)}
            <Icon name="x" size={14} />
          </Button>
        ))}
        {days.length < reminderLimit && (
          <NewReminder days={days} onAdd={(day) => onChange([...days, day].sort((one, other) => one - other))} />
        )}
      </div>
      <p className={mutedClass}>{words.remindersHint}</p>
    </fieldset>
  );
}

/** A number of days, which is faulty only once something is in it. */
function NewReminder({ days, onAdd }: { days: readonly number[]; onAdd: (day: number) => void }) {
  const [text, setText] = useState("");
  const day = Number(text);
  const isDay = Number.isInteger(day) && day >= 1 && day <= longestDays && !days.includes(day);
  const add = () => {
    onAdd(day);
    setText("");
  };
  return (
    <div className={`${styles.newReminder} labels-hidden`}>
      <TextField
        label={words.newReminder}
        placeholder={words.daysHint}
        inputMode="numeric"
        value={text}
        isInvalid={text !== "" && !isDay}
        onChange={(typed) => setText(typed.trim())}
        {...(text !== "" && !isDay && { description: words.needsDays(longestDays) })}
        onKeyDown={({ key }) => {
          if (key === "Enter" && isDay) add();
        }}
      />
      <Button size="small" icon="plus" aria-label={words.addReminderLabel} isDisabled={!isDay} onPress={add} />
    </div>
  );
}
