import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { close } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/notices.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { noticesQuery, unreadQuery } from "../api/queries/notices.ts";
import { NoticeList } from "./noticeList.tsx";
import { useMarkRead } from "./useMarkRead.ts";

interface Props {
  /** a link was followed */
  onOpen: () => void;
  onClose: () => void;
}

/** The newest notifications over the page. Opening it marks nothing as read. */
export function NoticesDrawer({ onOpen, onClose }: Props) {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const isEmpty = !useQuery(noticesQuery(1)).data?.count;
  const read = useMarkRead();
  const button = useRef<HTMLButtonElement>(null);
  // a button that gets disabled loses the focus, without which Escape wouldn't close its dialog
  useEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || active === button.current;
    if (unread === 0 && isLost) button.current?.closest<HTMLElement>("[role=dialog]")?.focus();
  }, [unread]);
  return (
    <Dialog
      title={words.title}
      isWide="side"
      onClose={onClose}
      actions={<Button look="plain" icon="x" aria-label={close} onPress={onClose} />}
    >
      <NoticeList page={1} onOpen={onOpen} />
      <DialogFooter
        aside={
          <Link to="/settings/notifications" onClick={onOpen} className={buttonClass("plain")}>
            {words.showAll}
          </Link>
        }
      >
        {!isEmpty && (
          <Button ref={button} isDisabled={unread === 0} isPending={read.isPending} onPress={() => read.mutate(null)}>
            {words.markAllRead}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
