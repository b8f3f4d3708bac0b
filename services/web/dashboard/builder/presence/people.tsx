import { useContext } from "react";
import * as words from "../../../strings/en/dashboard/builder/presence.ts";
import { Avatar } from "../../../ui/avatar.tsx";
import styles from "./presence.module.css";
import { PeopleContext } from "./usePresence.ts";

const avatarLimit = 3;

/** Others who edit the form, in its bar. */
export function People() {
  const people = useContext(PeopleContext);
  if (people.length === 0) return null;
  const names = words.alsoHere(people.map(({ name }) => name));
  return (
    <span role="img" aria-label={names} title={names} className={styles.people}>
      {people.slice(0, avatarLimit).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} size="small" />
      ))}
      {people.length > avatarLimit && <span className={styles.more}>{`+${people.length - avatarLimit}`}</span>}
    </span>
  );
}

interface EditedByProps {
  /** the question */
  id: string;
  className?: string | undefined;
}

/** `Mira is editing`, at a question that someone else has open. */
export function EditedBy({ id, className }: EditedByProps) {
  const [first, ...others] = useContext(PeopleContext).filter(({ node_id }) => node_id === id);
  if (!first) return null;
  return (
    <span className={`${styles.editedBy} ${className ?? ""}`}>
      <Avatar id={first.id} name={first.name} size="tiny" />
      <span dir="auto">{words.isEditing(first.name, others.length)}</span>
    </span>
  );
}
