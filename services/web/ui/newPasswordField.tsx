import { SecretField } from "./secretField.tsx";

interface Props {
  label: string;
  description: string;
  autoFocus?: boolean;
}

/** The field `password` for a new password (decisions §2: at least 10 characters). */
export const NewPasswordField = (props: Props) => (
  <SecretField {...props} name="password" autoComplete="new-password" minLength={10} />
);
