import type { ReactNode } from "react";
import { you } from "../../strings/en/dashboard/members.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Icon } from "../../ui/icon.tsx";
import { RowTexts } from "../../ui/rowTexts.tsx";
import styles from "./person.module.css";

interface Props {
  /** null until an invitation is accepted */
  id: string | null;
  name: string;
  /** below the name */
  detail: ReactNode;
  isMe?: boolean;
  badge?: ReactNode;
}

/** A person with a second line, such as their address. */
export const Person = ({ id, name, ...texts }: Props) => (
  <div className={styles.person}>
    {id === null ? <Invited /> : <Avatar id={id} name={name} />}
    <PersonTexts {...texts} name={name} />
  </div>
);

/** The two lines beside an avatar. */
export const PersonTexts = ({ name, detail, isMe = false, badge }: Omit<Props, "id">) => (
  <RowTexts
    name={
      <>
        <bdi>{name}</bdi>
        {isMe && <span className={styles.aside}>{you}</span>}
        {badge}
      </>
    }
    text={detail}
  />
);

/** A person with an open invitation. */
const Invited = () => (
  <span aria-hidden="true" className={styles.invited}>
    <Icon name="mail" size={14} />
  </span>
);
