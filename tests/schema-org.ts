/**
 * The part of schema.org's vocabulary that the pages use, as https://schema.org/<Type> defines it: what a type
 * inherits from, which properties it has, and of what kind their values are.
 */
import type { Thing } from '../prerender/head/structured-data.ts';

type Definition = { parent?: string; properties?: Record<string, string[]>; required?: string[] };

/** `required` is what Google asks of a rich result (developers.google.com/search/docs/appearance/structured-data). */
const vocabulary: Record<string, Definition> = {
  Thing: { properties: { name: ['Text'], description: ['Text'], url: ['URL'], sameAs: ['URL'] } },
  Organization: {
    parent: 'Thing',
    properties: { email: ['Text'], logo: ['URL', 'ImageObject'], contactPoint: ['ContactPoint'] },
  },
  EducationalOrganization: { parent: 'Organization', required: ['url', 'description'] },
  ContactPoint: {
    parent: 'Thing',
    properties: { contactType: ['Text'], email: ['Text'] },
  },
  Service: {
    parent: 'Thing',
    properties: {
      provider: ['Organization'],
      areaServed: ['Text'],
      audience: ['Audience'],
      offers: ['Offer'],
      termsOfService: ['URL'],
    },
    required: ['name', 'provider', 'offers'],
  },
  Audience: { parent: 'Thing' },
  EducationalAudience: { parent: 'Audience', properties: { educationalRole: ['Text'] } },
  Offer: {
    parent: 'Thing',
    properties: { price: ['Number'], priceCurrency: ['Currency'] },
    required: ['name', 'price', 'priceCurrency'],
  },
  CreativeWork: {
    parent: 'Thing',
    properties: { about: ['Thing'], inLanguage: ['Text'], mainEntity: ['Thing'], text: ['Text'] },
  },
  WebPage: { parent: 'CreativeWork', properties: { breadcrumb: ['BreadcrumbList'] } },
  FAQPage: { parent: 'WebPage', required: ['mainEntity'] },
  Question: {
    parent: 'CreativeWork',
    properties: { acceptedAnswer: ['Answer'] },
    required: ['name', 'acceptedAnswer'],
  },
  Answer: { parent: 'CreativeWork', required: ['text'] },
  BreadcrumbList: {
    parent: 'Thing',
    properties: { itemListElement: ['ListItem'] },
    required: ['itemListElement'],
  },
  ListItem: {
    parent: 'Thing',
    // `item` is a Thing, which its address alone may stand for.
    properties: { position: ['Integer'], item: ['URL'] },
    required: ['position', 'name', 'item'],
  },
};

const plain: Record<string, (value: unknown) => boolean> = {
  Text: (value) => typeof value === 'string' && value.trim() !== '',
  URL: (value) => typeof value === 'string' && /^https?:/.test(value) && URL.canParse(value),
  Integer: (value) => Number.isInteger(value),
  Number: (value) => typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)),
  Currency: (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
};

/** What in the graph is not schema.org's, one sentence each. */
export function schemaFaults(graph: Thing[]): string[] {
  const known = new Map(graph.flatMap((thing) => (thing['@id'] ? [[thing['@id'], thing]] : [])));
  return graph.flatMap(check);

  function check(thing: Thing): string[] {
    const { '@type': type, '@id': _, ...properties } = thing;
    const line = lineage(type);
    if (line.length === 0) return [`${type} is not a known type`];
    const missing = line
      .flatMap(({ required = [] }) => required)
      .filter((name) => !(name in properties))
      .map((name) => `${type} lacks ${name}`);
    const wrong = Object.entries(properties).flatMap(([name, value]) => {
      const kinds = line.find((definition) => definition.properties?.[name])?.properties?.[name];
      if (!kinds) return [`${type} has no property ${name}`];
      const values = Array.isArray(value) ? value : [value];
      if (values.length === 0) return [`${type}.${name} is empty`];
      return values.flatMap((each) => checkValue(each, kinds, `${type}.${name}`));
    });
    return [...missing, ...wrong];
  }

  function checkValue(value: unknown, kinds: string[], place: string): string[] {
    if (typeof value !== 'object' || value === null) {
      const fits = kinds.some((kind) => plain[kind]?.(value));
      return fits ? [] : [`${place} is ${JSON.stringify(value)}, not ${kinds.join(' or ')}`];
    }
    const isReference = !('@type' in value);
    const meant = isReference ? known.get((value as Thing)['@id'] as string) : (value as Thing);
    if (!meant) return [`${place} refers to ${JSON.stringify(value)}, which is not in the graph`];
    const types = ancestry(meant['@type']);
    const wrong = kinds.some((kind) => types.includes(kind))
      ? []
      : [`${place} is a ${meant['@type']}, not ${kinds.join(' or ')}`];
    return isReference ? wrong : [...wrong, ...check(meant)];
  }
}

function ancestry(type: string): string[] {
  const definition = vocabulary[type];
  if (!definition) return [];
  return [type, ...(definition.parent ? ancestry(definition.parent) : [])];
}

function lineage(type: string): Definition[] {
  return ancestry(type).map((name) => vocabulary[name] as Definition);
}
