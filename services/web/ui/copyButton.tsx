import { type ComponentProps, useState } from "react";
import { copied } from "../strings/en/dashboard/forms.ts";
import { Button } from "./button.tsx";

interface Props extends Pick<ComponentProps<typeof Button>, "look" | "size" | "icon"> {
  text: string;
  label: string;
}

/** Nothing if the browser has no clipboard for pages, as over plain HTTP. */
export function CopyButton({ text, label, ...look }: Props) {
  const [copiedText, setCopiedText] = useState<string | null>(null);
  if (!navigator.clipboard) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopiedText(text));
  return (
    <>
      <Button {...look} onPress={() => void copy()}>
        {copiedText === text ? copied : label}
      </Button>
      <span role="status" className="visually-hidden">
        {copiedText === text && copied}
      </span>
    </>
  );
}
