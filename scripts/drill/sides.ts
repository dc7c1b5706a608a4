/** The three channels' other sides, each able to fall ill in every way it can. */
import { randomBytes } from 'node:crypto';
import type { Channel } from '../../server/store/store.ts';
import { type Behaviour, startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { type MailBehaviour, startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { type Ground, nameIn } from './ground.ts';

export type Side = {
  channel: Channel;
  /** The name in every message that was accepted. */
  names(): string[];
  faults: string[];
  /** Whether it was asked since it fell ill, as far as it can know. */
  wasAsked(): boolean;
  fallIll(fault: string): Promise<void>;
  /** What hung until now is answered or cut off. */
  recover(): Promise<void>;
};

const httpFaults: Record<string, Behaviour> = {
  hung: 'hang',
  'asked to wait': { status: 429, headers: { 'retry-after': '1' } },
  'hung up': 'hang up',
  'was broken': { status: 500, body: 'Internal Server Error' },
  'talked garbage': { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>\u0000{"ok":' },
};
const telegramFaults: Record<string, Behaviour> = { ...httpFaults, 'talked without end': 'endless answer' };
const webhookFaults: Record<string, Behaviour> = {
  ...httpFaults,
  redirected: { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
};
const mailFaults: Record<string, MailBehaviour> = {
  hung: 'hang',
  'asked to wait': { refuse: 'MAIL', code: 421 },
  trickled: 'trickle',
  'hung up': 'hang up',
  'refused the recipient': { refuse: 'RCPT', code: 550 },
  'refused the text': { refuse: 'DATA', code: 554 },
  'talked garbage': 'garbage',
};

const closed = 'refused connections';

type StandIn<Fault> = {
  port: number;
  behave(fault: Fault | 'accept'): void;
  stop(): Promise<void>;
  /** Everything that asks or has asked it. */
  asking(): Iterable<unknown>;
  /** Ends what hangs. */
  release(): void;
};

async function makeSide<Fault>(
  ground: Ground,
  channel: Channel,
  faults: Record<string, Fault>,
  start: (port: number, accepted: (text: string) => void) => Promise<StandIn<Fault>>,
): Promise<Side & { port: number }> {
  const names: string[] = [];
  const open = (port: number) => start(port, (text) => names.push(nameIn(text)));
  let standIn: StandIn<Fault> | null = await open(0);
  const { port } = standIn;
  let before = new Set<unknown>();
  ground.defer(() => standIn?.stop());
  return {
    channel,
    port,
    names: () => names,
    faults: [...Object.keys(faults), closed],
    wasAsked: () => !new Set(standIn?.asking()).isSubsetOf(before),
    async fallIll(fault) {
      before = new Set(standIn?.asking());
      if (fault !== closed) return standIn?.behave(faults[fault] as Fault);
      await standIn?.stop();
      standIn = null;
    },
    async recover() {
      standIn ??= await open(port);
      standIn.behave('accept');
      standIn.release();
    },
  };
}

export async function startSides(ground: Ground) {
  const [token, chatId] = ['1:drill', '-1'];
  const telegram = await makeSide(ground, 'telegram', telegramFaults, async (port, accepted) => {
    const onMessage = ({ text }: { text: string }) => accepted(text);
    const standIn = await startTelegramStandIn({ token, chatId, port, onMessage });
    return { ...standIn, asking: () => standIn.requests };
  });
  const email = await makeSide(ground, 'email:staff@example.uz', mailFaults, async (port, accepted) => {
    const standIn = await startMailStandIn({ port, onMail: ({ text }) => accepted(text) });
    const hangUp = () => {
      for (const socket of standIn.sockets) socket.destroy();
    };
    return { ...standIn, asking: () => standIn.sockets, release: hangUp };
  });
  const webhook = await makeSide(ground, 'webhook', webhookFaults, async (port, accepted) => {
    const standIn = await startHttpStandIn(
      ({ body }) => {
        accepted(body);
        return { status: 204 };
      },
      { port },
    );
    return { ...standIn, asking: () => standIn.requests };
  });
  return {
    sides: [telegram, email, webhook] as Side[],
    environment: {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_CHAT_ID: chatId,
      TELEGRAM_API_URL: `http://127.0.0.1:${telegram.port}`,
      SMTP_URL: `smtp://127.0.0.1:${email.port}`,
      MAIL_TO: 'staff@example.uz',
      WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/leads`,
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
    },
  };
}
