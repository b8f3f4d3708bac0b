import { SecretField } from "./secretField.tsx";

interface Props {
  label: string;
  name?: string;
  autoFocus?: boolean;
}

/** The field `password` for the password that the user has. */
export const PasswordField = ({ name = "password", ...props }: Props) => (
  <SecretField {...props} name={name} autoComplete="current-password" />
);
