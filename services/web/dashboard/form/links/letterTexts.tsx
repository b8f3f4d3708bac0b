import { useRef, useState } from "react";
import type { CreateLinkMailBody } from "../../../../../shared/api/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Button } from "../../../ui/button.tsx";
import { englishName } from "../../../ui/languageNames.ts";
import { ActionMenu } from "../../../ui/menu.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { TextField } from "../../../ui/textField.tsx";
import styles from "./sendInvitations.module.css";
import type { Published } from "./useKnown.ts";

export interface Texts {
  subject: string;
  text: string;
}
export type Translations = NonNullable<CreateLinkMailBody["translations"]>;

interface Props {
  known: Pick<Published, "hidden" | "languages">;
  texts: Texts;
  translations: Translations;
  onTexts: (texts: Texts) => void;
  onTranslations: (translations: Translations) => void;
}

const own = "own";
const nothing: Texts = { subject: "", text: "" };

/** Subject and text, a tab for each language of the form. */
export function LetterTexts({ known, texts, translations, onTexts, onTranslations }: Props) {
  const [shown, setShown] = useState(own);
  const { hidden } = known;
  const [, ...others] = known.languages;
  const fields = () => <Fields hidden={hidden} texts={texts} onChange={onTexts} />;
  if (others.length === 0) return fields();
  const tabs = others.map((tag) => [
    tag,
    {
      title: englishName(tag),
      content: () => (
        <Fields
          key={tag}
          hidden={hidden}
          texts={translations[tag] ?? nothing}
          subjectHint={words.translatedHint}
          onChange={(changed) => onTranslations({ ...translations, [tag]: changed })}
        />
      ),
    },
  ]);
  return (
    <div className={styles.languages}>
      <Tabs
        label={words.languages}
        tabs={{ [own]: { title: words.ownLanguage, content: fields }, ...Object.fromEntries(tabs) }}
        selected={shown}
        onSelect={setShown}
      />
    </div>
  );
}

interface FieldsProps {
  hidden: readonly string[];
  texts: Texts;
  subjectHint?: string;
  onChange: (texts: Texts) => void;
}

const Fields = ({ hidden, texts, subjectHint, onChange }: FieldsProps) => (
  <div className={styles.texts}>
    <RecallField
      label={words.subject}
      hidden={hidden}
      maxLength={200}
      value={texts.subject}
      onChange={(subject) => onChange({ ...texts, subject })}
      {...(subjectHint !== undefined && { description: subjectHint })}
    />
    <RecallField
      label={words.text}
      hidden={hidden}
      description={words.buttonHint}
      rows={7}
      maxLength={5000}
      value={texts.text}
      onChange={(text) => onChange({ ...texts, text })}
    />
  </div>
);

interface RecallProps {
  label: string;
  description?: string;
  hidden: readonly string[];
  rows?: number;
  maxLength: number;
  value: string;
  onChange: (value: string) => void;
}

/** A text with a menu that inserts details of the person and the form at the cursor. */
function RecallField({ hidden, label, ...props }: RecallProps) {
  const field = useRef<HTMLDivElement>(null);
  const insert = (recall: string) => {
    const input = field.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!input) return;
    input.setRangeText(`{{${recall}}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    // React hears of it as of typing
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const recalls = [...hidden.map((key) => [`hidden:${key}`, key] as const), ...Object.entries(words.inserts)];
  return (
    <div ref={field} className={styles.recallField}>
      <TextField label={label} {...props} />
      <div className={styles.insert}>
        <ActionMenu
          label={words.insertInto(label)}
          actions={recalls.map(([id, text]) => ({ id, label: text, onAction: () => insert(id) }))}
          trigger={
            <Button look="plain" size="small" icon="plus" aria-label={words.insertInto(label)}>
              {words.insert}
            </Button>
          }
        />
      </div>
    </div>
  );
}
