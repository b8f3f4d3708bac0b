import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/codeField.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import styles from "./entryLayout.module.css";

interface Props {
  challenge: string;
  onSignedIn: (user: User) => void;
  onStartOver: () => void;
  /** the page or dialog around it */
  frame: (title: string, text: string, content: ReactNode) => ReactNode;
}

const digits = 6;

/** The second step of signing in: a code of the app, which is sent at the sixth digit, or a recovery code. */
export function SecondStep({ challenge, onSignedIn, onStartOver, frame }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const signIn = useMutation({
    mutationFn: (given: string) => dataOf(entryApi.post("/api/auth/login/code/", { body: { challenge, code: given } })),
    onSuccess: onSignedIn,
    onError: () => setCode(""),
  });
  const type = (typed: string) => {
    setCode(typed);
    if (!isRecovery && typed.length === digits && !signIn.isPending) signIn.mutate(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code !== "" && !signIn.isPending) signIn.mutate(code);
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode("");
    signIn.reset();
  };
  const isWrong = signIn.isError && code === "";
  const content = (
    <>
      <form onSubmit={submit} className={styles.step}>
        <Code key={String(isRecovery)} isRecovery={isRecovery} value={code} isWrong={isWrong} onChange={type} />
        {isWrong && <Notice kind="danger">{failureText(signIn.error)}</Notice>}
        <Button type="submit" look="primary" size="large" isPending={signIn.isPending}>
          {words.signIn}
        </Button>
      </form>
      <div className={styles.ways}>
        <Button look="plain" size="small" onPress={change}>
          {isRecovery ? words.useApp : words.useRecovery}
        </Button>
        <Button look="plain" size="small" onPress={onStartOver}>
          {words.startOver}
        </Button>
      </div>
      {isRecovery && <p className={styles.text}>{words.noCodes}</p>}
    </>
  );
  return isRecovery
    ? frame(words.recoveryTitle, words.recoveryText, content)
    : frame(words.codeTitle, words.codeText, content);
}

interface CodeProps {
  isRecovery: boolean;
  value: string;
  isWrong: boolean;
  onChange: (typed: string) => void;
}

const Code = ({ isRecovery, value, isWrong, onChange }: CodeProps) =>
  isRecovery ? (
    <TextField label={words.recoveryCode} name="code" autoComplete="off" autoFocus value={value} onChange={onChange} />
  ) : (
    <CodeField
      label={words.code}
      isLabelHidden
      size="large"
      autoFocus
      value={value}
      isWrong={isWrong}
      onChange={onChange}
    />
  );

function failureText(error: Error): string {
  if (!(error instanceof ApiError) || error.status !== 401) return problemText(error);
  return error.triesLeft ? words.wrongCode(error.triesLeft) : words.ended;
}
