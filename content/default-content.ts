import { company } from './company.ts';
import type { Content } from './content.ts';
import en from './en.json' with { type: 'json' };
import { deadlines, facts } from './facts.ts';
import { links } from './links.ts';
import ru from './ru.json' with { type: 'json' };
import uz from './uz.json' with { type: 'json' };

export const defaultContent: Content = { texts: { uz, en, ru }, facts, deadlines, links, company };
