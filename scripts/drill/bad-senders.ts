import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { submissionPath } from '../../contract/submission.ts';
import { bodyLimitBytes } from '../../server/submissions/body.ts';

/** `mayBeIgnored`: who said nothing whole may be hung up on without a word, others are owed a 4xx. */
type Kind = { behave(socket: Socket): void; mayBeIgnored?: true };

const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;

const kinds: Record<string, Kind> = {
  crawling: {
    behave(socket) {
      socket.write(head('Content-Length: 5000'));
      drip(socket, 'x');
    },
  },
  'stuck in the headers': {
    behave(socket) {
      socket.write(`POST ${submissionPath} HTTP/1.1\r\nHost: drill\r\n`);
      drip(socket, 'X: y\r\n');
    },
  },
  oversized: { behave: (socket) => socket.write(head(`Content-Length: ${bodyLimitBytes * 100}`)) },
  'oversized in chunks': {
    behave(socket) {
      socket.write(head('Transfer-Encoding: chunked'));
      for (let sent = 0; sent <= bodyLimitBytes; sent += 0x4000) socket.write(chunk);
    },
  },
  silent: { behave() {}, mayBeIgnored: true },
  'half-open': {
    behave: (socket) => socket.end('GET / HTTP/1.1\r\nHost: drill\r\n'),
    mayBeIgnored: true,
  },
  'gone in the middle': {
    behave(socket) {
      socket.write(`${head('Content-Length: 5000')}{"name":`, () => socket.resetAndDestroy());
    },
    mayBeIgnored: true,
  },
};

/** So many of each kind, connected at once. */
export class BadSenders {
  readonly open = new Set<Socket>();
  /** By kind, the status each got; null is no answer. */
  readonly #answers = new Map<string, (number | null)[]>();

  async connect(port: number, each: number): Promise<void> {
    for (const [kind, { behave }] of Object.entries(kinds)) {
      const answers: (number | null)[] = Array(each).fill(null);
      this.#answers.set(kind, answers);
      for (const index of answers.keys()) {
        const socket = connect(port, '127.0.0.1');
        this.open.add(socket);
        socket.on('error', () => {}).on('close', () => this.open.delete(socket));
        socket.once('data', (data) => {
          answers[index] = Number(data.toString('latin1').slice('HTTP/1.1 '.length, 12));
        });
        await once(socket, 'connect');
        behave(socket);
      }
    }
  }

  /** Too much is refused at once, without waiting for the rest. */
  get oversizedAreRefused(): boolean {
    return ['oversized', 'oversized in chunks'].every((kind) =>
      this.#answers.get(kind)?.every((status) => status === 413),
    );
  }

  wrongAnswers(whenAllAreClosed: boolean): string[] {
    return [...this.#answers].flatMap(([kind, statuses]) => {
      const owed = whenAllAreClosed && !kinds[kind]?.mayBeIgnored;
      const wrong = statuses.filter((status) => (status === null ? owed : status < 400 || status > 499));
      return wrong.length > 0 ? [`${wrong.length} senders, ${kind}, were answered with ${wrong[0]}`] : [];
    });
  }

  get summary(): string {
    return [...this.#answers]
      .map(([kind, statuses]) => {
        const counts = Map.groupBy(statuses, (status) => status ?? 'no answer');
        return `${kind} (${[...counts].map(([status, { length }]) => `${length} × ${status}`).join(', ')})`;
      })
      .join(', ');
  }

  leave(): void {
    for (const socket of this.open) socket.destroy();
  }
}

function head(...lines: string[]): string {
  const first = [`POST ${submissionPath} HTTP/1.1`, 'Host: drill', 'Content-Type: application/json'];
  return [...first, ...lines, '', ''].join('\r\n');
}

function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 500);
  socket.on('close', () => clearInterval(timer));
}
