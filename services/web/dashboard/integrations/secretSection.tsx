import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { makeSecret } from "../../api/queries/integrations.ts";
import { Button } from "../../parts/button.tsx";
import { cardClass } from "../../parts/card.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { problemText } from "../../parts/failed.tsx";
import { Notice } from "../../parts/notice.tsx";
import { Section } from "../../parts/section.tsx";
import { ShownOnceDialog } from "../../parts/shownOnceDialog.tsx";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import styles from "./integrations.module.css";

/** The secret that signs deliveries: never shown but when it is new. */
export function SecretSection({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false);
  const make = useMutation({ mutationFn: () => makeSecret(id), onSuccess: () => setAsking(false) });
  return (
    <Section title={words.secret}>
      <div className={cardClass}>
        <p>{words.secretText}</p>
        <div>
          <Button onPress={() => setAsking(true)}>{words.newSecret}</Button>
        </div>
      </div>
      {isAsking && (
        <Dialog title={words.newSecretTitle} onClose={() => setAsking(false)}>
          <p>{words.newSecretText}</p>
          {make.error && <Notice kind="danger">{problemText(make.error)}</Notice>}
          <div className={styles.buttons}>
            <Button look="primary" isPending={make.isPending} onPress={() => make.mutate()}>
              {words.newSecret}
            </Button>
            <Button onPress={() => setAsking(false)}>{cancel}</Button>
          </div>
        </Dialog>
      )}
      {make.data && (
        <ShownOnceDialog
          title={words.secretMadeTitle}
          text={words.secretOnce}
          label={words.secret}
          value={make.data.secret_key}
          copyLabel={words.copySecret}
          onClose={() => make.reset()}
        />
      )}
    </Section>
  );
}
