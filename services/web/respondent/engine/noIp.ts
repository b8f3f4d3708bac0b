/** Stands in for validator's `isIP`, which `isEmail` calls only if it allows IP addresses as hosts. */
export default (): boolean => false;
