import { type Received, startHttpStandIn } from './http.ts';

export type TelegramMessage = { chatId: string; html: string; text: string };

type Options = {
  token: string;
  chatId: string;
  port?: number;
  /** Called with every accepted message: development prints it. */
  onMessage?: (message: TelegramMessage) => void;
};

/** Telegram's Bot API as far as `sendMessage` needs it, as strict about tokens, chats, HTML and lengths as the real one. */
export async function startTelegramStandIn({ token, chatId, port, onMessage }: Options) {
  const messages: TelegramMessage[] = [];
  let chat = chatId;
  let chatBeforeMigration: string | null = null;

  function accept({ path, body }: Received) {
    if (path !== `/bot${token}/sendMessage`) return refusal(401, 'Unauthorized');
    const call = JSON.parse(body) as { chat_id?: unknown; text?: unknown; parse_mode?: unknown };
    if (String(call.chat_id) === chatBeforeMigration)
      return refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: Number(chat),
      });
    if (String(call.chat_id) !== chat) return refusal(400, 'Bad Request: chat not found');

    const html = String(call.text);
    const text = call.parse_mode === 'HTML' ? parseHtml(html) : html;
    if (text === null) return refusal(400, "Bad Request: can't parse entities");
    if (text.trim() === '') return refusal(400, 'Bad Request: message text is empty');
    if (text.length > 4096) return refusal(400, 'Bad Request: message is too long');
    const message = { chatId: chat, html, text };
    messages.push(message);
    onMessage?.(message);
    return json(200, { ok: true, result: { message_id: messages.length, chat: { id: Number(chat) }, text } });
  }

  const http = await startHttpStandIn(accept, port);
  return {
    ...http,
    messages,
    /** The group becomes a supergroup under a new id. */
    migrate(newChatId: string) {
      chatBeforeMigration = chat;
      chat = newChatId;
    },
  };
}

const json = (status: number, body: object) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const refusal = (status: number, description: string, parameters?: object) =>
  json(status, { ok: false, error_code: status, description, parameters });

const knownTags = new Set(['a', 'b', 'code', 'i', 'pre', 's', 'u']);
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The text that would be seen, or null where Telegram would not understand the tags. */
function parseHtml(html: string): string | null {
  let text = '';
  const open: string[] = [];
  for (const [token, tag, entity] of html.matchAll(/<([^>]*)>|&(\w+);|[^<&]+|[<&]/g)) {
    if (tag?.startsWith('/')) {
      if (open.pop() !== tag.slice(1)) return null;
    } else if (tag !== undefined) {
      const name = tag.split(' ')[0] ?? '';
      if (!knownTags.has(name)) return null;
      open.push(name);
    } else if (entity !== undefined) {
      text += entities[entity] ?? token;
    } else if (token === '<') {
      return null;
    } else {
      text += token;
    }
  }
  return open.length === 0 ? text : null;
}
