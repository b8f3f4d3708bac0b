import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import type { LinkSsoBody } from "../../../../shared/domain/shapes/sso.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { cardClass } from "../../ui/card.ts";
import { mutedClass } from "../../ui/muted.ts";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { api } from "../api/service.ts";
import styles from "./security.module.css";

/** Whether single sign-on is linked, and linking it. The browser goes to the issuer and comes back, with `error` if it failed. */
export function SingleSignOn({ user }: { user: User }) {
  const { data: options } = useQuery(entryOptionsQuery);
  const { error } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(false);
  const name = options?.sso?.name;
  if (name === undefined) return null;
  return (
    <section className={cardClass} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.texts}>
          <h2 className={styles.title}>{name}</h2>
          <p className={mutedClass}>{user.sso ? words.ssoLinked(name) : words.ssoText(name)}</p>
        </div>
        {user.sso && <Badge kind="good">{words.on}</Badge>}
        {!user.sso && !isOpen && <Button onPress={() => setOpen(true)}>{words.linkSso}</Button>}
      </div>
      {error !== undefined && <Notice kind="danger">{words.ssoFailed(name)}</Notice>}
      {isOpen && <LinkForm hasPassword={user.has_password} onClose={() => setOpen(false)} />}
    </section>
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
