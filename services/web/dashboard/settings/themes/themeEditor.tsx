import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import type { Theme } from "../../../../../shared/domain/shapes/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Button } from "../../../ui/button.tsx";
import { cardClass } from "../../../ui/card.ts";
import { FormPreview } from "../../../ui/formPreview.tsx";
import { Section } from "../../../ui/section.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { themeQuery, themesKey, updateTheme } from "../../api/queries/themes.ts";
import { atField } from "../editing/atField.ts";
import { ConflictNotice } from "../editing/conflictNotice.tsx";
import { LeaveGuard } from "../editing/leaveGuard.tsx";
import { useEdits } from "../editing/useEdits.ts";
import { ColorField } from "./colorField.tsx";
import { ContrastWarnings } from "./contrastWarnings.tsx";
import { ImageField } from "./imageField.tsx";
import { bodyOfFields, colorNames, fieldsOf, lookOf, type ThemeFields } from "./look.ts";
import { sampleForm } from "./sampleForm.ts";
import styles from "./themes.module.css";
import { useUploads } from "./useUploads.ts";

const labels: Record<keyof ThemeFields, string> = {
  name: words.name,
  ...words.colorNames,
  font: words.font,
  border_radius: words.radius,
  logo_url: words.logo,
  background_image_url: words.background,
};

export function ThemeEditor({ theme, isDefault }: { theme: Theme; isDefault: boolean }) {
  const queryClient = useQueryClient();
  const query = themeQuery(theme.id);
  const uploads = useUploads(theme);
  const editing = useEdits<ThemeFields, Theme>({
    stored: useMemo(() => fieldsOf(theme), [theme]),
    read: async () => fieldsOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
    fieldsOf,
    save: (changes) => atField(409, "name", updateTheme(theme.id, bodyOfFields(changes))),
    onSaved: (saved, left) => {
      uploads.saved(saved, left);
      queryClient.setQueryData(query.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [...themesKey, "list"] });
      void queryClient.invalidateQueries({ queryKey: ["form"] });
      tell(words.saved(saved.name));
    },
  });
  const { values, set } = editing;
  const discard = () => {
    editing.discard();
    uploads.discarded();
  };
  const look = useMemo(() => lookOf(theme, values), [theme, values]);
  const text = (field: keyof ThemeFields) => ({
    name: field as string,
    label: labels[field],
    value: values[field],
    onChange: (value: string) => set(field, value),
  });
  return (
    <div className={styles.editor}>
      <LeaveGuard isEdited={editing.isEdited} />
      <div className={cardClass}>
        <ConflictNotice editing={editing} labels={labels} />
        <SubmitForm
          action={words.save}
          mutation={editing.saving}
          bodyOf={() => undefined}
          buttons={editing.isEdited && <Button onPress={discard}>{words.discard}</Button>}
        >
          <TextField {...text("name")} maxLength={100} isRequired isReadOnly={isDefault} />
          <fieldset className={styles.group}>
            <legend>{words.colors}</legend>
            <div className={styles.colors}>
              {colorNames.map((color) => (
                <ColorField key={color} {...text(color)} name={`colors.${color}`} />
              ))}
            </div>
          </fieldset>
          <ContrastWarnings theme={look} onUse={(color, value) => set(color, value)} />
          <TextField {...text("font")} description={words.fontHint} maxLength={100} isRequired />
          <TextField {...text("border_radius")} inputMode="numeric" isRequired />
          <ImageField {...text("logo_url")} description={words.logoHint} onUploaded={uploads.add} />
          <ImageField {...text("background_image_url")} description={words.backgroundHint} onUploaded={uploads.add} />
        </SubmitForm>
      </div>
      <Preview look={look} />
    </div>
  );
}

function Preview({ look }: { look: Theme }) {
  const [scheme, setScheme] = useState<"light" | "dark">("light");
  // dragging in the color picker changes the color with every step
  const shown = useDeferredValue(look);
  const form = useMemo(() => sampleForm(shown), [shown]);
  return (
    <div className={styles.preview}>
      <Section
        title={words.preview}
        actions={<Segmented label={words.scheme} value={scheme} options={words.schemes} onChange={setScheme} />}
      >
        <FormPreview form={form} title={words.previewFrame} scheme={scheme} />
      </Section>
    </div>
  );
}
