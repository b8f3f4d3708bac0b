import { useId, useState } from "react";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { smallButtonClass } from "../../../../ui/button.tsx";
import fieldStyles from "../../../../ui/fields/fields.module.css";
import { UrlField } from "../../../../ui/fields/simpleFields.tsx";
import { api } from "../../../api/service.ts";
import styles from "../inspector.module.css";
import type { FieldProps } from "./props.ts";

/** An image by its URL, or uploaded from a file. */
export function ImageField(props: FieldProps) {
  const { field, value, onChange } = props;
  const [state, setState] = useState<"idle" | "uploading" | "failed">("idle");
  const id = useId();
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setState("uploading");
    try {
      const answer = await api.post("/api/v2/image/", { file });
      if (answer.ok) onChange(answer.data.url);
      setState(answer.ok ? "idle" : "failed");
    } catch {
      setState("failed");
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
        {state === "uploading" ? words.uploading : state === "failed" ? words.notUploaded : ""}
      </p>
      {value !== undefined && value !== "" && (
        <button type="button" className={smallButtonClass} onClick={() => onChange(field.isRequired ? "" : undefined)}>
          {words.removePicture}
        </button>
      )}
    </div>
  );
}
