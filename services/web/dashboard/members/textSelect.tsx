import { useId } from "react";
import { Select } from "../../ui/select.tsx";

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** values in order */
  values: readonly Value[];
  names: Record<Value, string>;
  /** why it can't be changed */
  fixed?: string | undefined;
  onChange: (value: Value) => void;
}

/** A choice in a row, which looks like text until it is pointed at or focused. */
export function TextSelect<Value extends string>({ label, value, values, names, fixed, onChange }: Props<Value>) {
  const reason = useId();
  return (
    <>
      <Select
        look="text"
        label={label}
        aria-describedby={fixed === undefined ? undefined : reason}
        title={fixed}
        isDisabled={fixed !== undefined}
        value={value}
        options={values.map((one) => [one, names[one]])}
        onChange={onChange}
      />
      {fixed !== undefined && (
        <span id={reason} hidden>
          {fixed}
        </span>
      )}
    </>
  );
}
