import { useState } from "react";
import type { Mail } from "../../../../shared/api/shapes/mails.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { englishName } from "../../ui/languageNames.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { TextField } from "../../ui/textField.tsx";

type Translations = Mail["translations"];

interface Props {
  mail: Mail | null;
  isCopy: boolean;
  /** of the form's translations */
  languages: readonly string[];
  translations: Translations;
  onChange(translations: Translations): void;
}

const own = "own";

/** Subject and text. Those of a copy also in the form's languages, a tab each. */
export function MailTexts({ mail, isCopy, languages, translations, onChange }: Props) {
  const [shown, setShown] = useState(own);
  const fields = () => <OwnTexts mail={mail} isCopy={isCopy} />;
  // a language can have left the form
  const tags = [...new Set([...languages, ...Object.keys(translations)])];
  if (!isCopy || tags.length === 0) return fields();
  const tabs = tags.map((tag) => [
    tag,
    {
      title: englishName(tag),
      content: () => (
        <TranslatedTexts
          texts={translations[tag] ?? nothing}
          onChange={(texts) => onChange({ ...translations, [tag]: texts })}
        />
      ),
    },
  ]);
  return (
    <Tabs
      label={words.languages}
      tabs={{ [own]: { title: words.ownLanguage, content: fields }, ...Object.fromEntries(tabs) }}
      selected={shown}
      kept={own}
      onSelect={setShown}
    />
  );
}

const nothing = { subject: "", text: "" };

const OwnTexts = ({ mail, isCopy }: Pick<Props, "mail" | "isCopy">) => (
  <>
    <TextField
      key={String(isCopy)}
      name="subject"
      label={words.subject}
      maxLength={200}
      defaultValue={mail?.subject ?? (isCopy ? words.defaultCopySubject : words.defaultSubject)}
      isRequired
    />
    <TextField
      name="text"
      rows={5}
      label={words.text}
      maxLength={5000}
      description={isCopy ? words.recallHint : words.recallHintOwner}
      defaultValue={mail?.text ?? ""}
    />
  </>
);

interface TranslatedProps {
  texts: Translations[string];
  onChange(texts: Translations[string]): void;
}

const TranslatedTexts = ({ texts, onChange }: TranslatedProps) => (
  <>
    <TextField
      label={words.subject}
      description={words.translatedHint}
      maxLength={200}
      value={texts.subject}
      onChange={(subject) => onChange({ ...texts, subject })}
    />
    <TextField
      rows={5}
      label={words.text}
      description={words.recallHint}
      maxLength={5000}
      value={texts.text}
      onChange={(text) => onChange({ ...texts, text })}
    />
  </>
);

/** Leaves out languages without texts. One without a subject has the form's. */
export const filledIn = (translations: Translations, subject: string): Translations =>
  Object.fromEntries(
    Object.entries(translations)
      .filter(([, texts]) => texts.subject.trim() !== "" || texts.text.trim() !== "")
      .map(([tag, texts]) => [tag, { ...texts, subject: texts.subject.trim() === "" ? subject : texts.subject }]),
  );
