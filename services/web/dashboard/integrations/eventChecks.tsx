import type { EventName } from "../../../../shared/domain/shapes/integrations.ts";
import { attachableEvents } from "../../strings/en/dashboard/deliveries.ts";
import { Check } from "../../ui/check.tsx";
import { FieldGroup } from "../../ui/fields/labelled.tsx";
import styles from "./integrations.module.css";

const names = Object.keys(attachableEvents) as EventName[];

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
            label={attachableEvents[name]}
            isChecked={events.includes(name)}
            onChange={(isOn) => onChange(toggled(name, isOn))}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
