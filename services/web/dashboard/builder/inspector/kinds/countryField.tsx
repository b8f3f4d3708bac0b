import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { Labelled } from "../../../../ui/fields/labelled.tsx";
import type { FieldProps } from "./props.ts";

/** A two-letter country code, with the country's name as help. */
export function CountryField({ field, value, onChange, problems }: FieldProps) {
  const code = typeof value === "string" ? value : "";
  const description = code === "" ? field.description : (nameOf(code) ?? words.unknownCountry);
  return (
    <Labelled label={field.label} description={description} problems={problems}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          maxLength={2}
          autoCapitalize="characters"
          value={code}
          onChange={({ target }) => onChange(target.value.toUpperCase() || undefined)}
        />
      )}
    </Labelled>
  );
}

function nameOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code);
  return name;
}
