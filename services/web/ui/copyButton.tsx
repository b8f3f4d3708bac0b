import { useState } from "react";
import { copied } from "../strings/en/dashboard/forms.ts";
import { Button } from "./button.tsx";

/** Renders nothing without a clipboard, such as over plain HTTP. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copiedText, setCopiedText] = useState<string | null>(null);
  if (!navigator.clipboard) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopiedText(text));
  return (
    <>
      <Button onPress={() => void copy()}>{copiedText === text ? copied : label}</Button>
      <span role="status" className="visually-hidden">
        {copiedText === text && copied}
      </span>
    </>
  );
}
