import { type ReactNode, Suspense, useState } from "react";
import type { Template } from "../../../../shared/api/shapes/templates.ts";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Notice } from "../../ui/notice.tsx";
import { useCreateForm } from "../form/useCreateForm.ts";
import { useOpenBuilder } from "../form/useOpenBuilder.ts";
import { TemplateGallery } from "../templates/gallery.tsx";
import styles from "./forms.module.css";

const ImportForm = lazyPart(() => import("./importForm.tsx"), "ImportForm");

interface Props {
  /** Opens with the ways to start, with the import, or with the preview of a template. */
  first: "new" | "import" | Template;
  onClose: () => void;
}

/** Options for a new form: blank, an import or a template. Each opens in the builder, unpublished. */
export function NewForm({ first, onClose }: Props) {
  const [isImporting, setImporting] = useState(first === "import");
  const openBuilder = useOpenBuilder();
  const blank = useCreateForm(() => ({ title: words.untitled }));
  const copy = useCreateForm(({ id, title }: Template) => ({ title, template: id }));
  if (isImporting) {
    return (
      <Dialog title={words.importForm} guide="import" onClose={onClose}>
        <Suspense fallback={null}>
          <ImportForm onCreated={(form) => openBuilder(form.slug)} />
        </Suspense>
      </Dialog>
    );
  }
  const startBlank = () =>
    blank.isPending || blank.mutate(undefined, { onSuccess: ({ slug }) => openBuilder(slug, { isNew: true }) });
  const starts = (
    <>
      <div className={styles.starts}>
        <Start icon="plus" title={words.startBlank} text={words.startBlankText} isFirst onStart={startBlank} />
        <Start icon="upload" title={words.importForm} text={words.importFormText} onStart={() => setImporting(true)} />
      </div>
      {blank.error && <Notice kind="danger">{problemText(blank.error)}</Notice>}
    </>
  );
  return (
    <TemplateGallery
      title={words.newForm}
      first={typeof first === "string" ? null : first}
      starts={starts}
      isUsing={copy.isPending}
      error={copy.error}
      onUse={(template) => copy.mutate(template, { onSuccess: ({ slug }) => openBuilder(slug) })}
      onClose={onClose}
    />
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
