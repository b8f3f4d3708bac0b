/** Returns the name of a matrix's cell in counts and labels. No row's key has a dot. */
export const matrixCell = (row: string, column: unknown): string => `${row}.${column}`;
