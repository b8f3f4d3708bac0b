/** Replaces validator's `isIP`, which `isEmail` calls only for IP addresses as hosts. */
export default (): boolean => false;
