import { mixedRowClass } from "../../parts/buttonRow.tsx";
import { CopyButton } from "../../parts/copyButton.tsx";
import { Notice } from "../../parts/notice.tsx";
import * as words from "../../strings/en/dashboard/forms.ts";

/** The link of a form that has just been published. */
export function MadeNotice({ title, slug }: { title: string; slug: string }) {
  const address = `${window.location.origin}/f/${slug}`;
  return (
    <Notice kind="good">
      <div className={mixedRowClass}>
        <span>{words.published(title)}</span>
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
        <CopyButton text={address} label={words.copyLink} />
      </div>
    </Notice>
  );
}
