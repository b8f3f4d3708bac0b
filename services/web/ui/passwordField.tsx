import { TextField } from "./textField.tsx";

interface Props {
  label: string;
  name?: string;
  autoFocus?: boolean;
}

/** The field `password` for the password that the user has. */
export const PasswordField = ({ name = "password", ...props }: Props) => (
  <TextField {...props} name={name} type="password" autoComplete="current-password" isRequired />
);
