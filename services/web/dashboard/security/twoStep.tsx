import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { SecondFactor, StartedSecondFactor } from "../../../../shared/api/shapes/security.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { PasswordField } from "../../ui/passwordField.tsx";
import { CardHead, flushClass } from "../../ui/rowsCard.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { disableSecondFactor, replaceRecoveryCodes, startSecondFactor } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";
import { readSecurityAgain } from "./readSecurityAgain.ts";
import { RecoveryCodes } from "./recoveryCodes.tsx";

const SetUp = lazyPart(() => import("./setUp.tsx"), "SetUp");

type Asked = "password" | "turnOff" | "newCodes" | null;

/** Two-step sign-in: off, being set up, on, and with codes that are shown once. */
export function TwoStep({ factor }: { factor: SecondFactor }) {
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUser);
  const [asked, setAsked] = useState<Asked>(null);
  const [started, setStarted] = useState<StartedSecondFactor | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const close = () => setAsked(null);
  const showCodes = (list: readonly string[]) => {
    close();
    setStarted(null);
    setCodes(list);
    readSecurityAgain(queryClient);
  };
  const start = useMutation({
    mutationFn: startSecondFactor,
    onSuccess: (secret) => {
      close();
      setStarted(secret);
    },
  });
  if (started)
    return (
      <Suspense>
        <SetUp started={started} onCancel={() => setStarted(null)} onDone={showCodes} />
      </Suspense>
    );
  const begin = () => {
    start.reset();
    if (user?.has_password) setAsked("password");
    else start.mutate(undefined, { onError: (error) => tell(reasonOf(error)) });
  };
  return (
    <section className={flushClass} aria-label={words.twoStep}>
      <State
        factor={factor}
        isStarting={start.isPending}
        onStart={begin}
        onTurnOff={() => setAsked("turnOff")}
        onNewCodes={() => setAsked("newCodes")}
      />
      {codes && <RecoveryCodes codes={codes} email={user?.email ?? ""} onDone={() => setCodes(null)} />}
      {asked === "password" && (
        <Dialog title={words.confirmPassword} onClose={close}>
          <SubmitForm action={words.next} mutation={start} bodyOf={({ password = "" }) => password}>
            <PasswordField label={words.password} autoFocus />
          </SubmitForm>
        </Dialog>
      )}
      {asked === "turnOff" && <TurnOff hasPassword={user?.has_password === true} onClose={close} />}
      {asked === "newCodes" && <NewCodes onCodes={showCodes} onClose={close} />}
    </section>
  );
}

const reasonOf = (error: Error): string =>
  error instanceof ApiError && error.code === "sign_in_again" ? words.signInAgain : problemText(error);

interface StateProps {
  factor: SecondFactor;
  isStarting: boolean;
  onStart: () => void;
  onTurnOff: () => void;
  onNewCodes: () => void;
}

function State({ factor, isStarting, onStart, onTurnOff, onNewCodes }: StateProps) {
  const { is_enabled: isOn, recovery_codes_left: left, required_by: requiring } = factor;
  const required = requiring.length > 0 ? words.requiredBy(requiring.map(({ name }) => name)) : null;
  const text = [required, isOn ? words.codesLeft(left) : words.offText].filter(Boolean).join(" ");
  return (
    <CardHead
      title={
        <>
          {words.twoStep} <Badge kind={isOn ? "good" : "plain"}>{isOn ? words.on : words.off}</Badge>
        </>
      }
      text={text}
    >
      {isOn ? (
        <ButtonRow>
          <Button onPress={onNewCodes}>{words.newCodes}</Button>
          <Button isDisabled={requiring.length > 0} onPress={onTurnOff}>
            {words.turnOff}
          </Button>
        </ButtonRow>
      ) : (
        <Button look="primary" isPending={isStarting} onPress={onStart}>
          {words.setUp}
        </Button>
      )}
    </CardHead>
  );
}

const AnyCodeField = ({ isFirst }: { isFirst: boolean }) => (
  <TextField
    label={words.anyCode}
    name="code"
    autoComplete="one-time-code"
    isRequired
    maxLength={32}
    autoFocus={isFirst}
  />
);

function TurnOff({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: disableSecondFactor,
    onSuccess: () => {
      tell(words.turnedOff);
      readSecurityAgain(queryClient);
      onClose();
    },
  });
  return (
    <Dialog title={words.turnOffTitle} onClose={onClose}>
      <p>{words.turnOffText}</p>
      <SubmitForm
        action={words.turnOff}
        mutation={save}
        bodyOf={({ password, code = "" }) => ({ ...(password !== undefined && { password }), code })}
      >
        {hasPassword && <PasswordField label={words.password} autoFocus />}
        <AnyCodeField isFirst={!hasPassword} />
      </SubmitForm>
    </Dialog>
  );
}

function NewCodes({ onCodes, onClose }: { onCodes: (codes: readonly string[]) => void; onClose: () => void }) {
  const save = useMutation({
    mutationFn: replaceRecoveryCodes,
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
  });
  return (
    <Dialog title={words.newCodesTitle} onClose={onClose}>
      <p>{words.newCodesText}</p>
      <SubmitForm action={words.getCodes} mutation={save} bodyOf={({ code = "" }) => code}>
        <AnyCodeField isFirst />
      </SubmitForm>
    </Dialog>
  );
}
