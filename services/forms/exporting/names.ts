/** Names of a format for our IDs. They stay what they are where the format takes them, else they get `q_` (wants §25). */
export class Names {
  private readonly taken = new Set<string>();
  private readonly found = new Map<string, string>();
  private readonly isTaken: (name: string) => boolean;
  private readonly isValid: (name: string) => boolean;
  private readonly isValidSource: (name: string) => boolean;
  private readonly fold: (name: string) => string;

  constructor({
    isValid = () => true,
    isValidSource = isValid,
    ignoresCase = false,
    reserved = [],
  }: {
    isValid?: (name: string) => boolean;
    /** of names in other tools, which can have more signs than our IDs */
    isValidSource?: (name: string) => boolean;
    ignoresCase?: boolean;
    reserved?: readonly string[];
  } = {}) {
    this.fold = ignoresCase ? (name) => name.toLowerCase() : (name) => name;
    this.isValid = isValid;
    this.isValidSource = isValidSource;
    const never = new Set(reserved.map(this.fold));
    this.isTaken = (name) => this.taken.has(this.fold(name)) || never.has(this.fold(name));
  }

  /**
   * Returns the name of a part. `kind` tells apart parts of different kinds with the same ID. `source`: its name in the tool that it
   * comes from, which it gets where the format takes it.
   */
  of(kind: string, id: string, source: string | undefined = undefined): string {
    const key = `${kind} ${id}`;
    const known = this.found.get(key);
    if (known !== undefined) return known;
    const isFree = source !== undefined && this.isValidSource(source) && !this.isTaken(source);
    const name = isFree ? source : this.free(id);
    this.taken.add(this.fold(name));
    this.found.set(key, name);
    return name;
  }

  /** Whether a text is one of the names. */
  has(name: string): boolean {
    return this.taken.has(this.fold(name));
  }

  private free(wish: string): string {
    let name = wish;
    for (let n = 1; !this.isValid(name) || this.isTaken(name); n++) name = n === 1 ? `q_${wish}` : `q_${wish}_${n}`;
    return name;
  }
}
