import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import type { FieldsProps } from "./fieldsProps.ts";

export function Embedding({ values, set, text }: FieldsProps) {
  return (
    <>
      <SelectField
        label={words.whoEmbeds}
        value={values.embedding}
        options={words.whoMayEmbed}
        onChange={(who) => set("embedding", who)}
      />
      {values.embedding === "some" && (
        <TextField {...text("origins")} rows={4} description={words.originsHint} isRequired />
      )}
    </>
  );
}
