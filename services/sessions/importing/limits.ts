/** Limits of a file of responses (wants §25). */

export const rowLimit = 200_000;
export const columnLimit = 2_000;
/** bytes of one row as UTF-8 */
export const rowBytes = 1024 * 1024;
/** bytes of all parts of a workbook, unpacked */
export const unpackedLimit = 1024 * 1024 * 1024;
