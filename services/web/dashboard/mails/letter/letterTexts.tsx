import * as words from "../../../strings/en/dashboard/letters.ts";
import { englishName } from "../../../ui/languageNames.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { type Insert, InsertField } from "./insertField.tsx";
import styles from "./letter.module.css";
import { noTexts, type Texts, type Translations } from "./texts.ts";

interface Props {
  inserts: readonly Insert[];
  /** of the form's translations */
  languages: readonly string[];
  texts: Texts;
  translations: Translations;
  /** the language whose texts are shown; null for the form's own */
  shown: string | null;
  textHint?: string;
  onTexts: (texts: Texts) => void;
  onTranslations: (translations: Translations) => void;
  onShow: (language: string | null) => void;
}

const own = "own";

/** Subject and text, a tab for each language of the form. */
export function LetterTexts(props: Props) {
  const { languages, texts, translations, shown, onTexts, onTranslations, onShow, ...others } = props;
  const fields = () => <Fields {...others} isOwn texts={texts} onChange={onTexts} />;
  if (languages.length === 0) return fields();
  const tabs = languages.map((tag) => [
    tag,
    {
      title: englishName(tag),
      content: () => (
        <Fields
          key={tag}
          {...others}
          texts={translations[tag] ?? noTexts}
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
        selected={shown ?? own}
        kept={own}
        onSelect={(tab) => onShow(tab === own ? null : tab)}
      />
    </div>
  );
}

interface FieldsProps extends Pick<Props, "inserts" | "texts" | "textHint"> {
  isOwn?: boolean;
  onChange: (texts: Texts) => void;
}

/** Only the form's own texts have names, at which problems of the service show. */
const Fields = ({ inserts, texts, textHint, isOwn = false, onChange }: FieldsProps) => (
  <div className={styles.texts}>
    <InsertField
      label={words.subject}
      inserts={inserts}
      maxLength={200}
      value={texts.subject}
      onChange={(subject) => onChange({ ...texts, subject })}
      {...(isOwn ? { name: "subject", isRequired: true } : { description: words.translatedHint })}
    />
    <InsertField
      label={words.text}
      inserts={inserts}
      rows={5}
      maxLength={5000}
      value={texts.text}
      onChange={(text) => onChange({ ...texts, text })}
      {...(isOwn && { name: "text" })}
      {...(textHint !== undefined && { description: textHint })}
    />
  </div>
);
