import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/app.ts";
import { keys as keyboardShortcuts } from "../../strings/en/dashboard/keys.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { PressButton } from "../../ui/pressButton.tsx";
import { currentUser } from "../api/queryClient.ts";
import { chooseScheme, chosenScheme, schemes } from "./colorScheme.ts";
import styles from "./layout.module.css";

const KeysDialog = lazyPart(() => import("../../ui/keysDialog.tsx"), "KeysDialog");

/** The signed-in user and the pages of the account. */
export function AccountMenu({ onChosen }: { onChosen: () => void }) {
  const { data: user } = useQuery(currentUser);
  const navigate = useNavigate();
  const isWithin = useLocation({ select: ({ pathname }) => /^\/settings\/(account|security|access)/.test(pathname) });
  const [scheme, setScheme] = useState(chosenScheme);
  const [showsKeys, setShowsKeys] = useState(false);
  if (!user) return null;
  const nextScheme = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? "system";
  const actions = [
    {
      id: "account",
      label: words.account,
      icon: "user" as const,
      onAction: () => void navigate({ to: "/settings/account" }),
    },
    {
      id: "appearance",
      label: words.appearance,
      icon: "moon" as const,
      keys: words.schemes[scheme],
      onAction: () => {
        chooseScheme(nextScheme);
        setScheme(nextScheme);
      },
    },
    { id: "keys", label: keyboardShortcuts, icon: "keyboard" as const, keys: "?", onAction: () => setShowsKeys(true) },
    {
      id: "help",
      label: words.help,
      icon: "circle-help" as const,
      // in a new tab, so that unsaved work stays open
      onAction: () => window.open("/docs", "_blank", "noopener"),
    },
    {
      id: "out",
      label: words.signOut,
      icon: "log-out" as const,
      startsGroup: true,
      // goes to the sign-in page, which ends the session, so that pages can ask about unsaved changes first
      onAction: () => void navigate({ to: "/sign-in", state: { isLeaving: true } }),
    },
  ];
  return (
    <>
      <ActionMenu
        label={words.accountMenu}
        actions={actions.map((action) => ({
          ...action,
          onAction: () => {
            onChosen();
            action.onAction();
          },
        }))}
        trigger={trigger(user, isWithin)}
      />
      {showsKeys && (
        <Suspense>
          <KeysDialog keys={[]} onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
    </>
  );
}

/** An element, because the menu passes its properties to the button. `isWithin`: a page of the account is open */
const trigger = ({ id, name, email }: User, isWithin: boolean) => (
  <PressButton className={styles.account as string} aria-current={isWithin ? "page" : undefined}>
    <span className="visually-hidden">{words.accountMenu}</span>
    <Avatar id={id} name={name} />
    <span className={styles.who}>
      <span className={styles.userName}>{name}</span>
      <span className={styles.email}>{email}</span>
    </span>
    <Icon name="ellipsis" />
  </PressButton>
);
