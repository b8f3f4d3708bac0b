import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import * as words from "../../strings/en/dashboard/notices.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { unreadQuery } from "../api/queries/notices.ts";
import styles from "./layout.module.css";

const NoticesDrawer = lazyPart(() => import("../notices/noticesDrawer.tsx"), "NoticesDrawer");

/** Opens the notifications, and tells how many are unread. */
export function Bell({ onChosen }: { onChosen: () => void }) {
  const { data: count = 0 } = useQuery(unreadQuery);
  const isWithin = useLocation({ select: ({ pathname }) => pathname === "/settings/notifications" });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.link} ${styles.bell}`}
        aria-haspopup="dialog"
        aria-current={isWithin ? "page" : undefined}
        data-unread={count > 0 || undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" size={18} />
        <span className={styles.label}>{words.title}</span>
        {count > 0 && (
          <span className={styles.unread}>
            {words.unreadCount(count)} <span className="visually-hidden">{words.unreadText}</span>
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense>
          <NoticesDrawer
            onOpen={() => {
              setOpen(false);
              onChosen();
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
