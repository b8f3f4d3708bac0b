import type { EventName } from "../../../../shared/domain/shapes/integrations.ts";
import { Check } from "../../parts/check.tsx";
import { FieldGroup } from "../../parts/fields/labelled.tsx";
import * as words from "../../strings/en/dashboard/integrations.ts";
import styles from "./integrations.module.css";

const names = Object.keys(words.eventNames) as EventName[];

interface Props {
  label: string;
  events: readonly EventName[];
  onChange: (events: EventName[]) => void;
}

/** Which events are received, in one order. */
export function EventChecks({ label, events, onChange }: Props) {
  const toggled = (name: EventName, isOn: boolean) =>
    names.filter((one) => (one === name ? isOn : events.includes(one)));
  return (
    <FieldGroup label={label}>
      <div className={styles.checks}>
        {names.map((name) => (
          <Check
            key={name}
            label={words.eventNames[name]}
            isChecked={events.includes(name)}
            onChange={(isOn) => onChange(toggled(name, isOn))}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
