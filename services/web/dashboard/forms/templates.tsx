import * as words from "../../strings/en/dashboard/forms.ts";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./forms.module.css";
import { type Sample, samples } from "./samples.ts";
import { TemplatePicture } from "./templatePicture.tsx";
import { useCreateForm, useOpenBuilder } from "./useCreateForm.ts";

/** Templates whose title or text matches the search, at most `limit`. */
export function Templates({ search = "", limit = samples.length }: { search?: string; limit?: number }) {
  const wanted = search.trim().toLowerCase();
  const found = samples.filter(({ id, title }) => `${title} ${words.templateTexts[id]}`.toLowerCase().includes(wanted));
  if (found.length === 0) return <p role="status">{words.noTemplates}</p>;
  return (
    <ul className={styles.templates}>
      {found.slice(0, limit).map((sample) => (
        <li key={sample.id}>
          <Template sample={sample} />
        </li>
      ))}
    </ul>
  );
}

/** A template. A click creates a form from it and opens the builder. */
function Template({ sample }: { sample: Sample }) {
  const openBuilder = useOpenBuilder();
  const create = useCreateForm(() => sample.load());
  return (
    <>
      <button
        type="button"
        className={styles.template}
        data-pending={create.isPending || undefined}
        onClick={() =>
          create.isPending ||
          isSecondClick() ||
          create.mutate(undefined, { onSuccess: ({ slug }) => openBuilder(slug) })
        }
      >
        <TemplatePicture kind={sample.picture} />
        <span className={styles.templateTexts}>
          <strong>{sample.title}</strong>
          <span>{words.templateTexts[sample.id]}</span>
        </span>
      </button>
      {create.error && <Notice kind="danger">{problemText(create.error)}</Notice>}
    </>
  );
}
