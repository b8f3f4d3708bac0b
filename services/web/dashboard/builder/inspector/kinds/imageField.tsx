import { useId, useState } from "react";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { smallButtonClass } from "../../../../ui/button.tsx";
import fieldStyles from "../../../../ui/fields/fields.module.css";
import { UrlField } from "../../../../ui/fields/simpleFields.tsx";
import { PlainError } from "../../../../ui/plainError.ts";
import { uploadImage } from "../../../api/queries/themes.ts";
import styles from "../inspector.module.css";
import type { FieldProps } from "./props.ts";

/** An image by its URL, or uploaded from a file. */
export function ImageField(props: FieldProps) {
  const { field, value, onChange } = props;
  const [note, setNote] = useState("");
  const id = useId();
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setNote(words.uploading);
    try {
      onChange((await uploadImage(file)).url);
      setNote("");
    } catch (error) {
      setNote(error instanceof PlainError ? error.message : words.notUploaded);
    }
  };
  return (
    <div className={fieldStyles.field}>
      <UrlField {...props} />
      {typeof value === "string" && value.startsWith("http") && <img className={styles.picture} src={value} alt="" />}
      <label htmlFor={id}>{words.upload}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-describedby={`${id}-state`}
        onChange={({ target }) => void upload(target.files?.[0])}
      />
      <p id={`${id}-state`} role="status" className={fieldStyles.help}>
        {note}
      </p>
      {value !== undefined && value !== "" && (
        <button type="button" className={smallButtonClass} onClick={() => onChange(field.isRequired ? "" : undefined)}>
          {words.removePicture}
        </button>
      )}
    </div>
  );
}
