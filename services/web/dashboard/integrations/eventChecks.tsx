import type { EventName } from "../../../../shared/api/shapes/integrations.ts";
import { attachableEvents } from "../../strings/en/dashboard/deliveries.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import styles from "./integrations.module.css";

const names = Object.keys(attachableEvents) as EventName[];

interface Props {
  label: string;
  events: readonly EventName[];
  onChange: (events: EventName[]) => void;
}

/** The events to receive, always in the same order. */
export function EventChecks({ label, events, onChange }: Props) {
  const toggled = (name: EventName, isOn: boolean) =>
    names.filter((one) => (one === name ? isOn : events.includes(one)));
  return (
    <fieldset className={styles.events}>
      <legend>{label}</legend>
      <div className={styles.checks}>
        {names.map((name) => (
          <Checkbox
            key={name}
            label={attachableEvents[name]}
            isChecked={events.includes(name)}
            onChange={(isOn) => onChange(toggled(name, isOn))}
          />
        ))}
      </div>
    </fieldset>
  );
}
