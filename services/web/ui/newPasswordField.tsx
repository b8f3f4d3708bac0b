import { TextField } from "./textField.tsx";

interface Props {
  label: string;
  description: string;
  autoFocus?: boolean;
}

/** The field `password` for a new password (decisions §2: at least 10 characters). */
export const NewPasswordField = (props: Props) => (
  <TextField {...props} name="password" type="password" autoComplete="new-password" minLength={10} isRequired />
);
