import { buttonClass } from "../../../parts/button.tsx";
import { ButtonRow } from "../../../parts/buttonRow.tsx";
import { CopyButton } from "../../../parts/copyButton.tsx";
import { Section } from "../../../parts/section.tsx";
import { TextField } from "../../../parts/textField.tsx";
import * as words from "../../../strings/en/dashboard/share.ts";
import { linkOf } from "./links.ts";

interface Props {
  slug: string;
  hidden: Readonly<Record<string, string>>;
}

export function LinkSection({ slug, hidden }: Props) {
  const link = linkOf(location.origin, slug, hidden);
  return (
    <Section title={words.link}>
      <TextField label={words.linkLabel} value={link} isReadOnly onFocus={({ target }) => selectAll(target)} />
      <ButtonRow>
        <CopyButton text={link} label={words.copyLink} />
        <a className={buttonClass("quiet")} href={link} target="_blank" rel="noreferrer">
          {words.open}
        </a>
      </ButtonRow>
    </Section>
  );
}

/** Who reaches the field wants all of it. */
const selectAll = (field: Element): void => {
  if (field instanceof HTMLInputElement) field.select();
};
