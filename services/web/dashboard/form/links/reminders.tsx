import { reminderLimit } from "../../../../../shared/domain/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Button } from "../../../ui/button.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import styles from "./sendInvitations.module.css";

const choices = [1, 2, 3, 5, 7, 10, 14, 21, 30, 60];

interface Props {
  days: readonly number[];
  onChange: (days: readonly number[]) => void;
}

/** After how many days people who haven't answered are reminded. */
export function Reminders({ days, onChange }: Props) {
  const others = choices.filter((day) => !days.includes(day));
  return (
    <fieldset className={styles.reminders}>
      <legend>{words.reminders}</legend>
      <div className={styles.chips}>
        {days.map((day) => (
          <Button
            key={day}
            size="small"
            icon="x"
            aria-label={words.removeReminder(day)}
            onPress={() => onChange(days.filter((one) => one !== day))}
          >
            {words.afterDays(day)}
          </Button>
        ))}
        {days.length < reminderLimit && (
          <ActionMenu
            label={words.addReminderLabel}
            actions={others.map((day) => ({
              id: String(day),
              label: words.afterDays(day),
              onAction: () => onChange([...days, day].sort((a, b) => a - b)),
            }))}
            trigger={
              <Button look="plain" size="small" icon="plus" aria-label={words.addReminderLabel}>
                {words.addReminder}
              </Button>
            }
          />
        )}
      </div>
      <p className={mutedClass}>{words.remindersHint}</p>
    </fieldset>
  );
}
