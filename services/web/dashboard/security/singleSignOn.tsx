import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import type { LinkSsoBody } from "../../../../shared/api/shapes/sso.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cardClass } from "../../ui/card.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/passwordField.tsx";
import { CardHead } from "../../ui/rowsCard.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { tell } from "../../ui/toasts.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { api } from "../api/service.ts";
import { readSecurityAgain } from "./readSecurityAgain.ts";
import styles from "./security.module.css";

/** Whether single sign-on is linked, and linking it. The browser goes to the issuer and comes back, with `error` if it failed. */
export function SingleSignOn({ user }: { user: User }) {
  const { data: options } = useQuery(entryOptionsQuery);
  const { error } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(false);
  const [isUnlinking, setUnlinking] = useState(false);
  if (!options?.sso) return null;
  const { name, only: isOnly } = options.sso;
  return (
    <section className={cardClass} aria-label={name}>
      <CardHead title={name} text={user.sso ? words.ssoLinked(name) : words.ssoText(name)}>
        {user.sso && <Badge kind="good">{words.on}</Badge>}
        {user.sso && user.has_password && !isOnly && (
          <Button onPress={() => setUnlinking(true)}>{words.unlinkSso}</Button>
        )}
        {!user.sso && !isOpen && <Button onPress={() => setOpen(true)}>{words.linkSso}</Button>}
      </CardHead>
      {error !== undefined && <Notice kind="danger">{words.ssoFailed(name)}</Notice>}
      {isUnlinking && <Unlink name={name} onClose={() => setUnlinking(false)} />}
      {isOpen && <LinkForm hasPassword={user.has_password} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Unlink({ name, onClose }: { name: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: (password: string) => dataOf(api.delete("/api/auth/oidc/link/", { body: { password } })),
    onSuccess: () => {
      tell(words.unlinked(name));
      readSecurityAgain(queryClient);
      onClose();
    },
  });
  return (
    <Dialog title={words.unlinkTitle(name)} onClose={onClose}>
      <p>{words.unlinkText(name)}</p>
      <SubmitForm action={words.unlinkSso} mutation={unlink} bodyOf={({ password = "" }) => password}>
        <PasswordField label={words.password} autoFocus />
      </SubmitForm>
    </Dialog>
  );
}

function LinkForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const link = useMutation({
    mutationFn: (body: LinkSsoBody) => dataOf(api.post("/api/auth/oidc/link/", { body })),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className={styles.form}>
      <SubmitForm
        action={words.next}
        mutation={link}
        bodyOf={({ password }) => (password === undefined ? {} : { password })}
        buttons={<Button onPress={onClose}>{words.cancel}</Button>}
      >
        {hasPassword && <PasswordField label={words.password} autoFocus />}
      </SubmitForm>
    </div>
  );
}
