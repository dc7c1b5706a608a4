import { existsSync, readFileSync } from 'node:fs';
import { diff } from 'node:util';
import { configurationError } from '#server/runtime/cannot-start.ts';

export type Environment = Record<string, string | undefined>;

export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  const mistake = mistakeInEnvFile();
  if (mistake === undefined) {
    process.loadEnvFile();
    return;
  }
  console.error(mistake);
  process.exit(configurationError);
}

function mistakeInEnvFile(): string | undefined {
  try {
    // Node would end the value there, systemd would not.
    const [, name] = /^\s*(\w+)\s*=(?!\s*['"`]).*#/m.exec(readFileSync('.env', 'utf8')) ?? [];
    return (
      name && `.env: put ${name} in single quotes, because it contains #, and comments on lines of their own.`
    );
  } catch {
    return '.env exists but cannot be read. Run this as the user the service runs as (sudo -u …), or as root.';
  }
}

/** Collects one error for each invalid variable. No error repeats a value: it may be a secret in the wrong place. */
export class EnvironmentReader {
  readonly errors: string[] = [];
  /** The variables that were asked for. */
  readonly #known = new Set(['PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_KEY']);
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  addError(sentence: string): null {
    this.errors.push(sentence);
    return null;
  }

  /** An empty variable, as in a copied .env.example, counts as not set. */
  text(name: string): string | null {
    this.#known.add(name);
    return this.#environment[name]?.trim() || null;
  }

  list(name: string): string[] {
    const entries = this.text(name)?.split(',') ?? [];
    return entries.map((entry) => entry.trim()).filter(Boolean);
  }

  integer(name: string, min: number, max: number): number | null {
    const text = this.text(name);
    if (text === null) return null;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    return this.addError(`${name} must be a whole number from ${min} to ${max}.`);
  }

  /** Null for `off`. */
  valueOrOff<Value>(
    name: string,
    byDefault: string,
    parse: (text: string) => Value | null,
    format: string,
  ): Value | null {
    const text = this.text(name) ?? byDefault;
    if (text === 'off') return null;
    return parse(text) ?? this.addError(`${name} must be ${format}, or off.`);
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const text = this.text(name);
    if (text === null) return null;
    const word = words.find((each) => each === text);
    return word ?? this.addError(`${name} must be one of ${words.join(', ')}.`);
  }

  address(name: string, schemes: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const isKnown = schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '');
    // With such a character in the password, a piece of it would be taken for the host, and shown in errors.
    const isCut = /#|:\/\/[^/?]*[/?].*@/.test(text);
    if (isKnown && !isCut) return text;
    const shape = schemes.map((scheme) => `${scheme}://…`).join(' or ');
    return this.addError(
      `${name} must be an address like ${shape}; in a password write # as %23, / as %2F, ? as %3F and @ as %40.`,
    );
  }

  origin(name: string, text: string | null = this.text(name)): string | null {
    if (text === null) return null;
    const url = URL.parse(text);
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    return this.addError(`${name} must be like https://example.com, without a path.`);
  }

  /** Sentences about variables that look like ours, but are none. */
  unknown(): string[] {
    const known = [...this.#known];
    const prefixes = new Set(known.map(prefixOf).filter(Boolean));
    const names = Object.keys(this.#environment).filter(
      (name) => this.#environment[name] && !this.#known.has(name),
    );
    return names.flatMap((name) => {
      const meant = known.find((each) => isMisspelt(name, each));
      if (meant) return `${name} is not a setting: did you mean ${meant}?`;
      return prefixes.has(prefixOf(name)) ? `${name} is not a setting` : [];
    });
  }
}

const prefixOf = (name: string) => name.slice(0, name.indexOf('_') + 1);

/** Up to three letters added or left out. */
const isMisspelt = (name: string, known: string): boolean =>
  Math.min(name.length, known.length) >= 6 &&
  diff(name, known).filter(([operation]) => operation !== 0).length <= 3;
