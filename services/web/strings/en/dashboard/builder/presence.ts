/** Texts about others who edit the form. */
export const alsoHere = (names: readonly string[]) => `Also here: ${names.join(", ")}`;
export const isEditing = (name: string, others: number) =>
  others === 0 ? `${name} is editing` : `${name} and ${others} more are editing`;
