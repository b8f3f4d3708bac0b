import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { integrationTypesQuery } from "../api/queries/integrations.ts";
import styles from "./catalog.module.css";
import { TypeIcon } from "./typeIcon.tsx";

interface Props {
  title: string;
  onAdd: (type: string) => void;
  children?: ReactNode;
}

/** Every type that the server has, each with a button that adds one. */
export function Catalog({ title, onAdd, children }: Props) {
  const { data: types } = useQuery(integrationTypesQuery);
  if (!types) return null;
  return (
    <Section title={title}>
      <ul className={styles.catalog}>
        {types.map(({ type, title: typeTitle }) => (
          <li key={type} className={styles.card}>
            <div className={styles.head}>
              <TypeIcon type={type} />
              <Button size="small" aria-label={words.addOf(typeTitle)} onPress={() => onAdd(type)}>
                {words.addType}
              </Button>
            </div>
            <div>
              <h3 className={styles.title}>{typeTitle}</h3>
              <p className={styles.text}>{words.typeTexts[type as keyof typeof words.typeTexts]}</p>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </Section>
  );
}

/** Leads to the API, for needs beyond the types. */
export const ApiHint = () => (
  <div className={styles.api}>
    <Icon name="code" size={20} />
    <p>
      <strong>{words.needElse}</strong> {words.needElseText}
    </p>
    <Link to="/developers/keys" className={buttonClass("quiet")} data-size="small">
      <Icon name="key-round" />
      {words.createKey}
    </Link>
  </div>
);
