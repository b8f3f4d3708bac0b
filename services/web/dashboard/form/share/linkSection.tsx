import * as words from "../../../strings/en/dashboard/share.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { CopyButton } from "../../../ui/copyButton.tsx";
import { Section } from "../../../ui/section.tsx";
import { TextField } from "../../../ui/textField.tsx";
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
