import * as words from "../../strings/en/dashboard/forms.ts";
import { isSecondClick } from "../../ui/doubleClick.ts";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./forms.module.css";
import { type Sample, samples } from "./samples.ts";
import { TemplatePicture } from "./templatePicture.tsx";
import { useCreateForm, useOpenBuilder } from "./useCreateForm.ts";

/** The templates whose title or text has what is searched for, at most `limit` of them. */
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

/** One click makes a form of it, which opens in the builder. */
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
