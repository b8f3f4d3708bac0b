/** decisions §4 */
export const nodeLimit = 1000;
export const edgeLimit = 5000;
export const hiddenFieldLimit = 50;
/** levels of all / any / not, and leaves, of one condition (decisions §4.2) */
export const conditionDepthLimit = 5;
export const conditionLeafLimit = 50;
/** a hidden field's value (decisions §5) */
export const hiddenValueLimit = 1000;
/** all answers and hidden fields of one session, bytes of JSON (decisions §4.1) */
export const sessionBytesLimit = 256 * 1024;
/** what one answer earns at most: the sum over the nodes of a graph stays a 32-bit integer (decisions §4.3) */
export const awardLimit = 2_000_000;
/** problems that one analysis lists (decisions §4.4) */
export const problemLimit = 100;
/** characters of a problem's or an error's message, about */
export const messageLimit = 500;
