import { type ReactNode, useState } from "react";
import { close } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { Notice } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/searchField.tsx";
import styles from "./forms.module.css";
import { ImportForm } from "./importForm.tsx";
import { Templates } from "./templates.tsx";
import { useCreateForm, useOpenBuilder } from "./useCreateForm.ts";

/** Options for a new form: blank, JSON or a template. Each opens in the builder, unpublished. */
export function NewForm({ onClose }: { onClose: () => void }) {
  const [isImporting, setImporting] = useState(false);
  const [search, setSearch] = useState("");
  const openBuilder = useOpenBuilder();
  const create = useCreateForm(() => ({ title: words.untitled }));
  const actions = (
    <>
      {!isImporting && (
        <div className={styles.searchTemplates}>
          <SearchField
            isBare
            label={words.searchTemplates}
            placeholder={words.searchTemplates}
            search={search}
            onSearch={setSearch}
          />
        </div>
      )}
      <Button look="plain" icon="x" aria-label={close} onPress={onClose} />
    </>
  );
  if (isImporting) {
    return (
      <Dialog title={words.importJson} onClose={onClose} actions={actions}>
        <ImportForm onCreated={(form) => openBuilder(form.slug)} />
      </Dialog>
    );
  }
  return (
    <Dialog title={words.newForm} onClose={onClose} isWide actions={actions}>
      <div className={styles.starts}>
        <Start
          icon="plus"
          title={words.startBlank}
          text={words.startBlankText}
          isFirst
          onStart={() =>
            create.isPending ||
            create.mutate(undefined, { onSuccess: ({ slug }) => openBuilder(slug, { isNew: true }) })
          }
        />
        <Start icon="upload" title={words.importJson} text={words.importJsonText} onStart={() => setImporting(true)} />
      </div>
      {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
      <h3>{words.templates}</h3>
      <Templates search={search} />
    </Dialog>
  );
}

interface StartProps {
  icon: IconName;
  title: string;
  text: string;
  isFirst?: boolean;
  onStart: () => void;
}

const Start = ({ icon, title, text, isFirst = false, onStart }: StartProps): ReactNode => (
  <button
    type="button"
    className={styles.start}
    // biome-ignore lint/a11y/noAutofocus: the dialog was asked for, and Enter starts a blank form
    autoFocus={isFirst}
    onClick={() => isSecondClick() || onStart()}
  >
    <span className={styles.startIcon}>
      <Icon name={icon} size={18} />
    </span>
    <span>
      <strong>{title}</strong>
      <span className={styles.startText}>{text}</span>
    </span>
  </button>
);
