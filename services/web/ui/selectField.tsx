import type { ReactNode } from "react";
import { Labelled, type LabelledProps } from "./fields/labelled.tsx";
import { type Options, Select } from "./select.tsx";

interface Props<Value extends string> extends Omit<LabelledProps, "children"> {
  value: Value;
  options: Options<Value>;
  /** the name of a value outside the options, such as a deleted question; it is offered too */
  missing?: string | undefined;
  /** `<optgroup>`s after the options */
  children?: ReactNode;
  onChange: (value: Value) => void;
}

/** A choice from a list, with its label. */
export const SelectField = <Value extends string>({ label, description, problems, ...select }: Props<Value>) => (
  <Labelled label={label} description={description} problems={problems}>
    {(attributes) => <Select {...attributes} {...select} />}
  </Labelled>
);
