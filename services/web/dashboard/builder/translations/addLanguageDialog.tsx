import { useState } from "react";
import { sameLanguage } from "../../../../../shared/domain/graph/translations/translations.ts";
import { languageLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { englishName, isLanguage, nativeName, offeredLanguages } from "../../../ui/languageNames.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import styles from "./translations.module.css";

interface Props {
  /** the form's language */
  own: string;
  /** languages that the form has */
  tags: readonly string[];
  onAdded(language: string): void;
  onClose(): void;
}

const other = "other";

/** Adds a language without texts. */
export function AddLanguageDialog({ own, tags, onAdded, onClose }: Props) {
  const editor = useEditor();
  const announce = useAnnounce();
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const isFull = tags.length >= languageLimit;
  const add = () => {
    const language = chosen === other ? typed.trim() : chosen;
    const found = faultOf(language, own, tags);
    setFault(found);
    if (found !== null) return;
    editor.settle();
    editor.perform("addLanguage", { language }, { label: words.steps.add(englishName(language)) });
    announce(words.added(englishName(language)));
    onAdded(language);
    onClose();
  };
  return (
    <Dialog title={words.addLanguage} guide="languages" onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isFull) add();
        }}
      >
        {isFull ? (
          <Notice kind="warning">{words.limitReached(languageLimit)}</Notice>
        ) : (
          <SelectField label={words.language} value={chosen} options={optionsOf(own, tags)} onChange={setChosen} />
        )}
        {chosen === other && (
          <TextField
            label={words.tag}
            description={words.tagHint}
            maxLength={35}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
          />
        )}
        {fault !== null && <Notice kind="danger">{fault}</Notice>}
        <DialogFooter>
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" isDisabled={isFull || chosen === ""}>
            {words.add}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function faultOf(language: string, own: string, tags: readonly string[]): string | null {
  if (!isLanguage(language)) return words.noLanguage;
  if (sameLanguage(language, own)) return words.isOwn;
  return tags.some((tag) => sameLanguage(tag, language)) ? words.isThere : null;
}

/** Languages that the form lacks, by their English names, with their own. */
function optionsOf(own: string, tags: readonly string[]): Record<string, string> {
  const known = [own, ...tags];
  const free = offeredLanguages.filter((tag) => !known.some((one) => sameLanguage(one, tag)));
  const named = free.map((tag): [string, string] => [tag, words.nameIn(englishName(tag), nativeName(tag))]);
  const sorted = named.sort(([, one], [, another]) => one.localeCompare(another, "en"));
  return { "": words.choose, ...Object.fromEntries(sorted), [other]: words.otherLanguage };
}
