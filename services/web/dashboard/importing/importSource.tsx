import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useCallback, useId, useState } from "react";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import * as words from "../../strings/en/dashboard/importing.ts";
import type { FieldProblem } from "../../ui/fields/field.ts";
import { refuseLarge } from "../../ui/fileSize.ts";
import { PlainError } from "../../ui/plainError.ts";
import { sentenceOf } from "../../ui/sentence.ts";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/dataOf.ts";
import { api } from "../api/service.ts";
import styles from "./importing.module.css";

/** Takes a form as a file or text. The service converts it and stores nothing. */
export function ImportSource({ onConverted }: { onConverted: (result: ImportResult) => void }) {
  const fileId = useId();
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const isPasted = text.trim() !== "";
  const convert = useMutation({
    mutationFn: async () => {
      const chosen = isPasted ? [new File([text], "form.txt")] : files;
      const file = chosen.find(({ name }) => !/\.csv$/i.test(name)) ?? chosen[0];
      if (!file) throw new PlainError(words.empty);
      for (const one of chosen) refuseLarge(one);
      return dataOf(api.post("/api/v2/import/", { file, attachments: chosen.filter((one) => one !== file) }));
    },
    onSuccess: onConverted,
  });
  const worded = useCallback((problems: readonly FieldProblem[]) => problems.map(wordedFor(isPasted)), [isPasted]);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setFiles([...(currentTarget.files ?? [])]);
    setText("");
    convert.reset();
  };
  return (
    <SubmitForm action={words.convert} mutation={convert} bodyOf={() => undefined} worded={worded}>
      <div className={styles.file}>
        <label htmlFor={fileId}>{words.file}</label>
        <input
          id={fileId}
          type="file"
          multiple
          accept=".json,.xlsx,.csv,.xls,.lss,.qsf,application/json"
          aria-describedby={`${fileId}-help`}
          onChange={choose}
        />
        <p id={`${fileId}-help`} className={styles.help}>
          {words.fileHelp}
        </p>
      </div>
      <TextField label={words.text} name="text" rows={6} value={text} onChange={setText} />
    </SubmitForm>
  );
}

/** A pasted form is sent as a file. */
const wordedFor =
  (isPasted: boolean) =>
  (problem: FieldProblem): FieldProblem =>
    problem.at[0] === "file"
      ? { at: [isPasted ? "text" : "file"], text: sentenceOf(isPasted ? words.ofText : words.ofFile, problem.text) }
      : problem;
