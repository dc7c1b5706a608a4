import { existsSync } from 'node:fs';

export type Environment = Record<string, string | undefined>;

/** Checks that the file exists, because `process.loadEnvFile` reports an unreadable file as a missing one. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile();
  } catch {
    console.error(
      '.env exists but cannot be read. Run this as the user the service runs as (sudo -u …), or as root.',
    );
    process.exit(1);
  }
}

/** Collects one error for each invalid variable. */
export class EnvironmentReader {
  readonly errors: string[] = [];
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
    return this.addError(`${name} must be a whole number from ${min} to ${max}; it is "${text}".`);
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
    return parse(text) ?? this.addError(`${name} must be ${format}, or off; it is "${text}".`);
  }

  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const text = this.text(name);
    if (text === null) return null;
    const word = words.find((each) => each === text);
    return word ?? this.addError(`${name} must be one of ${words.join(', ')}; it is "${text}".`);
  }

  /** An address may hold a password, so the error does not repeat it. */
  address(name: string, schemes: readonly string[]): string | null {
    const text = this.text(name);
    if (text === null || schemes.includes(URL.parse(text)?.protocol.slice(0, -1) ?? '')) return text;
    const shape = schemes.map((scheme) => `${scheme}://…`).join(' or ');
    return this.addError(`${name} must be an address like ${shape}`);
  }

  origin(name: string, text: string | null = this.text(name)): string | null {
    if (text === null) return null;
    const url = URL.parse(text);
    if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
    return this.addError(`${name} must be like https://example.com, without a path; it is "${text}".`);
  }
}
