import { type FocusEvent, type InputHTMLAttributes, useId, type WheelEvent } from "react";
import * as words from "../../strings/en/dashboard/fields.ts";
import { readable } from "../readable.ts";
import { SelectField } from "../selectField.tsx";
import { Switch } from "../switch.tsx";
import type { FieldProps } from "./field.ts";
import styles from "./fields.module.css";
import { FieldProblems, Labelled, type LabelledProps } from "./labelled.tsx";

const textOf = (value: unknown) => (value === undefined || value === null ? "" : String(value));
const placeholderOf = ({ field }: FieldProps) =>
  field.schema.default === undefined ? undefined : textOf(field.schema.default);

/** Returns undefined for an empty optional text. */
export const textOrNothing = ({ field }: FieldProps, text: string) =>
  text === "" && !field.isRequired ? undefined : text;

/** Label, help and problems around a field's element. */
const Shown = ({ field, problems, children }: FieldProps & Pick<LabelledProps, "children">) => (
  <Labelled label={field.label} description={field.description} problems={problems}>
    {children}
  </Labelled>
);

/** A single-line field. `input` has the attributes of its kind of text. */
function LineField({ input, ...props }: FieldProps & { input: InputHTMLAttributes<HTMLInputElement> }) {
  const { value, onChange } = props;
  return (
    <Shown {...props}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          data-text={props.field.key}
          value={textOf(value)}
          onChange={(event) => onChange(textOrNothing(props, event.target.value))}
        />
      )}
    </Shown>
  );
}

export const TextField = (props: FieldProps) => (
  <LineField {...props} input={{ type: "text", dir: "auto", placeholder: placeholderOf(props) }} />
);

/** The service checks it: the browser's own check of `type="url"` has no words on the page. */
export const UrlField = (props: FieldProps) => (
  <LineField {...props} input={{ type: "text", inputMode: "url", spellCheck: false, placeholder: "https://" }} />
);

export function LongTextField(props: FieldProps) {
  const { value, onChange } = props;
  return (
    <Shown {...props}>
      {(attributes) => (
        <textarea
          {...attributes}
          dir="auto"
          rows={3}
          value={textOf(value)}
          onChange={(event) => onChange(textOrNothing(props, event.target.value))}
        />
      )}
    </Shown>
  );
}

/** Scrolling the page must not change a number. */
export const leaveOnWheel = (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur();

export function NumberField(props: FieldProps) {
  const { field, value, onChange } = props;
  return (
    <Shown {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          step={field.kind === "integer" ? 1 : "any"}
          defaultValue={typeof value === "number" ? value : ""}
          ref={(input) => keepInStep(input, value)}
          placeholder={placeholderOf(props)}
          onWheel={leaveOnWheel}
          onFocus={selectWhenStandard(props)}
          onChange={({ target }) => {
            if (target.validity.badInput) return;
            onChange(target.value === "" ? undefined : target.valueAsNumber);
          }}
        />
      )}
    </Shown>
  );
}

/** Keeps half-typed numbers such as `1.` or `-`, but shows a value that changed elsewhere (undo). */
export function keepInStep(input: HTMLInputElement | null, value: unknown): void {
  if (!input || input.validity.badInput) return;
  const shown = input.value === "" ? undefined : input.valueAsNumber;
  if (shown !== value) input.value = typeof value === "number" ? String(value) : "";
}

const selectWhenStandard =
  ({ field, value }: FieldProps) =>
  (event: FocusEvent<HTMLInputElement>) => {
    if (value === field.schema.default) event.target.select();
  };

export function BooleanField({ field, value, onChange, problems = [] }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <Switch
        label={field.label}
        isOn={value === true}
        describedBy={field.description ? id : undefined}
        onChange={onChange}
      />
      {field.description && (
        <p id={id} className={styles.help}>
          {field.description}
        </p>
      )}
      <FieldProblems of={field.label} problems={problems} />
    </div>
  );
}

export function ChoiceField({ field, value, problems, onChange }: FieldProps) {
  const options = (field.schema.enum ?? []).map(String);
  return (
    <SelectField
      label={field.label}
      description={field.description}
      problems={problems}
      value={textOf(value)}
      options={options.map((option) => [option, words.choiceNames[option] ?? readable(option)])}
      missing={value === undefined ? words.chooseValue : String(value)}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

export function ColorField(props: FieldProps) {
  const { value, onChange } = props;
  return (
    <Shown {...props}>
      {(attributes) => (
        <input
          {...attributes}
          type="color"
          value={textOf(value) || "#000000"}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Shown>
  );
}
