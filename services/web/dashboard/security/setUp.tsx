import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import type { StartedSecondFactor } from "../../../../shared/api/shapes/security.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { fieldErrors } from "../../ui/apiError.ts";
import { Button } from "../../ui/button.tsx";
import { CodeField } from "../../ui/codeField.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { problemText } from "../../ui/failed.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { qrOf } from "../../ui/qr.ts";
import { CardHead, flushClass } from "../../ui/rowsCard.tsx";
import { RowTexts } from "../../ui/rowTexts.tsx";
import { Step, Steps } from "../../ui/steps.tsx";
import { confirmSecondFactor, signInsQuery } from "../api/queries/security.ts";
import styles from "./security.module.css";

interface Props {
  started: StartedSecondFactor;
  onCancel: () => void;
  onDone: (codes: readonly string[]) => void;
}

/** Three steps: scan, enter a code, save the recovery codes. */
export function SetUp({ started, onCancel, onDone }: Props) {
  return (
    <section className={flushClass} aria-label={words.setUpTitle}>
      <CardHead title={words.setUpTitle} text={words.offText}>
        <Button look="plain" onPress={onCancel}>
          {words.cancel}
        </Button>
      </CardHead>
      <Steps>
        <Step>
          <div className={styles.texts}>
            <h3 className={styles.name}>{words.scan}</h3>
            <Secret {...started} />
          </div>
        </Step>
        <Step>
          <Confirm onDone={onDone} />
        </Step>
        <Step isLater>
          <RowTexts isHeading name={words.saveCodes} text={words.saveCodesText} />
        </Step>
      </Steps>
    </section>
  );
}

/** Dark on white in both color schemes, because readers need that. */
function Secret({ secret, uri }: StartedSecondFactor) {
  const code = useMemo(() => qrOf(uri), [uri]);
  const grouped = secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
  return (
    <div className={styles.secret}>
      {code && (
        <svg role="img" aria-label={words.qrLabel} viewBox={`0 0 ${code.size} ${code.size}`} className={styles.qr}>
          <path d={code.path} />
        </svg>
      )}
      <div className={styles.texts}>
        <p className={mutedClass}>{words.cannotScan}</p>
        <div className={styles.key}>
          <code>{grouped}</code>
          <CopyButton text={secret} label={words.copyKey} look="plain" size="small" />
        </div>
        <p className={mutedClass}>{words.validFor}</p>
      </div>
    </div>
  );
}

const digits = 6;

function Confirm({ onDone }: Pick<Props, "onDone">) {
  const [code, setCode] = useState("");
  const { data: signIns = [] } = useQuery(signInsQuery);
  const confirm = useMutation({
    mutationFn: confirmSecondFactor,
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
    onError: () => setCode(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === digits && !confirm.isPending) confirm.mutate(code);
  };
  const others = signIns.filter(({ is_current: isCurrent }) => !isCurrent).length;
  const isWrong = confirm.isError && code === "";
  return (
    <form onSubmit={submit} className={styles.enter}>
      <CodeField label={words.enterDigits} value={code} isWrong={isWrong} autoFocus onChange={setCode} />
      {isWrong && confirm.error && (
        <Notice kind="danger">
          {"code" in fieldErrors(confirm.error) ? words.badCode : problemText(confirm.error)}
        </Notice>
      )}
      <div className={styles.confirm}>
        <Button type="submit" look="primary" isDisabled={code.length < digits} isPending={confirm.isPending}>
          {words.turnOn}
        </Button>
        {others > 0 && <span className={mutedClass}>{words.signsOut(others)}</span>}
      </div>
    </form>
  );
}
