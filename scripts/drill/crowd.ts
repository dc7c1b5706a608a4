import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { languageCodes } from '../../contract/languages.ts';
import { type Submission, submissionHeaders } from '../../contract/submission.ts';
import { ask } from './ask.ts';
import { between, until } from './wait.ts';

type Options = {
  /** Where the table is; each try goes to one of them, as behind a load balancer. */
  tables: () => string[];
  visitors: number;
  /** The longest pause of one visitor between two leads. */
  pauseMs: number;
};

let visitorNumber = 0;

/** Visitors who fill in the form, send it, and send it again under the same key until they are told "sent". */
export class Crowd {
  readonly #options: Options;
  readonly #visits: Promise<void>[];
  #leaving = false;
  #gone = false;
  #sentWhenAcknowledged = 0;
  /** By name: each visitor has a name of its own. */
  readonly sent = new Map<string, Submission>();
  readonly acknowledged = new Map<string, Submission>();
  /** How often each status was the answer; 0 stands for no answer. */
  readonly answers = new Map<number, number>();

  constructor(options: Options) {
    this.#options = options;
    this.#visits = Array.from({ length: options.visitors }, () => this.#visit());
  }

  answered(status: number): number {
    return this.answers.get(status) ?? 0;
  }

  /** What was neither stored, nor "not now", nor silence. */
  get unexpected(): string[] {
    return [...this.answers].flatMap(([status, times]) =>
      [201, 503, 0].includes(status) ? [] : [`${times} submissions were answered with ${status}`],
    );
  }

  /** The milliseconds from `since` to the first acknowledgement of something sent after it. */
  async acknowledgedAgain(since = performance.now(), withinMs = 60_000): Promise<number> {
    await until('an acknowledgement', () => this.#sentWhenAcknowledged > since, withinMs);
    return performance.now() - since;
  }

  /** Nobody begins a new form; what was begun is sent until it is acknowledged. */
  async leave(withinMs = 60_000): Promise<void> {
    this.#leaving = true;
    const timer = setTimeout(() => this.giveUp(), withinMs);
    await Promise.all(this.#visits);
    clearTimeout(timer);
  }

  giveUp(): void {
    this.#leaving = true;
    this.#gone = true;
  }

  async #visit(): Promise<void> {
    while (!this.#leaving) {
      await this.#send(filledForm());
      await sleep(between(0, this.#options.pauseMs));
    }
  }

  async #send(form: Submission): Promise<void> {
    this.sent.set(form.name, form);
    const headers = circumstances();
    while (!this.#gone) {
      const began = performance.now();
      const tables = this.#options.tables();
      const status = await ask(tables[randomInt(tables.length)] as string, {
        ...{ method: 'POST', headers, body: JSON.stringify(form) },
      }).then(
        (reply) => reply.status,
        () => 0,
      );
      this.answers.set(status, this.answered(status) + 1);
      if (status === 201) {
        this.acknowledged.set(form.name, form);
        this.#sentWhenAcknowledged = Math.max(this.#sentWhenAcknowledged, began);
      }
      if (status !== 0 && status !== 503) return;
      // The page waits a second and people longer; impatience makes the trial harder.
      await sleep(between(50, 150));
    }
  }
}

export function filledForm(): Submission {
  const name = `Visitor ${String(++visitorNumber).padStart(7, '0')}`;
  return {
    name,
    phone: `+998 90 ${randomInt(100, 1000)} ${randomInt(10, 100)} ${randomInt(10, 100)}`,
    email: Math.random() < 0.5 ? null : `visitor${visitorNumber}@example.uz`,
    message: `Italiya haqida soʻramoqchi edim.\nМне нужен грант <100%> & стипендия. ${randomUUID()}`,
  };
}

/** The headers the page sends, as a proxy hands them on; every visitor has an address, so none is "too many". */
export function circumstances(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Forwarded-For': `100.${randomInt(64, 128)}.${randomInt(256)}.${randomInt(256)}`,
    [submissionHeaders.idempotencyKey]: randomUUID(),
    [submissionHeaders.language]: languageCodes[randomInt(languageCodes.length)] as string,
    [submissionHeaders.age]: String(randomInt(5000, 300_000)),
  };
}
