import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useRef } from "react";
import { imageTypes } from "../../../../../shared/domain/imageTypes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { uploadImage } from "../../api/queries/themes.ts";
import styles from "./themes.module.css";

interface Props {
  label: string;
  description: string;
  name: string;
  /** its URL, empty for none */
  value: string;
  onChange: (value: string) => void;
  onUploaded: (url: string) => void;
}

/** An image by its URL, or a file to upload. */
export function ImageField({ label, description, name, value, onChange, onUploaded }: Props) {
  const chosen = useRef<File | null>(null);
  const upload = useMutation({
    mutationFn: uploadImage,
    onSuccess: ({ url }, file) => {
      onUploaded(url);
      // another file was selected during the upload
      if (file !== chosen.current) return;
      onChange(url);
      tell(words.uploaded(label));
    },
  });
  const input = useRef<HTMLInputElement>(null);
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    // the same file can be chosen again
    currentTarget.value = "";
    if (!file) return;
    chosen.current = file;
    upload.mutate(file);
  };
  return (
    <div className={styles.image}>
      <TextField
        label={label}
        description={description}
        name={name}
        inputMode="url"
        placeholder="https://"
        validationBehavior="aria"
        maxLength={2048}
        value={value}
        onChange={onChange}
      />
      {upload.error && <Notice kind="danger">{problemText(upload.error)}</Notice>}
      <ButtonRow>
        {/^https?:/.test(value) && <img className={styles.thumbnail} src={value} alt="" />}
        <input ref={input} type="file" accept={imageTypes.join()} hidden onChange={take} />
        <Button isPending={upload.isPending} onPress={() => input.current?.click()}>
          {words.upload(label)}
        </Button>
        {value !== "" && (
          <Button look="plain" onPress={() => onChange("")}>
            {words.withoutPicture(label)}
          </Button>
        )}
      </ButtonRow>
    </div>
  );
}
