import { useState } from "react";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { cardClass } from "../../ui/card.ts";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { Section } from "../../ui/section.tsx";
import { ShownOnceDialog } from "../../ui/shownOnceDialog.tsx";
import { makeSecret } from "../api/queries/integrations.ts";

/** The secret that signs deliveries. Only a new one is shown. */
export function SecretSection({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Section title={words.secret}>
      <div className={cardClass}>
        <p>{words.secretText}</p>
        <div>
          <Button onPress={() => setAsking(true)}>{words.newSecret}</Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.newSecretTitle}
          label={words.newSecret}
          look="primary"
          onConfirm={async () => setSecret((await makeSecret(id)).secret_key)}
          onClose={() => setAsking(false)}
        >
          <p>{words.newSecretText}</p>
        </ConfirmDialog>
      )}
      {secret !== null && (
        <ShownOnceDialog
          title={words.secretMadeTitle}
          text={words.secretOnce}
          label={words.secret}
          value={secret}
          copyLabel={words.copySecret}
          onClose={() => setSecret(null)}
        />
      )}
    </Section>
  );
}
